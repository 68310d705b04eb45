"""Folded states beside the book, so that a late position is not folded from the first entry.

They can be thrown away: a reader who finds none, or none that fits, reads more of the book.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from events.codec import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from events.entry import Entry
    from events.store import Store

SNAPSHOT_DRAWER: Final = "snap"
SNAPSHOT_EVERY: Final = 100  # versions
BEYOND: Final = 1 << 53


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A state and where in the book it stands."""

    shape: str  # of the state; one of another shape is passed over, never migrated
    version: int
    hash: str
    opened: int  # UTC ms of the first entry
    touched: int  # of this one
    state: msgspec.Raw


class FoldBase(NamedTuple):
    """Where a fold begins: a snapshot, or nothing, and the entries after it."""

    snapshot: Snapshot | None
    entries: list[Entry]


def keep_snapshot(store: Store, match: str, snapshot: Snapshot) -> None:
    store.put(match, SNAPSHOT_DRAWER, {str(snapshot.version): encode(snapshot)})


def drop_snapshots(store: Store, match: str, versions: Sequence[int]) -> None:
    store.put(match, SNAPSHOT_DRAWER, {str(version): None for version in versions})


def list_snapshots(store: Store, match: str) -> list[int]:
    return sorted(map(int, store.fields(match, SNAPSHOT_DRAWER)))


def load_snapshot(store: Store, match: str, version: int, shapes: Container[str]) -> Snapshot | None:
    """None if there is none, or none that can be read today."""
    try:
        kept = store.field(match, SNAPSHOT_DRAWER, str(version))
        snapshot = decode(kept, Snapshot) if kept else None
    except ValueError:
        return None
    return snapshot if snapshot and snapshot.shape in shapes else None


def find_base(
    store: Store,
    match: str,
    until: int,
    shapes: Container[str],
    first_turned: Callable[[Iterable[Entry]], int],
) -> FoldBase:
    """The newest snapshot up to a version from which a fold is right, and what follows it.

    Entries after a snapshot may change whether entries before it count, and make it useless. `first_turned`
    names the first version of which some entries say so: the book itself cannot read them.
    """
    entries: list[Entry] = []
    begin, bound = until + 1, until + 1
    kept = list_snapshots(store, match)
    for version in reversed(kept[: bisect_right(kept, until)]):
        entries = [*store.entries(match, after=version, limit=begin - 1 - version), *entries]
        begin, bound = version + 1, min(bound, first_turned(entries))
        if version < bound:
            snapshot = load_snapshot(store, match, version, shapes)
            return FoldBase(snapshot, entries) if snapshot else _from_the_first(store, match, begin, entries)
    return _from_the_first(store, match, begin, entries)


def _from_the_first(store: Store, match: str, begin: int, entries: list[Entry]) -> FoldBase:
    return FoldBase(None, [*store.entries(match, limit=begin - 1), *entries])
