"""Import a match that was played elsewhere: the same entries with the same hashes, to be read.

It has no seed and no tokens, so nobody plays on in it, and it is closed at its last entry. Each entry is
appended by itself; an interrupted import is completed by importing the same file again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from events.codec import encode
from events.entry import Entry
from events.export import Header
from events.store import Append, Appended, Head, Replayed, Store
from events.verify import Book, BookDamaged, read_book
from games.catalogue import GAMES
from games.kernel.editions.admission import admit
from games.match.actor import Actor
from games.match.state import Match
from service.clock import now_ms
from service.editions.stored import EditionRecord, StoredEditions
from service.matches.folding import turns_back
from service.matches.index import import_label, labels, make_metadata, make_summary
from service.problem_detail import Detail
from service.problems import BadBook, TooBusy
from service.verification.audit import Checked, Unproven, Verdict, audit_book, check_that_failed
from service.verification.other_books import (
    BookSource,
    Heads,
    Lookup,
    count_common_entries,
    hash_of_entry,
    heads_in_store,
    lookup_in_store,
)
from service.verification.replay import Replay

IMPORT_NONCE: Final = b"file"  # the entries of a file are the same, whoever brings them
DIGITS_OF_HASH: Final = 24
MOST_OF_ONE_ID: Final = 100  # imports among which a fork's parent is looked for
AHEAD: Final = 24 * 60 * 60 * 1000  # other clocks may be wrong, but not by more than a day


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    header: Header
    place: str  # the id under which it is stored here
    new: bool  # something was written
    on_trust: list[Checked]  # what could not be looked at
    unproven: list[Unproven]


@dataclass(frozen=True, slots=True)
class Import:
    """A book that was found sound, and the entries still to be written."""

    header: Header
    place: str
    new: bool
    on_trust: list[Checked]
    unproven: list[Unproven]
    appends: Iterator[Append]


class StoreBooks:
    """A store of this process."""

    def __init__(self, store: Store) -> None:
        self.head = store.head
        self.entries = store.entries
        self._store = store

    def imports_of(self, match: str) -> list[Head]:
        return list_imports(self._store, match)


def bring_in(store: Store, raw: bytes, now: int) -> ImportOutcome:
    """Import a file in this process; nothing is written unless every check has passed."""
    wanted = prepare_import(StoreBooks(store), raw, now)
    board = bytes(wanted.header.board)
    if wanted.new and board:
        keep_board(store, wanted.header.game, board, wanted.place)
    write_appends(store, wanted.appends)
    return ImportOutcome(wanted.header, wanted.place, wanted.new, wanted.on_trust, wanted.unproven)


def prepare_import(books: BookSource, raw: bytes, now: int) -> Import:
    """Check a file and return what is to be written; raise BadBook where a check fails."""
    book, verdict = read_sound_book(raw, now, lookup_in_store(books), heads_in_store(books))
    place, done = find_place(books, book)
    new = done < len(book.entries)
    return Import(
        book.header, place, new, verdict.on_trust, verdict.unproven, appends(book, place, after=done)
    )


def keep_board(store: Store, game: str, canonical: bytes, match: str, account: str | None = None) -> None:
    """Store an edition before the match that needs it; new matches may not choose it until it is added."""
    imprint = admit(GAMES[game], canonical)
    told = EditionRecord(
        name=imprint.name, digest=imprint.digest, at=now_ms(), came_with=match, offered=False
    )
    StoredEditions(store).keep(imprint, told, account)


def write_appends(store: Store, news: Iterable[Append]) -> None:
    for new in news:
        outcome = store.append(new)
        if not (isinstance(outcome, Appended) or outcome == Replayed(new.entry.version)):
            raise TooBusy(Detail("import_collision"))


def read_sound_book(raw: bytes, now: int, parents: Lookup, heads: Heads) -> tuple[Book, Verdict]:
    """Return the book and its verdict; raise BadBook where a check fails."""
    try:
        book = read_book(raw)
    except BookDamaged as damage:
        raise refusal_by_check(check_that_failed(damage)) from damage
    verdict = audit_book(book, parents=parents, heads=heads)
    if verdict.failure:
        raise refusal_by_check(verdict.failure)
    late = next((entry for entry in book.entries if entry.at > now + AHEAD), None)
    if late:
        raise refusal_by_check(
            Checked(check="chain", verdict="failed", entry=late.version, detail="it lies in the future")
        )
    return book, verdict


def refusal_by_check(check: Checked) -> BadBook:
    where = "header_fails_check" if check.entry is None else "entry_fails_check"
    entry = {} if check.entry is None else {"entry": check.entry}
    return BadBook(
        Detail(where, {"check": check.check, **entry}),
        entry=check.entry,
        check=check.check,
        finding=check.detail,
    )


def find_place(books: BookSource, book: Book) -> tuple[str, int]:
    """Return the id under which it is stored here, and how many of its entries are there already.

    An import has an id of its own, made of its first entry. Where another book is stored that begins alike
    and goes on otherwise, the entry at which they part is added: so no file blocks another, and a file that
    goes on from what is here is found there.
    """
    last = book.entries[-1]
    if hash_of_entry(books, book.header.match, last.version) == last.hash:
        return book.header.match, last.version  # played here, or imported when ids were not kept apart
    place, seen = place_of_import(book.entries[0]), 0
    while head := books.head(place):
        common = min(head.version, len(book.entries))
        if hash_of_entry(books, place, common) == book.entries[common - 1].hash:
            return place, common
        seen = count_common_entries(books, place, book, seen, common)
        place = place_of_import(book.entries[0], book.entries[seen])
    return place, 0


def place_of_import(first: Entry, parting: Entry | None = None) -> str:
    """Return the id of an import; none that this server gives to its own matches looks like it."""
    return "-".join(
        ["import", first.hash[:DIGITS_OF_HASH], *([parting.hash[:DIGITS_OF_HASH]] if parting else [])]
    )


def list_imports(store: Store, match: str) -> list[Head]:
    """Return the imports whose books name this id, the newest first."""
    return store.listing(import_label(match), limit=MOST_OF_ONE_ID).heads


def appends(book: Book, place: str, after: int) -> Iterator[Append]:
    """Yield the appends as this server would have made them, but no bot is asked and no clock runs."""
    replay = Replay()
    for entry in book.entries:
        before = baseline_of(replay.match)
        then = replay.take(entry)
        if entry.version > after:
            yield append_of(place, before, entry, then)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The facts about a match before an entry that the append of the entry needs."""

    labels: frozenset[str]
    round: int


def baseline_of(match: Match | None) -> Baseline:
    if match is None:
        return Baseline(frozenset(), 0)
    return Baseline(frozenset(labels(match, imported=True) | {import_label(match.id)}), match.table.round)


def append_of(place: str, before: Baseline, entry: Entry, then: Match) -> Append:
    """Return the append; only the end of a match closes it, more of an unfinished one may be imported."""
    after = labels(then, imported=True) | {import_label(then.id)}
    metadata = make_metadata(
        then, Actor.parse(entry.actor), before.round, rewound=turns_back(entry), imported=True
    )
    return Append(
        match=place,
        entry=entry,
        closes=then.seed is not None,
        summary=encode(make_summary(then, imported=True)),
        metadata=encode(metadata),
        labels_added=tuple(sorted(after - before.labels)),
        labels_dropped=tuple(sorted(before.labels - after)),
        nonce=IMPORT_NONCE,
    )
