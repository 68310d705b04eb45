"""An answer lost after the entry was written: asking again neither writes it twice nor meets a conflict."""

from __future__ import annotations

import select
import socket
import threading

import pytest

from events.redis_store.store import connect_redis
from events.store import Append, Appended, Replayed, StoreUnavailable
from support.api.entries import run_of_entries


class LosesAnswers:
    """Stands between client and server; hangs up instead of passing on the answer to a script call."""

    def __init__(self, target, path):
        self.target, self.url, self.to_lose = str(target), f"unix://{path}", 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self._threads.append(threading.Thread(target=self._pass_on, args=(client,)))
            self._threads[-1].start()

    def _pass_on(self, client):
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self.target)
            losing = False
            while True:
                for side in select.select([client, server], [], [])[0]:
                    said = side.recv(65536)
                    if not said:
                        return
                    if side is client:
                        losing = self.to_lose > 0 and b"EVALSHA" in said
                        server.sendall(said)
                    elif losing:
                        self.to_lose -= 1
                        return
                    else:
                        client.sendall(said)


@pytest.fixture
def line(server):
    path = server.folder / "line"
    between = LosesAnswers(server.socket, path)
    yield between
    between.close()
    path.unlink()


@pytest.fixture
def far_store(line):
    store = connect_redis(line.url)
    yield store
    store.close()


def script_calls(store):
    return store._redis.info("commandstats")["cmdstat_evalsha"]["calls"]


@pytest.mark.parametrize(("cause", "answer"), [(None, Appended(2)), ("c", Replayed(2))])
def test_the_second_try_meets_the_entry_of_the_first(line, far_store, cause, answer):
    first, second = run_of_entries(2, cause=cause)
    far_store.append(Append(match="m", entry=first))
    calls = script_calls(far_store)

    line.to_lose = 1
    outcome = far_store.append(Append(match="m", entry=second))

    assert outcome == answer
    assert script_calls(far_store) == calls + 2
    assert far_store.entries("m") == [first, second]
    assert [item.version for item in far_store.feed(0, after=0)] == [1, 2]


def test_when_the_second_answer_is_lost_too_the_caller_is_told(line, far_store):
    first, second, third = run_of_entries(3)
    far_store.append(Append(match="m", entry=first))

    line.to_lose = 2
    new = Append(match="m", entry=second)
    with pytest.raises(StoreUnavailable):
        far_store.append(new)

    assert far_store.append(Append(match="m", entry=third)) == Appended(3)
    assert far_store.append(new) == Appended(2)
    assert [item.version for item in far_store.feed(0, after=0)] == [1, 2, 3]
