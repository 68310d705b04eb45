"""A server killed under load and started again has every entry it acknowledged, once, everywhere."""

from __future__ import annotations

import threading
import time
from collections import Counter

import pytest

from entries import entry_after
from events.history import chained
from events.redis_store import connect
from events.store import Append, Appended, Conflict, StoreUnavailable
from servers import Server, redis_binary, valkey_binary

WRITERS = 4
MATCHES = ["shared", *(f"own{n}" for n in range(WRITERS))]


class Writer(threading.Thread):
    """Writes by turns to a match of its own and to one all write to, until the server is gone."""

    def __init__(self, url, number, round_):
        super().__init__()
        self.url, self.number, self.round = url, number, round_
        self.acknowledged, self.unsure = [], None

    def run(self):
        store = connect(self.url)
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
    with Server(binary) as server:
        yield server


def test_no_acknowledged_entry_is_lost_and_none_is_written_twice(mortal_server):
    acknowledged = []
    for round_ in range(3):
        writers = [Writer(mortal_server.url, number, round_) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        while sum(len(writer.acknowledged) for writer in writers) < 150:
            time.sleep(0.001)
        mortal_server.kill()
        for writer in writers:
            writer.join()
            acknowledged += writer.acknowledged

        mortal_server.start()

        acknowledged += asked_again(mortal_server.url, [writer.unsure for writer in writers if writer.unsure])
        check_all_agree(mortal_server.url, acknowledged)


def asked_again(url, unsure):
    """Whose answer was lost asks again; then it stands in the book, unless another one came first."""
    store = connect(url)
    refused = [new for new in unsure if isinstance(store.append(new), Conflict)]
    store.close()
    assert {new.match for new in refused} <= {"shared"}
    return [new for new in unsure if new not in refused]


def check_all_agree(url, acknowledged):
    store = connect(url)
    feed = store.feed(0, after=0, limit=1_000_000)
    assert [item.number for item in feed] == list(range(1, len(feed) + 1))
    for match in MATCHES:
        book = list(chained(store.entries(match)))
        head = store.head(match)
        assert (head.version, head.hash) == (len(book), book[-1].hash)
        assert [item.version for item in feed if item.match == match] == [entry.version for entry in book]
        assert Counter(entry.cause for entry in book).most_common(1)[0][1] == 1
        assert store._redis.hlen(store._keys.of_match(match, "causes")) == len(book)
        assert all(store.cause(match, entry.cause) == (entry.cause, entry.version) for entry in book)
        answered = [new.entry for new in acknowledged if new.match == match]
        assert all(book[entry.version - 1] == entry for entry in answered)
    store.close()
