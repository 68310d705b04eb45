"""A server of the book without memory left: it refuses, keeps what it has, and goes on once there is room."""

from contextlib import closing
from itertools import count

import pytest

from events.archive.archive import Archive
from events.redis_store.store import connect_redis
from events.store import Append, StoreUnavailable
from service.maintenance.archiving import archive_finished
from support.api import api
from support.api.entries import NOON, run_of_entries
from support.servers.servers import Server, any_binary

ROOM = 20_000  # bytes


@pytest.fixture
def server():
    with Server(any_binary()) as running:
        yield running


def leave_room(server, room):
    with server.client() as client:
        told = client.info("memory")
        client.config_set("maxmemory", told["used_memory"] - told["mem_not_counted_for_evict"] + room)


def test_a_full_book_refuses_keeps_what_it_has_and_goes_on_when_there_is_room(server):
    with closing(connect_redis(server.url)) as store:
        client = api.client(store)
        table = api.running(client)
        assert client.get("/health/ready").status_code == 200
        leave_room(server, ROOM)
        acknowledged = table.get().json["version"]

        def play(number):
            offered = table.offered()
            command, seat = offered["commands"][0]["command"], table.seats[offered["turn"]]
            return table.post("/commands", command, seat, Idempotency_Key=f"a-key-hard-to-guess-{number:06}")

        for number in count():
            answer = play(number)
            if answer.status_code != 201:
                break
            acknowledged = answer.json["version"]

        assert (answer.status_code, answer.json["code"]) == (503, "book_unavailable")
        leave_room(server, -50 * ROOM)  # connections come and go, with their buffers
        assert client.get("/health/ready").json["code"] == "book_unavailable"
        assert client.get("/health/live").status_code == 200
        assert [entry.version for entry in store.entries(table.match)] == [*range(1, acknowledged + 1)]

        leave_room(server, 50 * ROOM)
        assert client.get("/health/ready").status_code == 200
        again = play(number)
        assert (again.status_code, again.json["version"]) == (201, acknowledged + 1)


def test_a_full_book_is_opened_again_and_read(server):
    with closing(connect_redis(server.url)) as store:
        store.append(Append(match="m", entry=run_of_entries(1)[0]))
    leave_room(server, -50 * ROOM)

    with closing(connect_redis(server.url)) as again:
        with pytest.raises(StoreUnavailable):
            again.check_writable()
        assert len(again.entries("m")) == 1


def test_the_archive_makes_room_in_a_full_book(server, tmp_path):
    with closing(connect_redis(server.url)) as store:
        for entry in (run := run_of_entries(50)):
            store.append(Append(match="m", entry=entry, closes=entry is run[-1]))
        leave_room(server, -50 * ROOM)
        with pytest.raises(StoreUnavailable):
            store.check_writable()

        assert archive_finished(store, Archive(tmp_path), NOON + 1).entries == 50

        assert store.entries("m") == []


def test_a_replica_is_not_ready(server):
    with closing(connect_redis(server.url)) as store, server.client() as client:
        store.check_writable()
        client.replicaof("127.0.0.1", 1)
        with pytest.raises(StoreUnavailable, match="read only"):
            store.check_writable()
