"""Bytes that were overwritten in a real Redis: what cannot be read is named, the rest is shown."""

import pytest

from service.store import connect_redis
from support.desk import desk

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
    table = desk.running(client)
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
    return desk.client(store)


@pytest.mark.parametrize("body", SPOILT)
@pytest.mark.parametrize("version", [2, 6])
def test_an_audit_names_the_entry_that_cannot_be_read(store, redis, played, version, body):
    spoil_entry(redis, played.match, version, body)
    verdict = another_process(store).get(f"{played.path}/audit").json
    failed = [check for check in verdict["checks"] if check["verdict"] == "failed"]
    assert [(check["check"], check["entry"]) for check in failed] == [("chain", version)]
    assert (verdict["outcome"], verdict["entries"]) == ("failed", version - 1)


@pytest.mark.parametrize("part", ["/table", "/entries", "/score", "/commands", "/statistics", "/entries/6"])
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
def test_a_page_of_matches_leaves_out_the_one_whose_summary_is_spoilt(store, redis, played, caplog, summary):
    whole = desk.running(another_process(store))
    redis.hset(key_of(redis, played.match, "head"), "s", summary)
    other = another_process(store)
    listed = other.get("/v1/matches").json["matches"]
    assert [match["match"] for match in listed] == [whole.match]
    assert f"match {played.match}: its summary cannot be read" in caplog.text
    assert other.get(played.path).status_code == 200


def test_a_player_of_a_match_whose_summary_is_spoilt_has_a_page_with_the_others(store, redis, client):
    key = {"X-Client-Key": desk.desk(store).clients.add("tafel", 1).key}
    tables = [desk.open_table(client) for _ in range(2)]
    for table in tables:
        taken = client.post(f"{table.path}/seats", json={"player": "anna"}, headers=key)
        assert taken.status_code == 201, taken.text
    redis.hset(key_of(redis, tables[0].match, "head"), "s", SPOILT[0])
    going = client.get("/v1/players/tafel/anna").json["going"]
    assert [one["match"] for one in going] == [tables[1].match]
