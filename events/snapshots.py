"""Folded states beside the book, so that a position far on is not folded from the first entry.

They can be thrown away: whoever finds none, or none that fits, reads more of the book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from events.codec import decode, encode
from events.history import reach

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from events.entry import Entry
    from events.store import Store

DRAWER: Final = "snap"
EVERY: Final = 100  # versions
BEYOND: Final = 1 << 53


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A state and where in the book it stands."""

    shape: str  # of the state; one of another shape is passed over, never migrated
    version: int
    hash: str
    opened: int  # UTC ms of the first entry
    touched: int  # of this one
    state: msgspec.Raw


class Base(NamedTuple):
    """Where a fold begins: a snapshot, or nothing, and the entries after it."""

    snapshot: Snapshot | None
    entries: list[Entry]


def keep(store: Store, match: str, snapshot: Snapshot) -> None:
    store.put(match, DRAWER, {str(snapshot.version): encode(snapshot)})


def drop(store: Store, match: str, versions: Sequence[int]) -> None:
    store.put(match, DRAWER, {str(version): None for version in versions})


def kept(store: Store, match: str) -> list[int]:
    return sorted(int(version) for version in store.fields(match, DRAWER))


def load(store: Store, match: str, version: int, shapes: Container[str]) -> Snapshot | None:
    """None if there is none, or none that can be read today."""
    try:
        kept = store.field(match, DRAWER, str(version))
        snapshot = decode(kept, Snapshot) if kept else None
    except ValueError:
        return None
    return snapshot if snapshot and snapshot.shape in shapes else None


def nearest(store: Store, match: str, until: int, shapes: Container[str], then: Sequence[Entry] = ()) -> Base:
    """The newest snapshot up to a version from which the fold comes out right, and what follows it.

    An undo or a redo after a snapshot that speaks of entries before it makes that snapshot useless: they
    count otherwise in it. `then` are entries that will follow `until` in the same fold.
    """
    entries: list[Entry] = []
    begin, bound = until + 1, reach(then)
    for version in reversed([version for version in kept(store, match) if version <= until]):
        if version >= bound:
            continue
        entries = [*store.entries(match, after=version, limit=begin - 1 - version), *entries]
        begin, bound = version + 1, min(bound, reach(entries))
        if version < bound:
            snapshot = load(store, match, version, shapes)
            return Base(snapshot, entries) if snapshot else _from_the_first(store, match, begin, entries)
    return _from_the_first(store, match, begin, entries)


def _from_the_first(store: Store, match: str, begin: int, entries: list[Entry]) -> Base:
    return Base(None, [*store.entries(match, limit=begin - 1), *entries])
