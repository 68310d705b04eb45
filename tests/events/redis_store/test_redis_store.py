"""What only a server can do to a store: foreign keys in the way, odd settings, no answer at all."""

from __future__ import annotations

import os

import fakeredis
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.redis_store.store import RedisStore, connect_redis
from events.store import Append, Appended, Conflict, PartitionsDiffer, StoreUnavailable
from support.api.entries import NOON, entry_after, run_of_entries


def test_one_append_writes_exactly_the_keys_of_the_table(redis_store):
    redis_store.append(
        Append(
            match="m1",
            entry=entry_after(cause="c"),
            labels_added=("status=open",),
            deadline=NOON,
            documents={"people": {"0": b"Ada"}, "seed": {"secret": b"s"}},
        )
    )

    tag = f"{{gb:{redis_store._keys.partition('m1')}}}"
    ours = {"book", "head", "causes", "people", "seed"}
    shared = {"feed", "due", "matches", "matches:status=open"}
    assert {key.decode() for key in redis_store._redis.scan_iter()} == {
        "gb:config",
        *(f"{tag}:m:m1:{name}" for name in ours),
        *(f"{tag}:{name}" for name in shared),
    }


def test_the_partition_of_a_match_never_changes():
    store = RedisStore(fakeredis.FakeRedis(), partitions=64)

    # CRC-32 of "123456789" is CBF43926 in every textbook; its last six bits are 38.
    assert store._keys.partition("123456789") == 38
    assert store._keys.of_match("123456789", "book") == "{gb:38}:m:123456789:book"


def test_another_number_of_partitions_is_refused(running_server):
    url = running_server("redis").url
    connect_redis(url, partitions=2).close()
    connect_redis(url, partitions=2).close()

    with pytest.raises(PartitionsDiffer, match="begun with 2 partitions, not 3"):
        connect_redis(url, partitions=3)


def test_the_script_is_sent_again_to_a_server_that_forgot_it(server):
    store = connect_redis(server.url)
    first, second = run_of_entries(2)
    store.append(Append(match="m", entry=first))
    store._redis.script_flush()

    assert store.append(Append(match="m", entry=second)) == Appended(2)
    store.close()


@pytest.mark.parametrize(
    "name",
    [
        "m:m:book",
        "m:m:head",
        "m:m:causes",
        "m:m:people",
        "feed",
        "due",
        "matches",
        "matches:in",
        "matches:out",
    ],
)
def test_a_key_of_another_type_is_met_before_anything_is_written(redis_store, everything_in, name):
    key = f"{{gb:{redis_store._keys.partition('m')}}}:{name}"
    redis_store._redis.set(key, "in the way")
    before = everything_in(redis_store)
    new = Append(
        match="m",
        entry=entry_after(cause="c"),
        labels_added=("in",),
        labels_dropped=("out",),
        documents={"people": {"0": b"Ada"}},
    )

    with pytest.raises(StoreUnavailable, match="WRONGTYPE"):
        redis_store.append(new)

    assert everything_in(redis_store) == before


def test_a_book_torn_from_its_head_takes_no_entry(redis_store, everything_in):
    first, second = run_of_entries(2)
    redis_store.append(Append(match="m", entry=first))
    redis_store._redis.delete(redis_store._keys.of_match("m", "book"))
    before = everything_in(redis_store)

    with pytest.raises(StoreUnavailable, match="TORN"):
        redis_store.append(Append(match="m", entry=second))

    assert everything_in(redis_store) == before


def test_versions_stay_exact_where_lua_numbers_do_not(redis_store):
    huge = 2**53 + 1
    before = entry_after()
    book, head = (redis_store._keys.of_match("m", part) for part in ("book", "head"))
    hash_ = bytes.fromhex(before.hash)
    redis_store._redis.xadd(book, {"e": before.body(), "h": hash_, "n": 1}, id=f"{huge}-0")
    redis_store._redis.hset(head, mapping={"v": huge, "h": hash_, "c": 0, "o": NOON, "t": NOON, "s": "{}"})
    nearest = entry_after(before)

    def numbered(version):
        return Append(match="m", entry=type(before)(**{**fields(nearest), "version": version}))

    assert redis_store.append(numbered(huge)) == Conflict(huge, before.hash)
    assert redis_store.append(numbered(huge + 1)) == Appended(1)
    assert redis_store.head("m").version == huge + 1


def fields(entry):
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def test_the_store_tells_how_durable_its_server_is(server):
    store = connect_redis(server.url)
    told = {}
    with server.client() as client:
        for setting in ("always", "everysec", "no"):
            client.config_set("appendfsync", setting)
            told[setting] = store.durability()
        client.config_set("appendfsync", "always")
        client.config_set("appendonly", "no")
        told["off"] = store.durability()
        client.config_set("appendonly", "yes")
        client.config_set("maxmemory", "100mb")
        told["full"] = store.durability()
        client.config_set("maxmemory-policy", "allkeys-lru")
        told["drops"] = store.durability()
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "0")
    store.close()

    assert told == {
        "always": "fsync-always",
        "everysec": "fsync-everysec",
        "no": "fsync-no",
        "off": "memory",
        "full": "fsync-always",
        "drops": "evicting",
    }


def test_a_server_without_config_leaves_the_durability_unknown():
    assert RedisStore(fakeredis.FakeRedis()).durability() == "unknown"


@pytest.mark.parametrize(
    "url", ["unix:///nowhere/to/be/found", "redis://127.0.0.1:1", "rediss://127.0.0.1:1"]
)
def test_a_server_that_is_not_there_is_unavailable(url):
    with pytest.raises(StoreUnavailable):
        connect_redis(url)


def test_nothing_is_written_to_a_replica(server, everything_in):
    store = connect_redis(server.url)
    first, second = run_of_entries(2)
    store.append(Append(match="m", entry=first))
    before = everything_in(store)
    with server.client() as client:
        client.replicaof("127.0.0.1", 1)
        with pytest.raises(StoreUnavailable, match="read only"):
            store.append(Append(match="m", entry=second))
        assert store.entries("m") == [first]
        client.replicaof("NO", "ONE")

    assert everything_in(store) == before
    store.close()


def test_nothing_is_written_to_a_full_server(server, everything_in):
    store = connect_redis(server.url)
    first, second = run_of_entries(2)
    store.append(Append(match="m", entry=first))
    before = everything_in(store)
    with server.client() as client:
        client.config_set("maxmemory", "1")
        with pytest.raises(StoreUnavailable, match="maxmemory"):
            store.append(Append(match="m", entry=second))
        assert store.entries("m") == [first]
        client.config_set("maxmemory", "0")

    assert everything_in(store) == before
    assert store.append(Append(match="m", entry=second)) == Appended(2)
    store.close()


def test_a_server_that_keeps_silent_is_unavailable(server):
    connect_redis(server.url).close()
    path, never = str(server.socket), Retry(NoBackoff(), 0)
    with redis.Redis(unix_socket_path=path, socket_timeout=0.05, retry=never, protocol=2) as client:
        store = RedisStore(client)
        with server.client() as other:
            other.client_pause(20_000, all=False)  # writers wait, readers do not
            with pytest.raises(StoreUnavailable):
                store.append(Append(match="m", entry=entry_after()))
            store.ping()
            other.client_unpause()


def test_a_child_forked_in_the_middle_of_an_append_waits_for_nobody(running_server):
    store = connect_redis(running_server("redis").url)
    first, second = run_of_entries(2)
    store.append(Append(match="m", entry=first))
    store._together._busy = True  # as it is while the parent awaits an answer

    child = os.fork()
    if child == 0:
        os._exit(0 if isinstance(store.append(Append(match="m", entry=second)), Appended) else 1)

    assert os.waitpid(child, 0)[1] == 0
    assert store.entries("m") == [first, second]
    store.close()


def test_a_forked_child_has_a_line_of_its_own(running_server):
    store = connect_redis(running_server("redis").url)
    first, *others = run_of_entries(40)
    store.append(Append(match="parent", entry=first))

    child = os.fork()
    if child == 0:  # in the middle of the parent's appends
        appended = all(
            isinstance(store.append(Append(match="child", entry=one)), Appended) for one in [first, *others]
        )
        os._exit(0 if appended else 1)
    answers = [store.append(Append(match="parent", entry=one)) for one in others]

    assert os.waitpid(child, 0)[1] == 0
    assert all(isinstance(one, Appended) for one in answers)
    assert store.entries("parent") == store.entries("child") == [first, *others]
    store.close()


def test_a_nonce_costs_at_most_ten_bytes_an_entry(server):
    store, count = connect_redis(server.url), 3_000
    for entry in run_of_entries(count):
        store.append(Append(match="m", entry=entry))
    with server.client() as client:
        book = store._keys.of_match("m", "book")
        for id_, fields in client.xrange(book):
            client.xadd("without", {name: fields[name] for name in (b"e", b"h", b"n")}, id=id_)
        client.config_set("rdbcompression", "no")  # what is dumped are then the very pieces
        with_nonces, without = (len(client.dump(key)) for key in (book, "without"))
        client.config_set("rdbcompression", "yes")
    store.close()

    assert 0 < with_nonces - without <= 10 * count
