"""The records of the dispatcher, stored with the book: who is active, how far it is, what is parked.

Workers write them and a monitor reads them, so they are described here, where both may import them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.store import FeedItem, ServerScope, Store
from service.documents import Documents, swap

DISPATCHER_SCOPE: Final = ServerScope("shift")
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


CHECKPOINTS: Final = Documents[ServerScope, int, Checkpoint]("checkpoints", int, Checkpoint)
LEASES: Final = Documents[ServerScope, int, HeldLease]("leases", int, HeldLease)
# By partition and number in the feed.
PARKED_ITEMS: Final = Documents[ServerScope, str, Parked]("parked", str, Parked)
_CHECKS: Final = Documents[ServerScope, str, str]("checks", str, str)
_CURSOR: Final = "cursor"


class DispatcherRecords:
    """The records of all partitions of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def checkpoint(self, partition: int) -> Checkpoint:
        return CHECKPOINTS.get(self._store, DISPATCHER_SCOPE, partition) or Checkpoint()

    def keep_checkpoint(self, partition: int, reached: Checkpoint) -> None:
        CHECKPOINTS.put(self._store, DISPATCHER_SCOPE, {partition: reached})

    def keep_checkpoint_under(self, lease: HeldLease | None, partition: int, reached: Checkpoint) -> bool:
        """Return False, and write nothing, if another lease is there by now."""
        changes = CHECKPOINTS.changes({partition: reached})
        return swap(self._store, DISPATCHER_SCOPE, LEASES.guard(partition, lease), changes)

    def checkpoints(self) -> dict[int, Checkpoint]:
        """Return the checkpoints of all partitions."""
        stored = CHECKPOINTS.all(self._store, DISPATCHER_SCOPE)
        return {part: stored.get(part, Checkpoint()) for part in range(self._store.partition_count())}

    def lag(self) -> dict[int, int]:
        """Return by partition how many entries are written but not yet dispatched."""
        reached = self.checkpoints()
        return {part: max(self._store.feed_end(part) - at.dispatched, 0) for part, at in reached.items()}

    def lease(self, partition: int) -> HeldLease | None:
        return LEASES.get(self._store, DISPATCHER_SCOPE, partition)

    def leases(self) -> dict[int, HeldLease]:
        return LEASES.all(self._store, DISPATCHER_SCOPE)

    def pass_lease(self, partition: int, before: HeldLease | None, after: HeldLease) -> bool:
        """Return False, and write nothing, if another lease is there by now."""
        changes = LEASES.changes({partition: after})
        return swap(self._store, DISPATCHER_SCOPE, LEASES.guard(partition, before), changes)

    def park(self, partition: int, item: FeedItem, failure: Exception) -> None:
        why = f"{type(failure).__name__}: {failure}"[:_LONGEST_REASON]
        parked = Parked(match=item.match, version=item.version, why=why)
        PARKED_ITEMS.put(self._store, DISPATCHER_SCOPE, {f"{partition}.{item.number}": parked})

    def count_parked(self) -> int:
        return len(PARKED_ITEMS.keys(self._store, DISPATCHER_SCOPE))

    def check_cursor(self) -> str | None:
        """Return where in the listing of matches the last check of snapshots stopped; None: at the end."""
        return _CHECKS.get(self._store, DISPATCHER_SCOPE, _CURSOR) or None

    def keep_check_cursor(self, cursor: str | None) -> None:
        _CHECKS.put(self._store, DISPATCHER_SCOPE, {_CURSOR: cursor or None})
