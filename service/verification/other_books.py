"""Comparisons with other books: the parent of a fork, and the match of the same id that is played here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from events.codec import encode
from events.entry import BrokenChain, Entry, walk_chain
from events.names import check_match
from events.store import Head
from events.verify import Book, BookDamaged, read_book
from games.match.events import MatchOpened
from games.match.play import first_table
from games.match.state import Parent
from service.matches.folding import fold_entries, read_opening
from service.verification.checks import Finding, admit_edition, describe_failure

MOST_ANCESTORS: Final = 64  # forks of forks that are looked at
MOST_ENTRIES_ABOVE: Final = 20_000  # of all their books


class BookSource(Protocol):
    """As much of a store as a check must see."""

    def head(self, match: str) -> Head | None: ...

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]: ...

    def imports_of(self, match: str) -> list[Head]: ...


class NotAtHand(Exception):  # noqa: N818  the name says it
    """The book that is asked for, or its entry, is not available."""


Lookup = Callable[[Parent], Sequence[Entry]]  # the entries up to that version, chained; or NotAtHand


def nowhere(origin: Parent) -> Sequence[Entry]:
    raise NotAtHand(f"the book of {origin.match!r} is not at hand")


def lookup_in_store(books: BookSource) -> Lookup:
    """Return a lookup among the matches of this server, and those imported."""

    def lookup(origin: Parent) -> Sequence[Entry]:
        heads = [head for head in (books.head(origin.match), *books.imports_of(origin.match)) if head]
        long_enough = [head.match for head in heads if head.version >= origin.version]
        if not long_enough:
            return nowhere(origin)
        same = (match for match in long_enough if hash_of_entry(books, match, origin.version) == origin.hash)
        match = next(same, long_enough[0])
        try:
            entries = list(walk_chain(books.entries(match, limit=origin.version)))
        except BrokenChain as broken:
            raise NotAtHand(f"the book of {origin.match!r} is damaged at entry {broken.version}") from broken
        # The answer reveals nothing about a private match: a caller who knows the hash has seen it.
        is_known = entries[-1].hash == origin.hash or read_opening(entries[0]).visibility != "private"
        return entries if is_known else nowhere(origin)

    return lookup


def lookup_in_files(raws: Sequence[bytes]) -> Lookup:
    """Return a lookup among files; a damaged one proves nothing."""
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
        return None  # its own verdict reports that
    return None if admit_edition(book) else book


class ParentLink(NamedTuple):
    """How a fork relates to the book it goes on from."""

    finding: Finding
    before: Sequence[Entry] = ()  # of that book, if it is as the fork says


def check_parentage(first: Entry, lookup: Lookup) -> Finding:
    """Check the first entry of a book that can be folded against its parent.

    Its parent decides. For the parent's parent, and so on, the detail only says how far they were looked at.
    """
    link = compare_with_parent(first, lookup)
    if not link.before:
        return link.finding
    details = [link.finding.detail or "", *describe_ancestors(link, lookup)]
    return link.finding._replace(detail="; ".join(details))


def describe_ancestors(link: ParentLink, lookup: Lookup) -> Iterator[str]:
    """Yield what was found of the parents above; bounded, as each of their books costs a whole fold."""
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
    wrong = describe_other_beginning(opened, origin, before)
    if wrong:
        return ParentLink(Finding(first.version, wrong))
    return ParentLink(Finding(detail=f"as {origin.match!r} stood after entry {origin.version}"), before)


def can_exist(origin: Parent) -> bool:
    try:
        check_match(origin.match)
    except ValueError:
        return False
    return origin.version > 0


def describe_other_beginning(opened: MatchOpened, origin: Parent, before: Sequence[Entry]) -> str | None:
    """Return in what a fork does not begin as its parent stood."""
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


class KnownHead(NamedTuple):
    newest: int  # the version of the match
    differs: int | None = None  # the first entry that is another one there


Heads = Callable[[Book], KnownHead | None]


def unknown_head(_: Book) -> KnownHead | None:
    return None


def heads_in_store(books: BookSource) -> Heads:
    """Return what compares a book with the match of its id that is played here."""

    def compare(book: Book) -> KnownHead | None:
        try:
            return compare_with_match(books, book)
        except BrokenChain:
            return None

    return compare


def compare_with_match(books: BookSource, book: Book) -> KnownHead | None:
    """Compare as far as both go. None where the file goes on from what is here: its head is not known then.

    The answer reveals nothing about a private match; a caller who knows the hash has seen it.
    """
    match, version = book.header.match, len(book.entries)
    head = books.head(match)
    if head is None:
        return None
    common = min(version, head.version)
    if hash_of_entry(books, match, common) == book.entries[common - 1].hash:
        return KnownHead(head.version) if common == version else None
    if read_opening(books.entries(match, limit=1)[0]).visibility == "private":
        return None
    return KnownHead(head.version, count_common_entries(books, match, book, 0, common) + 1)


def hash_of_entry(books: BookSource, match: str, version: int) -> str | None:
    """Return the hash of an entry, which stands for all entries up to it."""
    found = books.entries(match, after=version - 1, limit=1)
    return found[0].hash if found else None


def count_common_entries(books: BookSource, match: str, book: Book, same: int, other: int) -> int:
    """Return how many entries are the same, known to be from `same` up to below `other`.

    They are chained, so halving finds it.
    """
    while other - same > 1:
        middle = (same + other) // 2
        if hash_of_entry(books, match, middle) == book.entries[middle - 1].hash:
            same = middle
        else:
            other = middle
    return same
