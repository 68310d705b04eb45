"""Who dispatches a partition: several may stand by, one is active.

A lease runs out by itself when its holder dies. It is a fence as well: a checkpoint is written only while the
lease that it was reached under still lies there, so a holder that slept through its end cannot turn the next
one back.
"""

import secrets
from typing import Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store

PLACE: Final = "_shift"
DRAWER: Final = "leases"
LASTS_MS: Final = 5_000
RENEWED_MS: Final = 2_000  # after so long


class LeaseLost(Exception):  # noqa: N818  what it says
    """Another dispatcher is active; nothing was written."""


class Held(msgspec.Struct, frozen=True, kw_only=True):
    holder: str
    term: int  # how often the lease has changed hands
    until: int  # UTC milliseconds


class Lease:
    def __init__(self, store: Store, partition: int) -> None:
        self._store = store
        self._field = str(partition)
        self._holder = secrets.token_hex(8)
        self._ours: bytes | None = None

    @property
    def guard(self) -> Guard:
        return Guard(DRAWER, self._field, self._ours)

    def held(self, now: int) -> bool:
        """Takes the lease if it is free, and renews it in good time."""
        kept = self._store.field(PLACE, DRAWER, self._field)
        known = decode(kept, Held) if kept else None
        if known is None or known.until <= now:
            return self._take(kept, known.term + 1 if known else 1, now)
        if known.holder != self._holder:
            self._ours = None
            return False
        if known.until - now > LASTS_MS - RENEWED_MS:
            return True
        return self._take(kept, known.term, now)

    def release(self) -> None:
        """So that whoever stands by need not wait."""
        if self._ours is not None:
            self._swap(self._ours, Held(holder="", term=decode(self._ours, Held).term, until=0))
            self._ours = None

    def _take(self, kept: bytes | None, term: int, now: int) -> bool:
        return self._swap(kept, Held(holder=self._holder, term=term, until=now + LASTS_MS))

    def _swap(self, before: bytes | None, after: Held) -> bool:
        value = encode(after)
        done = self._store.swap(PLACE, Guard(DRAWER, self._field, before), {DRAWER: {self._field: value}})
        self._ours = value if done else None
        return done


def holder(store: Store, partition: int) -> Held | None:
    kept = store.field(PLACE, DRAWER, str(partition))
    return decode(kept, Held) if kept else None
