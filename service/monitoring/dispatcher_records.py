"""The records of the dispatcher, stored with the book: who is active, how far it is, what is parked.

Workers write them and a monitor reads them, so they are described here, where both may import them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.codec import decode, encode
from events.store import FeedItem, Guard, ServerScope, Store

DISPATCHER_SCOPE: Final = ServerScope("shift")

_CHECKPOINTS: Final = "checkpoints"  # by partition
_LEASES: Final = "leases"  # by partition
_PARKED: Final = "parked"  # by partition and number in the feed
_CHECKS: Final = "checks"
_CURSOR: Final = "cursor"
_LONGEST_REASON: Final = 500


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Work of items up to `dispatched` has been enqueued; up to `settled` nothing is open any more."""

    dispatched: int = 0
    settled: int = 0
    open_jobs: int = 0  # of items behind `settled`
    open_since: int | None = None  # UTC milliseconds: when the oldest of these was read

    def open_seconds(self, now: int) -> float:
        """Return how long the oldest job has been open."""
        return 0.0 if self.open_since is None else max(now - self.open_since, 0) / 1000


class HeldLease(msgspec.Struct, frozen=True, kw_only=True):
    """The right to dispatch a partition."""

    holder: str
    term: int  # how often the lease has changed hands
    until: int  # UTC milliseconds


class Parked(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the feed that the dispatcher could not handle: set aside for people to look at."""

    match: str
    version: int
    why: str


class DispatcherRecords:
    """The records of all partitions of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def checkpoint(self, partition: int) -> Checkpoint:
        return _checkpoint(self._store.field(DISPATCHER_SCOPE, _CHECKPOINTS, str(partition)))

    def keep_checkpoint(self, partition: int, reached: Checkpoint) -> None:
        self._store.put(DISPATCHER_SCOPE, _CHECKPOINTS, {str(partition): encode(reached)})

    def keep_checkpoint_under(self, lease: HeldLease | None, partition: int, reached: Checkpoint) -> bool:
        """False: another lease is there by now, and nothing is written."""
        fields: dict[str, bytes | None] = {str(partition): encode(reached)}
        return self._store.swap(DISPATCHER_SCOPE, _guard(partition, lease), {_CHECKPOINTS: fields})

    def checkpoints(self) -> dict[int, Checkpoint]:
        """Return the checkpoints of all partitions."""
        stored = self._store.document(DISPATCHER_SCOPE, _CHECKPOINTS)
        return {part: _checkpoint(stored.get(str(part))) for part in range(self._store.partition_count())}

    def lag(self) -> dict[int, int]:
        """Entries that are written but not yet dispatched, by partition."""
        reached = self.checkpoints()
        return {part: max(self._store.feed_end(part) - at.dispatched, 0) for part, at in reached.items()}

    def lease(self, partition: int) -> HeldLease | None:
        stored = self._store.field(DISPATCHER_SCOPE, _LEASES, str(partition))
        return decode(stored, HeldLease) if stored else None

    def leases(self) -> dict[int, HeldLease]:
        stored = self._store.document(DISPATCHER_SCOPE, _LEASES)
        return {int(partition): decode(lease, HeldLease) for partition, lease in stored.items()}

    def pass_lease(self, partition: int, before: HeldLease | None, after: HeldLease) -> bool:
        """False: another lease is there by now, and nothing is written."""
        return self._store.swap(
            DISPATCHER_SCOPE, _guard(partition, before), {_LEASES: {str(partition): encode(after)}}
        )

    def park(self, partition: int, item: FeedItem, failure: Exception) -> None:
        why = f"{type(failure).__name__}: {failure}"[:_LONGEST_REASON]
        parked = Parked(match=item.match, version=item.version, why=why)
        self._store.put(DISPATCHER_SCOPE, _PARKED, {f"{partition}.{item.number}": encode(parked)})

    def count_parked(self) -> int:
        return len(self._store.fields(DISPATCHER_SCOPE, _PARKED))

    def check_cursor(self) -> str | None:
        """Where in the listing of all matches the last check of snapshots stopped; None: at its end."""
        return (self._store.field(DISPATCHER_SCOPE, _CHECKS, _CURSOR) or b"").decode() or None

    def keep_check_cursor(self, cursor: str | None) -> None:
        self._store.put(DISPATCHER_SCOPE, _CHECKS, {_CURSOR: cursor.encode() if cursor else None})


def _checkpoint(stored: bytes | None) -> Checkpoint:
    return decode(stored, Checkpoint) if stored else Checkpoint()


def _guard(partition: int, lease: HeldLease | None) -> Guard:
    return Guard(_LEASES, str(partition), encode(lease) if lease else None)
