"""What can be said about a run of entries without knowing the game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec

from events.codec import decode
from events.entry import FIRST_PREV, BrokenChain, Entry, hash_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class _Turn(msgspec.Struct):
    """What an undo or a redo says of other entries; no other event says such a thing."""

    struck: tuple[int, ...] = ()
    versions: tuple[int, ...] = ()


def struck(entries: Iterable[Entry]) -> frozenset[int]:
    """The versions that an undo struck out and no redo brought back.

    They stay in the book and in every export.
    """
    gone: set[int] = set()
    for entry in entries:
        if turns_back(entry):
            for turn in decode(entry.events, list[_Turn]):
                gone |= set(turn.struck)
                gone -= set(turn.versions)
    return frozenset(gone)


def turned(entries: Iterable[Entry]) -> frozenset[int]:
    """The versions that count after these entries and did not before them, or vice versa."""
    other: set[int] = set()
    for entry in entries:
        if turns_back(entry):
            for turn in decode(entry.events, list[_Turn]):
                other ^= {*turn.struck, *turn.versions}
    return frozenset(other)


def reach(entries: Iterable[Entry]) -> int:
    """The first version that an undo or a redo among these entries names; without one, beyond all."""
    turning = (entry for entry in entries if turns_back(entry))
    turns = (turn for entry in turning for turn in decode(entry.events, list[_Turn]))
    return min((version for turn in turns for version in turn.struck + turn.versions), default=sys.maxsize)


def turns_back(entry: Entry) -> bool:
    """Does this entry change which earlier ones count? An undo or a redo does."""
    raw = bytes(entry.events)
    return b'"type":"rewound"' in raw or b'"type":"restored"' in raw


def chained(entries: Iterable[Entry], *, after: int = 0, prev: str = FIRST_PREV) -> Iterator[Entry]:
    """The same entries, for readers who trust nothing: BrokenChain at the first that does not follow."""
    version = after
    for entry in entries:
        version += 1
        if entry.version != version:
            raise BrokenChain(version, f"entry {entry.version} stands in its place")
        if entry.prev != prev:
            raise BrokenChain(version, "it does not follow from the entry before")
        if entry.hash != hash_of(prev, entry.body()):
            raise BrokenChain(version, "its hash is not that of its bytes")
        prev = entry.hash
        yield entry
