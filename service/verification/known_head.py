"""What a server knows of a match besides the file that tells of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from events.entry import BrokenChain
from events.verify import Book
from service.matches.folding import read_opening
from service.verification.fork_parent import Shelf


class KnownHead(NamedTuple):
    newest: int  # the version of the match
    differs: int | None = None  # the first entry that is another one there


Heads = Callable[[Book], KnownHead | None]


def unknown_head(_: Book) -> KnownHead | None:
    return None


def heads_in_store(shelf: Shelf) -> Heads:
    """Return what compares a book with the match of its id that is played here."""

    def compare(book: Book) -> KnownHead | None:
        try:
            return compare_with_match(shelf, book)
        except BrokenChain:
            return None

    return compare


def compare_with_match(shelf: Shelf, book: Book) -> KnownHead | None:
    """Compare as far as both go. None where the file goes on from what is here: its head is not known then.

    Asking reveals nothing about a private match; a caller who knows the hash has seen it.
    """
    match, version = book.header.match, len(book.entries)
    head = shelf.head(match)
    if head is None:
        return None
    common = min(version, head.version)
    if entry_of(shelf, match, common) == book.entries[common - 1].hash:
        return KnownHead(head.version) if common == version else None
    if read_opening(shelf.entries(match, limit=1)[0]).visibility == "private":
        return None
    return KnownHead(head.version, first_that_differs(shelf, match, book, 0, common) + 1)


def entry_of(shelf: Shelf, place: str, version: int) -> str | None:
    """The hash of an entry, which stands for all entries up to it."""
    found = shelf.entries(place, after=version - 1, limit=1)
    return found[0].hash if found else None


def first_that_differs(shelf: Shelf, place: str, book: Book, same: int, other: int) -> int:
    """How many entries are the same, known to be between the two: they are chained, so halving finds it."""
    while other - same > 1:
        middle = (same + other) // 2
        if entry_of(shelf, place, middle) == book.entries[middle - 1].hash:
            same = middle
        else:
            other = middle
    return same
