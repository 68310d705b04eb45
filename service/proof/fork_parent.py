"""Does a fork begin as its parent stood? That is proven where the parent's book is at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from events.chain import walk_chain
from events.codec import encode
from events.entry import BrokenChain, Entry
from events.names import check_match
from events.store import Store
from events.verify import Book, BookDamaged, read_book
from games.match.events import MatchOpened
from games.match.play import first_table
from games.match.state import Parent
from service.matches.folding import fold_entries, read_opening
from service.proof.fold_and_decisions import Finding, describe_failure


class NotAtHand(Exception):  # noqa: N818  the name says it
    """The book that is asked for, or its entry, is not available."""


Lookup = Callable[[Parent], Sequence[Entry]]  # the entries up to that version, chained; or NotAtHand


def nowhere(origin: Parent) -> Sequence[Entry]:
    raise NotAtHand(f"the book of {origin.match!r} is not at hand")


def check_parentage(first: Entry, lookup: Lookup) -> Finding:
    """Asked of the first entry of a book that can be folded."""
    opened = read_opening(first)
    origin = opened.parent
    if origin is None:
        return Finding(detail="it goes on from no other match")
    if not can_exist(origin):
        return Finding(first.version, "what it goes on from is no entry of any match")
    try:
        before = lookup(origin)
    except NotAtHand as missing:
        proven = "that its first table fits the match is all that was looked at"
        return Finding(detail=f"{missing}: {proven}", skipped=True)
    wrong = difference_from_parent(opened, origin, before)
    if wrong:
        return Finding(first.version, wrong)
    return Finding(
        detail=f"as {origin.match!r} stood after entry {origin.version}{about_grandparent(before, lookup)}"
    )


def can_exist(origin: Parent) -> bool:
    try:
        check_match(origin.match)
    except ValueError:
        return False
    return origin.version > 0


def about_grandparent(before: Sequence[Entry], lookup: Lookup) -> str:
    """What to say of the parent's own parent."""
    above = check_parentage(before[0], lookup)
    if above.entry:
        return f"; but that one is no fork: {above.detail}"
    return f"; of that one: {above.detail}" if read_opening(before[0]).parent else ""


def difference_from_parent(opened: MatchOpened, origin: Parent, before: Sequence[Entry]) -> str | None:
    if before[-1].hash != origin.hash:
        return f"entry {origin.version} of {origin.match!r} has another hash"
    try:
        then = fold_entries(before)
        same = then.game == opened.game and encode(then.table) == encode(first_table(opened))
    except Exception as failure:  # noqa: BLE001  a parent that somebody made up can fail in any way
        return f"{origin.match!r} cannot be folded up to entry {origin.version}: {describe_failure(failure)}"
    if then.status != "running":
        return f"{origin.match!r} was {then.status} after entry {origin.version}"
    return None if same else f"it does not begin as {origin.match!r} stood after entry {origin.version}"


def lookup_in_store(store: Store) -> Lookup:
    """Among the matches of this house."""

    def lookup(origin: Parent) -> Sequence[Entry]:
        head = store.head(origin.match)
        if head is None or head.version < origin.version:
            return nowhere(origin)
        try:
            entries = list(walk_chain(store.entries(origin.match, limit=origin.version)))
        except BrokenChain as broken:
            raise NotAtHand(f"the book of {origin.match!r} is damaged at entry {broken.version}") from broken
        return entries if may_be_told_of(entries, origin) else nowhere(origin)

    return lookup


def may_be_told_of(entries: Sequence[Entry], origin: Parent) -> bool:
    """Asking reveals nothing about a private match; a caller who knows the hash has seen it."""
    return entries[-1].hash == origin.hash or read_opening(entries[0]).visibility != "private"


def lookup_in_files(raws: Sequence[bytes]) -> Lookup:
    """Among files; a damaged one proves nothing."""
    books: list[Book] = []

    def lookup(origin: Parent) -> Sequence[Entry]:
        if not books:
            books.extend(book for raw in raws if (book := read_if_sound(raw)))
        known = [book.entries for book in books if book.header.match == origin.match]
        long_enough = [entries[: origin.version] for entries in known if len(entries) >= origin.version]
        same = [entries for entries in long_enough if entries[-1].hash == origin.hash]
        if not long_enough:
            return nowhere(origin)
        return (same or long_enough)[0]

    return lookup


def read_if_sound(raw: bytes) -> Book | None:
    try:
        return read_book(raw)
    except BookDamaged:
        return None  # its own verdict tells
