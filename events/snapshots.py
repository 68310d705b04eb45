"""Folded states beside the book, so that a late position is not folded from the first entry.

They can be thrown away: a reader who finds none, or none that fits, reads more of the book.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from events.codec import decode, encode
from events.entry import BrokenChain

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from events.entry import Entry
    from events.store import Store

SNAPSHOT_DOCUMENT: Final = "snap"
SNAPSHOT_EVERY: Final = 100  # versions
ENTRIES_AT_ONCE: Final = 200  # that are read in one go
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
    store.put(match, SNAPSHOT_DOCUMENT, {str(snapshot.version): encode(snapshot)})


def drop_snapshots(store: Store, match: str, versions: Sequence[int]) -> None:
    store.put(match, SNAPSHOT_DOCUMENT, {str(version): None for version in versions})


def list_snapshots(store: Store, match: str) -> list[int]:
    return sorted(map(int, store.fields(match, SNAPSHOT_DOCUMENT)))


def load_snapshot(store: Store, match: str, version: int, shapes: Container[str]) -> Snapshot | None:
    """Return a snapshot, or None if there is none that can be read today."""
    try:
        kept = store.field(match, SNAPSHOT_DOCUMENT, str(version))
        snapshot = decode(kept, Snapshot) if kept else None
    except ValueError:
        return None
    return snapshot if snapshot and snapshot.shape in shapes else None


def find_base(
    store: Store,
    match: str,
    until: int,
    shapes: Container[str],
    kept: Sequence[int] | None = None,
) -> FoldBase:
    """Return the newest snapshot up to a version and the entries after it.

    `kept`: the versions of the snapshots that may be used; None: of all.
    """
    versions = list_snapshots(store, match) if kept is None else kept
    place = bisect_right(versions, until)
    snapshot = load_snapshot(store, match, versions[place - 1], shapes) if place else None
    after = snapshot.version if snapshot else 0
    return FoldBase(snapshot, list(read_entries(store, match, after, until)))


def read_entries(store: Store, match: str, after: int, until: int) -> Iterator[Entry]:
    """Yield the entries after a version up to another, a part at a time: others have their turn in between.

    Raise BrokenChain at the first that cannot be read, after all those before it.
    """
    while after < until:
        limit = min(ENTRIES_AT_ONCE, until - after)
        try:
            found = store.entries(match, after=after, limit=limit)
        except BrokenChain as broken:
            if broken.version > after + 1:
                yield from store.entries(match, after=after, limit=broken.version - 1 - after)
            raise
        yield from found
        if len(found) < limit:
            return
        after = found[-1].version
