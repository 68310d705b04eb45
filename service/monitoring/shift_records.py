"""How the shift is doing, as the book knows it: who dispatches, how far behind, what is parked."""

from __future__ import annotations

from typing import Final

import msgspec

from events.store import Store

PLACE: Final = "_shift"  # where the shift keeps its own things


class _Checkpoint(msgspec.Struct):
    dispatched: int = 0


class Lease(msgspec.Struct):
    holder: str
    term: int
    until: int


def lag(store: Store) -> dict[int, int]:
    """Entries that are written and not yet dispatched, by partition."""
    kept = store.drawer(PLACE, "checkpoints")
    return {
        partition: max(store.feed_end(partition) - dispatched(kept.get(str(partition))), 0)
        for partition in range(store.partition_count())
    }


def dispatched(kept: bytes | None) -> int:
    return msgspec.json.decode(kept, type=_Checkpoint).dispatched if kept else 0


def leases(store: Store) -> dict[int, Lease]:
    kept = store.drawer(PLACE, "leases")
    return {int(partition): msgspec.json.decode(lease, type=Lease) for partition, lease in kept.items()}


def parked(store: Store) -> int:
    return len(store.fields(PLACE, "parked"))
