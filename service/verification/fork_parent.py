"""Does a fork begin as its parent stood? That is proven where the parent's book is at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from events.chain import walk_chain
from events.codec import encode
from events.entry import BrokenChain, Entry
from events.names import check_match
from events.store import Head
from events.verify import Book, BookDamaged, read_book
from games.match.events import MatchOpened
from games.match.play import first_table
from games.match.state import Parent
from service.matches.folding import fold_entries, read_opening
from service.verification.edition_of_book import admit_edition
from service.verification.fold_and_decisions import Finding, describe_failure

MOST_ANCESTORS: Final = 64  # forks of forks that are looked at
MOST_ENTRIES_ABOVE: Final = 20_000  # of all their books


class NotAtHand(Exception):  # noqa: N818  the name says it
    """The book that is asked for, or its entry, is not available."""


Lookup = Callable[[Parent], Sequence[Entry]]  # the entries up to that version, chained; or NotAtHand


def nowhere(origin: Parent) -> Sequence[Entry]:
    raise NotAtHand(f"the book of {origin.match!r} is not at hand")


def check_parentage(first: Entry, lookup: Lookup) -> Finding:
    """Asked of the first entry of a book that can be folded.

    Its parent decides. For the parent's parent, and so on, the answer says how far they were looked at.
    """
    link = compare_with_parent(first, lookup)
    if not link.before:
        return link.finding
    details = [link.finding.detail or "", *describe_ancestors(link, lookup)]
    return link.finding._replace(detail="; ".join(details))


class ParentLink(NamedTuple):
    """What a fork has to do with the book it goes on from."""

    finding: Finding
    before: Sequence[Entry] = ()  # of that book, if it is as the fork says


def describe_ancestors(link: ParentLink, lookup: Lookup) -> Iterator[str]:
    """A loop, as nobody knows how long the chain is; a bound, as each of its books costs a whole fold."""
    matches = entries = 0
    while link.before and read_opening(link.before[0]).parent:
        matches, entries = matches + 1, entries + len(link.before)
        if matches > MOST_ANCESTORS or entries > MOST_ENTRIES_ABOVE:
            yield (
                f"nothing before that one was looked at: {MOST_ANCESTORS} matches and "
                f"{MOST_ENTRIES_ABOVE} entries are the most"
            )
            return
        link = compare_with_parent(link.before[0], lookup)
        wrong = link.finding.entry is not None
        yield f"{'but that one is no fork' if wrong else 'of that one'}: {link.finding.detail}"


def compare_with_parent(first: Entry, lookup: Lookup) -> ParentLink:
    opened = read_opening(first)
    origin = opened.parent
    if origin is None:
        return ParentLink(Finding(detail="it goes on from no other match"))
    if not can_exist(origin):
        return ParentLink(Finding(first.version, "what it goes on from is no entry of any match"))
    try:
        before = lookup(origin)
    except NotAtHand as missing:
        proven = "that its first table fits the match is all that was looked at"
        return ParentLink(Finding(detail=f"{missing}: {proven}", skipped=True))
    wrong = difference_from_parent(opened, origin, before)
    if wrong:
        return ParentLink(Finding(first.version, wrong))
    return ParentLink(Finding(detail=f"as {origin.match!r} stood after entry {origin.version}"), before)


def can_exist(origin: Parent) -> bool:
    try:
        check_match(origin.match)
    except ValueError:
        return False
    return origin.version > 0


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


class Shelf(Protocol):
    """As much of a store as a proof must see."""

    def head(self, match: str) -> Head | None: ...

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]: ...

    def imports_of(self, match: str) -> list[Head]: ...


def lookup_in_store(store: Shelf) -> Lookup:
    """Among the matches of this house, and those imported."""

    def lookup(origin: Parent) -> Sequence[Entry]:
        heads = [head for head in (store.head(origin.match), *store.imports_of(origin.match)) if head]
        long_enough = [head.match for head in heads if head.version >= origin.version]
        if not long_enough:
            return nowhere(origin)
        same = (place for place in long_enough if holds(store, place, origin))
        place = next(same, long_enough[0])
        try:
            entries = list(walk_chain(store.entries(place, limit=origin.version)))
        except BrokenChain as broken:
            raise NotAtHand(f"the book of {origin.match!r} is damaged at entry {broken.version}") from broken
        return entries if may_be_told_of(entries, origin) else nowhere(origin)

    return lookup


def holds(store: Shelf, place: str, origin: Parent) -> bool:
    found = store.entries(place, after=origin.version - 1, limit=1)
    return bool(found) and found[0].hash == origin.hash


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
        book = read_book(raw)
    except BookDamaged:
        return None  # its own verdict tells
    return None if admit_edition(book) else book
