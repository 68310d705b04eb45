"""A real Redis Cluster on loopback: three masters, and partitions that move between them."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import Self

from support.servers.patience import PATIENCE
from support.servers.servers import SLOTS, Server

MASTERS = 3
BATCH = 100  # keys that move at a time


class Cluster:
    def __init__(self, binary: Path, kind: type[Server] = Server) -> None:
        bounds = [SLOTS * number // MASTERS for number in range(MASTERS + 1)]
        parts = [range(begin, end) for begin, end in pairwise(bounds)]
        self.masters = [kind(binary, cluster=True, slots=slots) for slots in parts]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.masters[0].port}"

    def start(self) -> None:
        for master in self.masters:
            master.start()
        for number, master in enumerate(self.masters):
            self.ask(number, "CONFIG", "SET", "cluster-node-timeout", "2000")
            self.ask(0, "CLUSTER", "MEET", "127.0.0.1", master.port)
        self.until(lambda: all(self.settled(number) for number in range(MASTERS)))

    def settled(self, number: int) -> bool:
        told = self.ask(number, "CLUSTER", "INFO").decode()
        return "cluster_state:ok" in told and f"cluster_known_nodes:{MASTERS}" in told

    def ask(self, number: int, *words):
        with self.masters[number].client() as client:
            client.response_callbacks.clear()  # plain answers
            return client.execute_command(*words)

    def flush(self) -> None:
        for number in range(MASTERS):
            self.ask(number, "FLUSHALL")

    def until(self, fact) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if fact():
                return
            time.sleep(0.02)
        raise RuntimeError("the cluster does not come together")

    def slot(self, key: str) -> int:
        return self.ask(0, "CLUSTER", "KEYSLOT", key)

    def owner(self, slot: int) -> int:
        """Which of the masters holds it, according to the first."""
        for first, last, (_, port, *_), *_ in self.ask(0, "CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(number for number, master in enumerate(self.masters) if master.port == port)
        raise RuntimeError(f"nobody holds slot {slot}")

    def move(self, slot: int, to: int) -> None:
        """As `redis-cli --cluster reshard` does it, while everybody goes on."""
        source = self.owner(slot)
        if source == to:
            return
        names = [self.ask(number, "CLUSTER", "MYID") for number in range(MASTERS)]
        self.ask(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", names[source])
        self.ask(source, "CLUSTER", "SETSLOT", slot, "MIGRATING", names[to])
        port = self.masters[to].port
        while keys := self.ask(source, "CLUSTER", "GETKEYSINSLOT", slot, BATCH):
            self.ask(source, "MIGRATE", "127.0.0.1", port, "", 0, 5000, "KEYS", *keys)
        for number in (to, source, *range(MASTERS)):
            self.ask(number, "CLUSTER", "SETSLOT", slot, "NODE", names[to])

    def stop(self) -> None:
        for master in self.masters:
            master.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
