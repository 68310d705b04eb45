"""Where things are stored: the layout of a book, and scopes of the server apart from matches."""

from __future__ import annotations

import fakeredis
import pytest

from events.names import check_match
from events.redis_store.cluster import connect_cluster
from events.redis_store.layout import CONFIG_KEY, LAYOUT
from events.redis_store.store import RedisStore, connect_redis
from events.store import Append, OtherLayout, ServerScope, read_scope
from support.api.entries import entry_after

PARTITIONS = 5
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


def test_a_book_is_opened_again_with_the_same_layout(reopen):
    first = reopen()
    entry = entry_after()
    first.append(Append(match="m", entry=entry))

    assert reopen().entries("m") == [entry]
    assert first._redis.hget(CONFIG_KEY, "layout") == str(LAYOUT).encode()


def test_a_book_of_another_layout_is_refused_and_left_as_it_is(reopen):
    store = reopen()
    store._redis.hset(CONFIG_KEY, "layout", LAYOUT + 1)

    with pytest.raises(OtherLayout, match=f"form {LAYOUT + 1}"):
        reopen()

    assert store._redis.hget(CONFIG_KEY, "layout") == str(LAYOUT + 1).encode()


def test_a_book_of_a_program_that_noted_no_layout_is_refused(reopen):
    store = reopen()
    store._redis.hdel(CONFIG_KEY, "layout")

    with pytest.raises(OtherLayout, match="an early form"):
        reopen()


@pytest.mark.parametrize("scope", ["_clients", "_player-0123456789abcdef01234567", "_", "_x"])
def test_no_match_may_have_the_id_of_a_scope_of_the_server(store, scope):
    with pytest.raises(ValueError, match="not the id of a match"):
        check_match(scope)
    with pytest.raises(ValueError, match="not the id of a match"):
        store.append(Append(match=scope, entry=entry_after()))
    with pytest.raises(ValueError, match="not the id of a match"):
        store.put(scope, "names", {"x": b"y"})


def test_a_match_and_a_scope_of_the_same_name_share_nothing(store):
    store.put("shift", "leases", {"0": b"of the match"})
    store.put(ServerScope("shift"), "leases", {"0": b"of the server"})

    assert store.document("shift", "leases") == {"0": b"of the match"}
    assert store.document(ServerScope("shift"), "leases") == {"0": b"of the server"}


def test_a_scope_is_the_same_again_when_it_is_read():
    for scope in ("m", ServerScope("shift"), ServerScope("player-0a")):
        assert read_scope(str(scope)) == scope
