"""How far the feed has been followed. Kept with the book, so that a lost queue does not take it along."""

from typing import Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store

PLACE: Final = "_shift"  # no match has such an id
DRAWER: Final = "checkpoints"


class Checkpoint(msgspec.Struct, frozen=True):
    """Work of items up to `dispatched` has been enqueued; up to `settled` nothing is open any more."""

    dispatched: int = 0
    settled: int = 0


def load(store: Store, partition: int) -> Checkpoint:
    kept = store.drawer(PLACE, DRAWER).get(str(partition))
    return decode(kept, Checkpoint) if kept else Checkpoint()


def save(store: Store, partition: int, checkpoint: Checkpoint, guard: Guard | None = None) -> bool:
    """False: the guard does not hold any more, and nothing is written."""
    fields: dict[str, bytes | None] = {str(partition): encode(checkpoint)}
    if guard is not None:
        return store.swap(PLACE, guard, {DRAWER: fields})
    store.put(PLACE, DRAWER, fields)
    return True
