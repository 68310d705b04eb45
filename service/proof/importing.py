"""Imports a match that was played elsewhere: the same entries with the same hashes, to be read.

It has no seed and no tokens, so nobody plays on in it, and it is closed at its last entry. Each entry is
appended by itself; an interrupted import is completed by importing the same file again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from events.codec import encode
from events.entry import Entry
from events.export import Header
from events.store import Append, Appended, Head, Replayed, Store
from events.verify import Book, BookDamaged, read_book
from games.match.actor import Actor
from games.match.state import Match
from service.matches.history import turns_back
from service.matches.records.seeds import Seeds
from service.matches.summary import labels, note, summary
from service.problems import BadBook, MatchExists
from service.proof import fork_parent
from service.proof.audit import Checked, Verdict, audit_book, describe_damage
from service.proof.fork_parent import Lookup, lookup_in_store
from service.proof.replay import Replay

IMPORT_NONCE: Final = b"file"  # the entries of a file are the same, whoever brings them
AHEAD: Final = 24 * 60 * 60 * 1000  # other clocks may be wrong, but not by more than a day


class ImportShelf(fork_parent.Shelf, Protocol):
    def has_seed(self, match: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    header: Header
    new: bool  # something was written


@dataclass(frozen=True, slots=True)
class Import:
    """A book that was found sound, and what of it is still to be written."""

    header: Header
    new: bool
    appends: Iterator[Append]


class StoreShelf:
    """A store of this process."""

    def __init__(self, store: Store) -> None:
        self.head = store.head
        self.entries = store.entries
        self._seeds = Seeds(store)

    def has_seed(self, match: str) -> bool:
        return bool(self._seeds.of_match(match))


def bring_in(store: Store, raw: bytes, now: int) -> ImportOutcome:
    """In one process. Nothing is written unless every check has passed."""
    wanted = prepare_import(StoreShelf(store), raw, now)
    write_appends(store, wanted.appends)
    return ImportOutcome(wanted.header, wanted.new)


def prepare_import(shelf: ImportShelf, raw: bytes, now: int) -> Import:
    """BadBook where a check fails, MatchExists where another match has the id."""
    book = read_sound_book(raw, now, lookup_in_store(shelf))
    done = entries_already_here(shelf, book)
    return Import(book.header, done < len(book.entries), appends(book, after=done))


def write_appends(store: Store, news: Iterable[Append]) -> None:
    for new in news:
        outcome = store.append(new)
        if not (isinstance(outcome, Appended) or outcome == Replayed(new.entry.version)):
            raise other_match_is_here(new.match)


def read_sound_book(raw: bytes, now: int, parents: Lookup) -> Book:
    try:
        book = read_book(raw)
    except BookDamaged as damage:
        raise refusal_by_verdict(describe_damage(damage)) from damage
    verdict = audit_book(book, parents=parents)
    if verdict.failure:
        raise refusal_by_verdict(verdict)
    late = next((entry for entry in book.entries if entry.at > now + AHEAD), None)
    if late:
        raise refusal_by_check(
            Checked(check="chain", verdict="failed", entry=late.version, detail="it lies in the future")
        )
    return book


def refusal_by_verdict(verdict: Verdict) -> BadBook:
    assert verdict.failure is not None  # noqa: S101  that is why it is refused
    return refusal_by_check(verdict.failure)


def refusal_by_check(check: Checked) -> BadBook:
    where = "The header" if check.entry is None else f"Entry {check.entry}"
    return BadBook(
        f"{where} fails the check {check.check!r}: {check.detail}.", entry=check.entry, check=check.check
    )


def entries_already_here(shelf: ImportShelf, book: Book) -> int:
    """How many of the entries; as they are chained, one equal hash is enough."""
    match = book.header.match
    head = shelf.head(match)
    if head is None:
        return 0
    if head.version > len(book.entries) or book.entries[head.version - 1].hash != head.hash:
        raise other_match_is_here(match)
    if head.version < len(book.entries) and not was_cut_short(shelf, head):
        raise other_match_is_here(match)
    return head.version


def was_cut_short(shelf: ImportShelf, head: Head) -> bool:
    """Only what was imported has no seed, and only what was imported whole is closed."""
    return not head.closed and not shelf.has_seed(head.match)


def other_match_is_here(match: str) -> MatchExists:
    return MatchExists(f"A match {match!r} with other entries is here already; it stays as it is.")


def appends(book: Book, after: int) -> Iterator[Append]:
    """As the desk would have written them, except that no bot is called and no clock runs."""
    replay = Replay()
    for entry in book.entries:
        before = baseline_of(replay.match)
        then = replay.take(entry)
        if entry.version > after:
            yield append_of(before, entry, then, closes=entry.version == len(book.entries))


@dataclass(frozen=True, slots=True)
class Baseline:
    """What must be known of the match before an entry."""

    labels: frozenset[str]
    round: int


def baseline_of(match: Match | None) -> Baseline:
    if match is None:
        return Baseline(frozenset(), 0)
    return Baseline(frozenset(labels(match, imported=True)), match.table.round)


def append_of(before: Baseline, entry: Entry, then: Match, *, closes: bool) -> Append:
    after = labels(then, imported=True)
    told = note(then, Actor.parse(entry.actor), before.round, rewound=turns_back(entry), imported=True)
    return Append(
        match=then.id,
        entry=entry,
        closes=closes,
        summary=encode(summary(then, imported=True)),
        note=encode(told),
        labels_added=tuple(sorted(after - before.labels)),
        labels_dropped=tuple(sorted(before.labels - after)),
        nonce=IMPORT_NONCE,
    )
