"""README, CONTRIBUTING and docs/ speak of what there is."""

import pytest

from support.docs.judging import exists
from support.docs.pages import PAGES, leads_somewhere, links, quotes

FOREIGN = {
    "commands and settings of a Redis server": {
        "CLIENT PAUSE",
        "CLIENT TRACKING",
        "FLUSHDB",
        "WATCH",
        "aof-load-truncated no",
        "appendfsync everysec",
        "appendfsync no",
        "appendonly no",
        "hash-max-ziplist-value 512",
        "redis-check-aof --fix",
        "redis-cli --cluster reshard",
        "stream-node-max-bytes 16384",
        "stream-node-max-entries 0",
    },
    "programs of others": {
        "apt-get install python3 python3-venv",
        "BOOK_MAXMEMORY",
        "BOOK_MEMORY",
        "BOOK_PASSWORD",
        "API_MEMORY",
        "QUEUE_PASSWORD",
        "docker compose up",
        "rq info --url $RQ_REDIS_URL",
    },
    "written by git, pip, pytest, OpenAPI or a proxy": {
        ".venv",
        '@pytest.mark.rule("SF-25")',
        "X-Forwarded-For",
        "format: binary",
    },
    "values and programs of an example": {
        "60it",
        "[line, old, new]",
        "resealed",
        "seat:2",
        "what",
        "a:17,b:3",
        "cmd:python3 last.py",
        "last.py",
        "m1",
        "node fairness.cjs match.ndjson",
        "one_turn.py",
        "python fairness.py match.ndjson",
        "search:60it",
    },
    "put together where it is used": {
        "<number>-0",
        "<version>-0",
        "<version>:<fingerprint>",
        "grubenbuch/1",
        "grubenbuch_entries_parked",
        "grubenbuch_feed_lag",
        "grubenbuch_open_jobs",
        "grubenbuch_open_seconds",
        "bot:0",
        "invited:0",
        "{gb:P}:h:<scope>:<document>",
        "{gb:P}:m:<id>:<document>",
    },
    "a part of what stands beside it": {"<xx>", "P"},
    "PettingZoo's, and what its environments are called with": {
        "TerminateIllegalWrapper",
        "api_test",
        "learn.py",
        "most_options",
        "render_test",
        "seat_0",
        "seed_test",
        "table.unwrapped",
    },
    "an agenda in words": {
        "[barrier's question, the rest of the route]",
        "[choose a card to copy]",
        "[move miner]",
    },
    "how rules are numbered": {"RS-Rn", "RS-n", "SW-Rn", "SW-n"},
}
KNOWN_TO_OTHERS = frozenset().union(*FOREIGN.values())


@pytest.mark.parametrize("page", [path.name for path in PAGES])
def test_what_a_page_names_exists(page):
    named = {quote.text for quote in quotes() if quote.page.endswith(page)} - KNOWN_TO_OTHERS

    assert sorted(text for text in named if not exists(text)) == []


def test_nothing_is_excepted_that_no_page_names():
    assert sorted(KNOWN_TO_OTHERS - {quote.text for quote in quotes()}) == []


@pytest.mark.parametrize(
    "stale",
    [
        "service/queries.py",
        "use_case.py",
        "games/<game>/prices.py",
        "games/match/play.py: decided_with",
        "games/match/rewinding.py: undo",
        "workers.dispatched",
        "workers.dispatcher.no_such_name",
        "PlaceReturnedDie(seat, die)",
        "ReturnDie(seat, owner)",
        "play.happened(event)",
        "play_it_by_ear",
        "NoSuchEvent",
        "no_such_code",
        "GET /v1/matches/{id}/prices",
        "DELETE /v1/games",
        "?colour=1",
        "X-No-Such-Header: 1",
        "NO_SUCH_VARIABLE=1",
        "--no-such-option",
        "./grubenbuch no-such-command",
        "./grubenbuch verify FILE --no-such-option",
        "./grubenbuch bench no_such_measurement",
        "python -m workers.no_such_module",
        "python tests/no_such_program.py",
        '{"no_such_key": …}',
        "… no log says this",
        "{gb:P}:no_such_key",
    ],
)
def test_a_name_that_is_gone_is_found_out(stale):
    assert not exists(stale)


@pytest.mark.parametrize("link", links(), ids=lambda link: f"{link.page}-{link.text}")
def test_every_link_leads_somewhere(link):
    assert leads_somewhere(link)
