"""Imports a match that was played elsewhere: the same entries with the same hashes, to be read.

It has no seed and no tokens, so nobody plays on in it, and it is closed at its last entry. Each entry is
appended by itself; an interrupted import is completed by importing the same file again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

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
from service.proof.audit import Checked, Verdict, audit_book, describe_damage
from service.proof.fork_parent import Lookup, lookup_in_store
from service.proof.replay import Replay

IMPORT_NONCE: Final = b"file"  # the entries of a file are the same, whoever brings them
AHEAD: Final = 24 * 60 * 60 * 1000  # other clocks may be wrong, but not by more than a day


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    header: Header
    new: bool  # something was written


def bring_in(store: Store, raw: bytes, now: int, tick: Callable[[], None] = lambda: None) -> ImportOutcome:
    """Nothing is written unless every check has passed; MatchExists where another match has the id."""
    book = read_sound_book(raw, now, tick, lookup_in_store(store))
    done = entries_already_here(store, book)
    for new in appends(book, after=done):
        tick()
        outcome = store.append(new)
        if not (isinstance(outcome, Appended) or outcome == Replayed(new.entry.version)):
            raise other_match_is_here(book)
    return ImportOutcome(book.header, new=done < len(book.entries))


def read_sound_book(raw: bytes, now: int, tick: Callable[[], None], parents: Lookup) -> Book:
    try:
        book = read_book(raw, tick)
    except BookDamaged as damage:
        raise refusal_by_verdict(describe_damage(damage)) from damage
    verdict = audit_book(book, tick, parents)
    if not verdict.ok:
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


def entries_already_here(store: Store, book: Book) -> int:
    """How many of the entries; as they are chained, one equal hash is enough."""
    head = store.head(book.header.match)
    if head is None:
        return 0
    if head.version > len(book.entries) or book.entries[head.version - 1].hash != head.hash:
        raise other_match_is_here(book)
    if head.version < len(book.entries) and not was_cut_short(store, head):
        raise other_match_is_here(book)
    return head.version


def was_cut_short(store: Store, head: Head) -> bool:
    """Only what was imported has no seed, and only what was imported whole is closed."""
    return not head.closed and not Seeds(store).of_match(head.match)


def other_match_is_here(book: Book) -> MatchExists:
    return MatchExists(
        f"A match {book.header.match!r} with other entries is here already; it stays as it is."
    )


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
