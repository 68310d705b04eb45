"""Commands for many matches in one call: each line is answered as if it had come alone."""

import gzip
import json
import re
from itertools import count

import gevent
import pytest

from events.memory_store import MemoryStore
from service.api.app import build_app, create_app
from service.api.services import Services
from service.api.views.lines import LINES_TOGETHER, MOST_LINES, read_line
from service.config import Config
from service.matches.handler import Matches
from support.api import api
from support.api.api import bearer, running

FILE = "application/x-ndjson"
MATCHES = 5


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def client(store):
    return api.client(store)


@pytest.fixture
def tables(client):
    return [running(client) for _ in range(MATCHES)]


def line_of(table, place=0, **said):
    """A line that answers the open question."""
    offered = table.offered(table.host)
    command = offered["commands"][place]["command"]
    return {"match": table.match, "token": table.seats[offered["turn"]], "command": command} | said


def send(client, lines, content_type=FILE, **headers):
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return client.post("/v1/commands", data=body, content_type=content_type, headers=headers)


def answers_to(client, lines, **headers):
    answer = send(client, lines, **headers)
    assert (answer.status_code, answer.content_type) == (200, FILE), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def alone(client, line):
    """The same command by itself."""
    headers = bearer(line.get("token"))
    headers |= {"Idempotency-Key": line["key"]} if "key" in line else {}
    headers |= {"If-Match": f'"{line["version"]}-{"0" * 8}"'} if "version" in line else {}
    return client.post(f"/v1/matches/{line['match']}/commands", json=line["command"], headers=headers)


def test_each_of_many_matches_gets_its_entry_and_its_answer(client, tables):
    answers = answers_to(client, [line_of(table) for table in tables])

    assert [answer["line"] for answer in answers] == [1, 2, 3, 4, 5]
    assert {answer["status"] for answer in answers} == {201}
    for table, answer in zip(tables, answers, strict=True):
        entry = client.get(f"{table.path}/entries/{answer['answer']['version']}").json
        assert answer["answer"]["entry"] == entry
        assert answer["answer"]["match"] == table.match


def test_the_answer_is_that_of_the_command_alone(store, client, tables):
    line = line_of(tables[0], key="a-key-of-mine")

    (answer,) = answers_to(client, [line])
    again = alone(client, line)

    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json == answer["answer"]


def test_a_repeated_key_answers_again_and_writes_nothing(client, tables):
    lines = [line_of(table, key=f"key-{number}") for number, table in enumerate(tables)]
    first = answers_to(client, lines)
    versions = [table.get().json["version"] for table in tables]

    again = answers_to(client, lines)

    assert again == [{**answer, "replayed": True} for answer in first]
    assert [table.get().json["version"] for table in tables] == versions


def test_lines_of_one_match_are_carried_out_in_their_order(client, tables):
    version = tables[0].get().json["version"]
    line = line_of(tables[0])

    answers = answers_to(client, [line | {"version": number} for number in (version + 1, version, version)])

    assert [answer["status"] for answer in answers] == [412, 201, 412]
    assert [answer["problem"]["version"] for answer in answers[::2]] == [version, version + 1]


@pytest.mark.parametrize(
    ("spoil", "status", "code"),
    [
        (lambda line: line | {"token": "wrong"}, 401, "token_unknown"),
        (lambda line: {name: line[name] for name in ("match", "command")}, 401, "token_missing"),
        (lambda line: line | {"match": "nowhere"}, 404, "unknown_match"),
        (lambda line: line | {"match": "no id"}, 404, "unknown_match"),
        (lambda line: line | {"version": 1}, 412, "version_conflict"),
        (lambda line: line | {"command": {"type": "fly"}}, 400, "malformed"),
        (lambda line: line | {"command": 7}, 400, "malformed"),
        (lambda line: line | {"key": "with a\ttab"}, 400, "malformed"),
    ],
)
def test_a_refused_line_has_the_problem_of_the_command_alone(client, tables, spoil, status, code):
    bad = spoil(line_of(tables[1]))

    answers = answers_to(client, [line_of(tables[0]), bad, line_of(tables[2])])

    assert [answer["status"] for answer in answers] == [201, status, 201]
    assert answers[1]["problem"]["code"] == code
    if " " not in bad["match"] and "\t" not in bad.get("key", ""):
        assert answers[1]["problem"] == alone(client, bad).json


@pytest.mark.parametrize("broken", ["{", "[]", '{"match": "a", "match": "b"}', '{"match": 1e999}', '"text"'])
def test_a_line_that_cannot_be_read_stops_no_other(client, tables, broken):
    answers = answers_to(client, [broken, line_of(tables[0])])

    assert [answer["status"] for answer in answers] == [400, 201]
    assert answers[0]["problem"]["code"] == "malformed"


def test_a_field_that_is_not_known_is_named(client, tables):
    (answer,) = answers_to(client, [line_of(tables[0]) | {"seat": 1}])

    assert "seat" in str(answer["problem"]["violations"])


def test_problems_come_in_the_language_asked_for(client, tables):
    lines = [line_of(tables[0]) | {"token": "wrong"}]

    english, german = (answers_to(client, lines, **{"Accept-Language": lang})[0] for lang in ("en", "de"))

    assert english["problem"]["title"] != german["problem"]["title"]


def test_empty_lines_are_counted_and_not_answered(client, tables):
    answers = answers_to(client, ["", line_of(tables[0]), "", line_of(tables[1]), ""])

    assert [answer["line"] for answer in answers] == [2, 4]


def test_the_answer_may_be_packed(client, tables):
    answer = send(client, map(line_of, tables), **{"Accept-Encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    found = [json.loads(line) for line in gzip.decompress(answer.data).splitlines()]
    assert [line["status"] for line in found] == [201] * MATCHES


def test_lines_are_answered_while_later_ones_are_not_even_decided(client, tables, store):
    """Whoever stops reading has written what was answered, and no more than a handful besides."""
    filler = [line_of(tables[0]) | {"token": "wrong"}] * (LINES_TOGETHER - 1)
    lines = [line_of(tables[0]), *filler, line_of(tables[1])]
    before = [store.head(table.match).version for table in tables]

    answer = client.post(
        "/v1/commands", data="\n".join(map(json.dumps, lines)), content_type=FILE, buffered=False
    )
    first = next(answer.iter_encoded())

    assert first.count(b"\n") == LINES_TOGETHER
    now = [store.head(table.match).version for table in tables]
    assert [later - earlier for earlier, later in zip(before, now, strict=True)] == [1, 0, 0, 0, 0]
    answer.close()


def test_limits_count_lines(store, tables):
    limited = api.client(store, address_limit=4)
    lines = [line_of(table) for table in tables]

    answers = answers_to(limited, lines)

    assert [answer["status"] for answer in answers] == [201, 201, 201, 429]
    assert answers[3]["problem"]["code"] == "too_many_requests"
    assert answers[3]["retry_after"] > 0
    assert (answers[3]["line"], answers[3]["unread"]) == (4, 2)
    assert tables[3].get().json["version"] == tables[4].get().json["version"]


@pytest.mark.parametrize(
    ("limit", "headers"),
    [({"address_limit": 10}, {}), ({"token_limit": 10}, {"Authorization": "Bearer of-a-stranger"})],
)
@pytest.mark.parametrize("line", ["", "1", "{", '{"match": "a", "command": {}}'])
def test_a_line_counts_before_it_is_looked_at_and_the_rest_is_not_read(line, limit, headers, monkeypatch):
    limited, read = api.client(**limit), list[bytes]()
    monkeypatch.setattr("service.api.views.lines.read_line", lambda raw: read.append(raw) or read_line(raw))

    *refused, last = answers_to(limited, [line] * 1000 + ["1"], **headers)

    assert (last["line"], last["status"], last["unread"]) == (10, 429, 992)
    assert last["problem"]["code"] == "too_many_requests"
    assert len(refused) == len(read) == (9 if line else 0)
    assert limited.get("/v1/games", headers=headers).status_code == 429


def test_one_call_has_so_many_lines_and_no_more(client):
    answer = send(client, [""] * (MOST_LINES + 2))

    assert (answer.status_code, answer.json["code"]) == (413, "body_too_large")
    assert answers_to(client, [""] * (MOST_LINES + 1)) == []


def test_others_have_their_turn_after_each_step_of_a_line(store, tables):
    """Otherwise a call of many lines would hold a process for longer than a command does."""
    turns, lines = list[int](), [line_of(table) for table in tables]
    matches = Matches(store, api.SECRET, give_way=lambda: turns.append(1))
    client = build_app(Services(matches, Config())).test_client()

    answers_to(client, ["", "1", *lines])

    assert len(turns) == 2 + 4 * len(lines)  # counted and read, decided, settled, answered


def test_a_process_of_the_api_gives_way_to_whoever_else_waits(store, tmp_path):
    app = create_app(Config(data=tmp_path), store)
    turns = list[int]()
    other = gevent.spawn(lambda: [gevent.sleep(0) or turns.append(1) for _ in range(20)])

    answers_to(app.test_client(), [""] * 30)

    assert len(turns) == 20
    other.kill()


def test_a_token_s_own_limit_counts_its_lines(store, tables):
    limited = api.client(store, token_limit=2)
    lines = [line_of(tables[0]) | {"version": 1}] * 3 + [line_of(tables[1])]

    assert [answer["status"] for answer in answers_to(limited, lines)] == [412, 412, 429, 201]


def test_entries_written_are_charged_by_line(store, tables):
    limited = api.client(store, entries_limit=MATCHES)
    answers_to(limited, [line_of(table) for table in tables])

    (refused,) = answers_to(limited, [line_of(tables[0])])

    assert (refused["status"], refused["problem"]["code"]) == (429, "too_many_entries")


def test_a_misfit_in_a_private_match_is_told_to_nobody_who_may_not_see_it(client):
    table = running(client, visibility="private")
    line = {"match": table.match, "command": {"type": "fly"}, "token": table.seats[0]}

    stranger, player = answers_to(client, [line | {"token": "wrong"}, line])

    assert stranger["problem"]["code"] == "token_unknown"
    assert player["problem"]["code"] == "malformed"


def test_other_bodies_are_refused(client):
    assert send(client, [], content_type="application/json").json["code"] == "unsupported_media_type"
    long = send(client, ["x" * (9 * 1024 * 1024)])
    assert (long.status_code, long.json["code"]) == (413, "body_too_large")


def test_a_line_may_be_as_long_as_a_body(client, tables):
    line = json.dumps(line_of(tables[0])) + " " * 65536

    assert answers_to(client, [line])[0]["problem"]["code"] == "body_too_large"


def test_room_for_the_body_is_held_until_all_is_answered(store, tables):
    home = api.services(store)
    client = build_app(home).test_client()
    lines = json.dumps(line_of(tables[0])) + "\n" * (LINES_TOGETHER + 1)
    answer = client.post("/v1/commands", data=lines, content_type=FILE, buffered=False)
    assert home.body_memory._all > 0

    answer.close()

    assert home.body_memory._all == 0


def test_a_few_lines_are_answered_in_one_piece_and_free_their_room(store, tables):
    home = api.services(store)
    client = build_app(home).test_client()
    answer = client.post("/v1/commands", data=json.dumps(line_of(tables[0])), content_type=FILE)

    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert home.body_memory._all == 0


def test_an_unforeseen_fault_at_one_line_stops_no_other(client, tables, monkeypatch, caplog):
    numbers, scope_of = count(), "service.api.context.RequestContext.scope_of"
    monkeypatch.setattr(scope_of, lambda *_: f"scope {1 // next(numbers)}")
    lines = [line_of(table, key="key") for table in tables[:2]]

    answers = answers_to(client, lines)

    assert [answer["status"] for answer in answers] == [500, 201]
    assert re.search("request .*: unforeseen", caplog.text)
