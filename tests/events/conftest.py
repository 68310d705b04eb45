"""Every store there is behind one fixture, and a look at all that one holds."""

from __future__ import annotations

import copy

import fakeredis
import pytest

from events.archive.archive import Archive
from events.archive.archived_store import ArchivedStore
from events.memory_store import MemoryStore
from events.redis_store.cluster import connect_cluster
from events.redis_store.store import RedisStore, connect_redis
from support.servers.clusters import Cluster
from support.servers.servers import Server, any_binary, redis_binary, valkey_binary

SERVERS = {"redis": redis_binary, "valkey": valkey_binary, "cluster": any_binary}
PARTITIONS = {"cluster": 3}  # there, a script that reached outside its partition would be refused


@pytest.fixture(scope="session")
def running_server():
    """A server by its kind, started when first asked for and emptied for each test."""
    running = {}

    def server_of(kind):
        if kind not in running:
            binary = SERVERS[kind]() or pytest.skip(f"no {kind}-server on this machine")
            running[kind] = Server(binary, cluster=kind == "cluster")
            running[kind].start()
        with running[kind].client() as client:
            client.flushall()
        return running[kind]

    yield server_of
    for server in running.values():
        server.stop()


@pytest.fixture(scope="session")
def running_cluster():
    """Three masters, started when first asked for and emptied for each test."""
    running = []

    def cluster():
        if not running:
            running.append(Cluster(redis_binary() or pytest.skip("no redis-server on this machine")))
            running[0].start()
        running[0].flush()
        return running[0]

    yield cluster
    for one in running:
        one.stop()


@pytest.fixture
def open_store(running_server, running_cluster, tmp_path):
    opened = []

    def of(kind):
        if kind == "memory":
            return MemoryStore()
        if kind == "fakeredis":
            return RedisStore(fakeredis.FakeRedis())
        if kind == "masters":
            opened.append(connect_cluster(running_cluster().url))
            return opened[-1]
        if kind == "archived":
            return ArchivedStore(RedisStore(fakeredis.FakeRedis()), Archive(tmp_path))
        opened.append(connect_redis(running_server(kind).url, partitions=PARTITIONS.get(kind, 1)))
        return opened[-1]

    yield of
    for store in opened:
        store.close()


@pytest.fixture(params=["memory", "fakeredis", "archived", *SERVERS, "masters"])
def store(request, open_store):
    return open_store(request.param)


@pytest.fixture(params=["fakeredis", *SERVERS, "masters"])
def redis_store(request, open_store):
    return open_store(request.param)


@pytest.fixture(params=[kind for kind in SERVERS if kind != "cluster"])
def server(request, running_server):
    return running_server(request.param)


@pytest.fixture
def everything_in():
    """All a store holds, to be compared before and after."""

    def everything(store):
        store = store.store if isinstance(store, ArchivedStore) else store
        return in_redis(store._redis) if isinstance(store, RedisStore) else in_memory(store)

    return everything


def in_memory(store):
    return copy.deepcopy({name: value for name, value in vars(store).items() if name != "_changed"})


def in_redis(client):
    readers = {
        b"string": client.get,
        b"hash": client.hgetall,
        b"stream": client.xrange,
        b"zset": lambda key: client.zrange(key, 0, -1, withscores=True),
    }
    return {key: readers[client.type(key)](key) for key in client.scan_iter("*")}
