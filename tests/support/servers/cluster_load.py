"""Writers at full speed on a cluster, while something happens to it."""

from __future__ import annotations

import threading
import time

from events.redis_store.cluster import connect_cluster
from events.store import Append, Conflict, StoreUnavailable
from support.api.entries import entry_after
from support.servers.agreement import check_agreement
from support.servers.patience import PATIENCE

WRITERS = 3


class Writer(threading.Thread):
    """Appends to a few matches as fast as it can; repeats what the cluster could not take."""

    def __init__(self, url, number):
        super().__init__()
        self.url, self.number = url, number
        self.acknowledged, self.stop = [], threading.Event()

    def run(self):
        store = connect_cluster(self.url)
        newest = dict.fromkeys(f"w{self.number}-{match}" for match in range(8))
        while not self.stop.is_set():
            for match, before in newest.items():
                entry = entry_after(before, cause=f"{match} {before.version if before else 0}")
                self._surely(store, Append(match=match, entry=entry, fingerprint="f"))
                newest[match] = entry
        store.close()

    def _surely(self, store, new):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                outcome = store.append(new)
            except StoreUnavailable:
                time.sleep(0.02)
                continue
            assert not isinstance(outcome, Conflict)
            self.acknowledged.append(new)
            return
        raise AssertionError("the cluster takes nothing any more")


def under_load(cluster, work):
    """What was acknowledged while the work was done."""
    writers = [Writer(cluster.url, number) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        wait_for(writers, 100)
        work()
        wait_for(writers, 100)
    finally:
        for writer in writers:
            writer.stop.set()
        for writer in writers:
            writer.join()
    return [new for writer in writers for new in writer.acknowledged]


def wait_for(writers, more):
    end = [len(writer.acknowledged) + more for writer in writers]
    limit = time.monotonic() + PATIENCE
    while any(len(writer.acknowledged) < wanted for writer, wanted in zip(writers, end, strict=True)):
        assert time.monotonic() < limit, "somebody writes no more"
        time.sleep(0.01)


def everything_is_there(store, acknowledged):
    check_agreement(store, [(new.match, new.entry.version, new.entry.hash) for new in acknowledged])
