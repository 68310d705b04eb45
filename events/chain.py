"""The chain of a book: every entry follows from the one before by its hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from events.entry import FIRST_PREV, BrokenChain, Entry, hash_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def walk_chain(entries: Iterable[Entry], *, after: int = 0, prev: str = FIRST_PREV) -> Iterator[Entry]:
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
