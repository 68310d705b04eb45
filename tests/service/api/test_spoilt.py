"""Bytes that were overwritten in a real Redis: what cannot be read is named, the rest is shown."""

import json
import re

import pytest

from events.redis_store.store import connect_redis
from support.api import api

SPOILT = (b"\xff\x01spoilt", b"{", b'{"no":"entry"}')


@pytest.fixture
def store(server):
    store = connect_redis(server.url)
    store._redis.flushall()
    yield store
    store.close()


@pytest.fixture
def redis(store):
    return store._redis


@pytest.fixture
def played(client):
    table = api.running(client)
    table.play(8)
    return table


def key_of(redis, match, part):
    (key,) = redis.keys(f"*:m:{match}:{part}")
    return key


def spoil_entry(redis, match, version, body):
    """Written again as it was, but for the bytes of one entry."""
    book = key_of(redis, match, "book")
    elements = redis.xrange(book)
    redis.delete(book)
    for place, (id_, fields) in enumerate(elements, 1):
        redis.xadd(book, fields | ({b"e": body} if place == version else {}), id=id_)


def another_process(store):
    """It has read nothing yet."""
    return api.client(store)


@pytest.mark.parametrize("body", SPOILT)
@pytest.mark.parametrize("version", [2, 6])
def test_an_audit_names_the_entry_that_cannot_be_read(store, redis, played, version, body):
    spoil_entry(redis, played.match, version, body)
    verdict = another_process(store).get(f"{played.path}/audit").json
    failed = [check for check in verdict["checks"] if check["verdict"] == "failed"]
    assert [(check["check"], check["entry"]) for check in failed] == [("chain", version)]
    assert (verdict["outcome"], verdict["entries"]) == ("failed", version - 1)


PARTS = ("/table", "/entries?after=5", "/score", "/commands", "/statistics", "/entries/6")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("body", SPOILT)
def test_a_match_with_a_spoilt_entry_is_a_problem_that_names_it(store, redis, played, part, body):
    spoil_entry(redis, played.match, 6, body)
    answer = another_process(store).get(played.path + part)
    assert (answer.status_code, answer.json["code"], answer.json["entry"]) == (500, "entry_unreadable", 6)


def test_a_process_that_has_the_match_at_hand_answers_what_does_not_need_the_entry(redis, played):
    spoil_entry(redis, played.match, 6, SPOILT[0])
    assert played.get("/entries/3").status_code == 200
    assert played.get("/table").status_code == 200
    assert played.get("/table?version=6").json["entry"] == 6


def test_an_entry_whose_events_say_nothing_is_named_as_well(store, redis, played):
    entry = store.entries(played.match)[5]
    body = entry.body().replace(b'"events":[{"', b'"events":[{"no such thing":1,"')
    spoil_entry(redis, played.match, 6, body)
    answer = another_process(store).get(f"{played.path}/table")
    assert (answer.json["code"], answer.json["entry"]) == ("entry_unreadable", 6)
    verdict = another_process(store).get(f"{played.path}/audit").json
    assert [check["entry"] for check in verdict["checks"] if check["verdict"] == "failed"] == [6]


@pytest.mark.parametrize("summary", [*SPOILT, b"", b"null"])
def test_a_page_of_matches_names_the_one_with_a_spoilt_summary(store, redis, played, caplog, summary):
    whole = api.running(another_process(store))
    redis.hset(key_of(redis, played.match, "head"), "s", summary)
    other = another_process(store)
    page = other.get("/v1/matches").json
    assert [match["match"] for match in page["matches"]] == [whole.match]
    assert page["unreadable"] == [played.match]
    assert f"match {played.match}: its summary cannot be read" in caplog.text
    assert other.get(played.path).status_code == 200


def test_a_page_of_a_player_names_the_match_with_a_spoilt_summary(store, redis, client):
    key = {"X-Client-Key": api.services(store).clients.add("tafel", 1).key}
    tables = [api.open_table(client) for _ in range(2)]
    for table in tables:
        taken = client.post(f"{table.path}/seats", json={"player": "anna"}, headers=key)
        assert taken.status_code == 201, taken.text
    redis.hset(key_of(redis, tables[0].match, "head"), "s", SPOILT[0])
    page = client.get("/v1/players/tafel/anna").json
    assert [one["match"] for one in page["going"]] == [tables[1].match]
    assert page["unreadable"] == [tables[0].match]

    listed = client.get("/v1/matches?player=tafel/anna").json
    assert listed["unreadable"] == [tables[0].match]
    client.delete("/v1/players/tafel/anna", headers=key)
    assert "unreadable" not in client.get("/v1/matches?player=tafel/anna").json


def test_a_page_of_sound_matches_names_none(client, played):
    assert client.get("/v1/matches").json.keys() == {"matches", "next"}


NDJSON, EVENTS = ({"Accept": kind} for kind in ("application/x-ndjson", "text/event-stream"))


@pytest.fixture(params=["another process", "the process that has it in memory"])
def reader(request, store, played):
    return another_process(store) if request.param == "another process" else played.client


@pytest.mark.parametrize("body", SPOILT)
def test_a_history_is_shown_up_to_the_entry_that_cannot_be_read_which_is_then_named(
    redis, played, caplog, reader, body
):
    """Given a spoilt entry 6, when its history is read, then 1 to 5 are shown, and going on names 6."""
    spoil_entry(redis, played.match, 6, body)
    client, path = reader, f"{played.path}/entries"

    page = client.get(path).json
    assert [entry["version"] for entry in page["entries"]] == [1, 2, 3, 4, 5]
    assert page["next"] == 5
    assert client.get(f"{path}/5").status_code == 200

    lines = client.get(path, headers=NDJSON).text.splitlines()
    assert [json.loads(line)["version"] for line in lines] == [1, 2, 3, 4, 5]
    assert f"match {played.match}: its history is sent up to entry 6" in caplog.text

    events = client.get(path, headers=EVENTS).text
    assert re.findall(r"^id: (\d+)$", events, re.MULTILINE) == ["1", "2", "3", "4", "5"]

    for accept in ({}, NDJSON):
        further = client.get(f"{path}?after=5", headers=accept)
        assert (further.status_code, further.json["code"], further.json["entry"]) == (
            500,
            "entry_unreadable",
            6,
        )
    beyond = client.get(f"{path}?after=6").json["entries"]
    assert beyond[0]["version"] == 7


def test_a_stream_that_would_begin_with_a_spoilt_entry_is_the_problem_that_names_it(store, redis, played):
    """So a browser does not come back again and again."""
    spoil_entry(redis, played.match, 6, SPOILT[0])
    refused = another_process(store).get(f"{played.path}/entries", headers=EVENTS | {"Last-Event-ID": "5"})
    assert (refused.status_code, refused.json["entry"]) == (500, 6)


def test_a_history_that_is_cut_short_has_no_tag_and_stays_private(store, redis, client):
    """Once it is restored there is more of it."""
    table = api.running(client, visibility="private")
    table.play(4)
    spoil_entry(redis, table.match, 6, SPOILT[0])
    path, other = f"{table.path}/entries", another_process(store)
    shown = other.get(path, headers=api.bearer(table.host))
    assert (shown.status_code, shown.headers["Cache-Control"]) == (200, "private, no-store")
    assert "ETag" not in shown.headers
    assert other.get(path).status_code == 401
