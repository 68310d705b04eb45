"""A book of the first layout, with documents of the server among those of matches, is brought up to date."""

from __future__ import annotations

import fakeredis
import pytest

from events.names import check_match, partition_of
from events.redis_book.cluster_store import connect_cluster
from events.redis_book.keys import CONFIG_KEY
from events.redis_book.layout import LAYOUT
from events.redis_book.redis_store import RedisStore, connect_redis
from events.store import Append, NewerLayout, ServerScope, read_scope
from support.desk.entries import entry_after, run_of_entries

PARTITIONS = 5
ADA = "_player-0123456789abcdef01234567"
DOCUMENTS = {  # as they lay in the first layout
    ("_clients", "names"): {"tafel": b'{"name":"tafel"}'},
    ("_clients", "turn"): {"turn": b"1"},
    ("_ratings", "schiefer_changes"): {"1": b'["player:ada"]'},
    ("_webhooks", "places"): {ADA: b"1", "m": b"1"},
    ("_shift", "checkpoints"): {"0": b'{"dispatched":3,"settled":2}'},
    ("_shift", "leases"): {"0": b"x", "1": b"y"},
    (ADA, "matches"): {"m": b"1"},
    (ADA, "webhooks"): {f"wh_{ADA}_000000000001": b"{}"},
}
KINDS = ["fakeredis", "redis", "masters"]


@pytest.fixture(params=KINDS)
def reopen(request, running_server, running_cluster):
    """Opens the same book, as often as it is asked to."""
    opened = []
    fake = fakeredis.FakeRedis()
    if request.param == "masters":
        url = running_cluster().url
    elif request.param == "redis":
        url = running_server("redis").url

    def open_again():
        if request.param == "fakeredis":
            return RedisStore(fake, partitions=PARTITIONS)
        connect = connect_cluster if request.param == "masters" else connect_redis
        opened.append(connect(url, partitions=PARTITIONS))
        return opened[-1]

    yield open_again
    for store in opened:
        store.close()


def old_key(match, part):
    return f"{{gb:{partition_of(match, PARTITIONS)}}}:m:{match}:{part}"


def lay_out_as_before(store, documents=DOCUMENTS):
    """The book of the open store, as a program of the first layout would have left it."""
    client = store._redis
    client.hdel(CONFIG_KEY, "layout")
    for (place, name), fields in documents.items():
        client.delete(store._keys.document(read_scope(place), name))
        client.hset(old_key(place, name), mapping=fields)


def documents_of_today(store):
    return {(place, name): store.document(read_scope(place), name) for place, name in DOCUMENTS}


def old_keys(store):
    return list(store._redis.scan_iter(match="{gb:*}:m:_*"))


def test_the_documents_of_the_house_move_and_matches_stay(reopen):
    store = reopen()
    entries = run_of_entries(3)
    for entry in entries:
        store.append(Append(match="m", entry=entry, documents={"people": {"0": b"Ada"}}))
    lay_out_as_before(store)

    for _ in range(2):
        today = reopen()
        assert documents_of_today(today) == DOCUMENTS
        assert old_keys(today) == []
        assert today.entries("m") == entries
        assert today.document("m", "people") == {"0": b"Ada"}
        assert today._redis.hget(CONFIG_KEY, "layout") == str(LAYOUT).encode()


class Crash(BaseException):
    """As if the process had died here."""


def test_a_process_that_dies_on_the_way_leaves_the_rest_to_the_next(reopen, monkeypatch):
    store = reopen()
    really_move = type(store._redis).eval
    for last in range(len(DOCUMENTS) + 1):
        lay_out_as_before(store)
        moved = []

        def dies(client, *words, last=last, moved=moved):
            if len(moved) == last:
                raise Crash
            moved.append(words)
            return really_move(client, *words)

        with monkeypatch.context() as patch:
            patch.setattr(type(store._redis), "eval", dies)
            if last < len(DOCUMENTS):
                with pytest.raises(Crash):
                    reopen()
                assert len(old_keys(store)) == len(DOCUMENTS) - last
            else:
                reopen()
        assert documents_of_today(reopen()) == DOCUMENTS
        assert old_keys(store) == []


def test_what_was_written_under_both_layouts_is_joined_and_the_newer_counts(reopen):
    store = reopen()
    lay_out_as_before(store)
    store.put(ServerScope("shift"), "leases", {"0": b"newer", "2": b"z"})

    assert reopen().document(ServerScope("shift"), "leases") == {"0": b"newer", "1": b"y", "2": b"z"}
    assert old_keys(store) == []


def test_a_match_that_an_import_put_in_a_place_of_the_house_takes_nothing_of_it(reopen):
    store = reopen()
    lay_out_as_before(store)
    client, entry = store._redis, entry_after()
    client.hset(old_key("_clients", "head"), mapping={"v": 1, "h": bytes.fromhex(entry.hash)})
    client.xadd(old_key("_clients", "book"), {"e": b"{}", "h": b"x", "n": "1"}, id="1-0")

    today = reopen()

    assert documents_of_today(today) == DOCUMENTS
    assert set(old_keys(today)) == {old_key("_clients", part).encode() for part in ("head", "book")}
    assert "_clients" not in today.parts()


def test_a_book_of_a_newer_layout_is_refused_and_left_as_it_is(reopen):
    store = reopen()
    lay_out_as_before(store)
    store._redis.hset(CONFIG_KEY, "layout", LAYOUT + 1)

    with pytest.raises(NewerLayout, match=f"form {LAYOUT + 1}"):
        reopen()

    assert len(old_keys(store)) == len(DOCUMENTS)


@pytest.mark.parametrize("place", sorted({place for place, _ in DOCUMENTS} | {"_", "_x"}))
def test_no_match_may_have_the_id_of_a_place_of_the_house(store, place):
    with pytest.raises(ValueError, match="not the id of a match"):
        check_match(place)
    with pytest.raises(ValueError, match="not the id of a match"):
        store.append(Append(match=place, entry=entry_after()))
    with pytest.raises(ValueError, match="not the id of a match"):
        store.put(place, "names", {"x": b"y"})


def test_a_match_and_a_place_of_the_same_name_share_nothing(store):
    store.put("shift", "leases", {"0": b"of the match"})
    store.put(ServerScope("shift"), "leases", {"0": b"of the house"})

    assert store.document("shift", "leases") == {"0": b"of the match"}
    assert store.document(ServerScope("shift"), "leases") == {"0": b"of the house"}


def test_a_place_is_the_same_again_when_it_is_read():
    for place in ("m", ServerScope("shift"), ServerScope("player-0a")):
        assert read_scope(str(place)) == place
