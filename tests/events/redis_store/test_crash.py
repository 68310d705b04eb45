"""A server killed under load and started again has every entry it acknowledged, once, everywhere."""

from __future__ import annotations

import threading
import time
from random import Random

import pytest

from events.redis_store.store import connect_redis
from events.store import Append, Appended, Conflict, StoreUnavailable
from service.host.server_files import cut_torn_end
from support.api.entries import entry_after
from support.servers.agreement import Disagreement, check_agreement
from support.servers.powercuts import WatchedServer, tracer
from support.servers.servers import DURABLE, QUICK, Server, any_binary, redis_binary, valkey_binary

WRITERS = 4
MATCHES = ["shared", *(f"own{n}" for n in range(WRITERS))]


class Writer(threading.Thread):
    """Writes by turns to a match of its own and to one all write to, until the server is gone."""

    def __init__(self, url, number, round_):
        super().__init__()
        self.url, self.number, self.round = url, number, round_
        self.acknowledged, self.unsure = [], None

    def run(self):
        store = connect_redis(self.url)
        try:
            while True:
                self._write(store, MATCHES[self.number + 1])
                self._write(store, "shared")
        except StoreUnavailable:
            store.close()

    def _write(self, store, match):
        head = store.head(match)
        newest = store.entries(match, after=head.version - 1)[-1] if head else None
        cause = f"{self.round}.{self.number}.{len(self.acknowledged)}"
        self.unsure = Append(match=match, entry=entry_after(newest, cause=cause), fingerprint=cause)
        if isinstance(store.append(self.unsure), Appended):
            self.acknowledged.append(self.unsure)
        self.unsure = None


@pytest.fixture(params=[redis_binary, valkey_binary], ids=["redis", "valkey"])
def mortal_server(request):
    binary = request.param() or pytest.skip("no such server on this machine")
    with Server(binary, settings=DURABLE) as server:
        yield server


def test_no_acknowledged_entry_is_lost_and_none_is_written_twice(mortal_server):
    crash_rounds(mortal_server, mortal_server.kill)


@pytest.fixture
def failing_power():
    tracer() or pytest.skip("no strace on this machine")
    with WatchedServer(any_binary()) as server:
        yield server


def test_nor_when_the_power_fails_and_of_the_file_only_what_was_on_the_disk_is_left(failing_power):
    random = Random(5)
    crash_rounds(failing_power, lambda: failing_power.power_cut(random))


@pytest.mark.skipif(tracer() is None, reason="needs strace")
def test_what_a_server_cuts_off_before_it_starts_was_never_on_the_disk():
    with WatchedServer(any_binary()) as server:
        store = connect_redis(server.url)
        store.append(Append(match="m", entry=entry_after()))
        store.close()
        server.kill()
        [file] = server.files()
        whole = file.stat().st_size
        with file.open("ab") as half:
            half.write(b"*3\r\n$3\r\nSE")

        server.start()

        assert server.synced()[file] == file.stat().st_size == whole


def test_a_server_that_answers_before_the_disk_has_it_is_found_out():
    tracer() or pytest.skip("no strace on this machine")
    with WatchedServer(any_binary(), settings=QUICK) as server, pytest.raises(Disagreement):
        crash_rounds(server, lambda: server.power_cut(Random(5)))


def crash_rounds(server, crash):
    acknowledged = []
    for round_ in range(3):
        writers = [Writer(server.url, number, round_) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        while sum(len(writer.acknowledged) for writer in writers) < 150:
            time.sleep(0.001)
        crash()
        for writer in writers:
            writer.join()
            acknowledged += writer.acknowledged

        cut_torn_end(server.folder)
        server.start()

        all_agree(server.url, acknowledged)
        acknowledged += asked_again(server.url, [writer.unsure for writer in writers if writer.unsure])
        all_agree(server.url, acknowledged)


def asked_again(url, unsure):
    """Whose answer was lost asks again; then it stands in the book, unless another one came first."""
    store = connect_redis(url)
    refused = [new for new in unsure if isinstance(store.append(new), Conflict)]
    store.close()
    assert {new.match for new in refused} <= {"shared"}
    return [new for new in unsure if new not in refused]


def all_agree(url, acknowledged):
    store = connect_redis(url)
    check_agreement(store, [(new.match, new.entry.version, new.entry.hash) for new in acknowledged])
    store.close()
