"""`archive` as people call it."""

import pytest

from events.redis_store.store import connect_redis
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.cli.archive import FEED_KEPT
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.monitoring.dispatcher_records import Checkpoint, DispatcherRecords
from support.servers.servers import Server, any_binary
from workers.context import WorkerContext
from workers.jobs.bots import answer_all

SECRET = b"s" * 32


@pytest.fixture
def store():
    with Server(any_binary()) as running:
        opened = connect_redis(running.url)
        opened.url = running.url
        yield opened
        opened.close()


def play(store):
    matches = Matches(store, SECRET)
    bots = tuple(SeatedBot(seat, Bot("random")) for seat in range(2))
    opened = open_new(matches, Opening(game="schiefer", seats=2, bots=bots), Request())
    matches.handle(opened.match, StartMatch(), Request(token=opened.host_token))
    answer_all(WorkerContext(matches, None, SECRET), opened.match, 2, lambda: False)
    return opened.match


def test_finished_matches_leave_redis_and_old_items_the_feed(store, grubenbuch, tmp_path):
    match = play(store)
    entries = store.head(match).version
    DispatcherRecords(store).keep_checkpoint(0, Checkpoint(dispatched=entries, settled=entries))
    environ = {"REDIS_URL": store.url, "DATA": str(tmp_path)}

    assert "Archived 0 matches" in grubenbuch("archive", **environ).stdout  # younger than 30 days
    answer = grubenbuch("archive", "--older-than", "0s", **environ)

    assert answer.stdout == f"Archived 1 matches with {entries} entries; 0 items left the feed.\n"
    assert answer.stderr == ""
    assert store.parts()[match] == {"head"}
    assert len(list(tmp_path.glob("archive/*/*.book.xz"))) == 1


def test_a_match_that_cannot_be_archived_is_named_after_all_the_rest_is_done(store, grubenbuch, tmp_path):
    bad, good = play(store), play(store)
    store._redis.xdel(store._keys.of_match(bad, "book"), "3-0")
    told = store.feed_end(0)
    many = told + FEED_KEPT + 5  # as if so much had happened, and nothing of it were open
    store._redis.xadd(store._keys.feed(0), {"m": "x"}, id=f"{many}-0")
    DispatcherRecords(store).keep_checkpoint(0, Checkpoint(dispatched=many, settled=many))

    answer = grubenbuch("archive", "--older-than", "0s", REDIS_URL=store.url, DATA=str(tmp_path))

    assert answer.returncode == 1
    assert answer.stdout.startswith("Archived 1 matches")
    assert "Traceback" not in answer.stderr
    assert f"match {bad}: " in answer.stderr
    assert good not in answer.stderr
    assert f"{told} items left the feed" in answer.stdout
    assert "book" in store.parts()[bad]
    assert store.parts()[good] == {"head"}


@pytest.mark.parametrize("age", ["30", "d", "-1d", "1w", "1.5h"])
def test_an_age_that_cannot_be_meant_is_refused(grubenbuch, age):
    answer = grubenbuch("archive", f"--older-than={age}")
    assert answer.returncode == 2
    assert "--older-than must be a number with s, m, h or d" in answer.stderr


@pytest.mark.parametrize("words", [("archive",), ("backup", "book.gb")])
def test_without_a_server_it_says_so_in_a_line_and_makes_none(grubenbuch, tmp_path, words):
    answer = grubenbuch(*words, "--data", tmp_path / "typo", REDIS_URL="")

    assert (answer.returncode, answer.stderr.count("\n")) == (2, 1)
    assert "Nothing was ever opened in" in answer.stderr
    assert list(tmp_path.iterdir()) == []
