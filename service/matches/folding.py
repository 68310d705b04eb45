"""Matches folded from entries: in one go, from a snapshot on, or up to any past version."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final

import msgspec

from events.entry import Entry, UnreadableEntry
from events.snapshots import BEYOND, Snapshot, find_base, list_snapshots
from events.store import Store
from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Command, Event
from games.match.events import MatchOpened
from games.match.past import Stand, WayBack
from games.match.play import command_type, event_type, evolve, evolve_game, evolve_struck, fold, opening_in
from games.match.state import Match
from service.editions.known import know_edition, know_edition_of
from service.matches.history import Course, course_of, struck_versions, turn_in, turns_back
from service.matches.snapshots import SHAPES, course_in, pack_state, shape_of, state_of

log = logging.getLogger(__name__)

MOST_EVENTS: Final = 1_000  # in an entry; that of no game has a tenth of it


@cache
def _decoder(game: str) -> msgspec.json.Decoder[list[Event]]:
    one: Any = event_type(GAMES[game])
    return msgspec.json.Decoder(Annotated[list[one], msgspec.Meta(max_length=MOST_EVENTS)])


def events_of(entry: Entry, game: str) -> list[Event]:
    """The typed events of an entry; raises UnreadableEntry where they are none."""
    try:
        return _decoder(game).decode(lift_shapes(entry.events, game))
    except ValueError as failure:
        raise UnreadableEntry(entry.version, f"its events cannot be read: {failure}") from failure


@cache
def _command_decoder(game: str) -> msgspec.json.Decoder[Command]:
    return msgspec.json.Decoder(command_type(GAMES[game]))


def command_of(entry: Entry, game: str) -> Command:
    """The typed command of an entry."""
    return _command_decoder(game).decode(lift_shapes(entry.command, game))


class _Opening(msgspec.Struct):
    """Just enough of the first event to know the game."""

    game: str


def game_of(first: Entry) -> str:
    try:
        events: list[msgspec.Raw] = msgspec.json.decode(first.events, type=list[msgspec.Raw])
        return msgspec.json.decode(events[0], type=_Opening).game
    except ValueError as failure:
        raise UnreadableEntry(first.version, f"its events cannot be read: {failure}") from failure


def read_opening(first: Entry) -> MatchOpened:
    """TypeError for an entry that begins no book."""
    return opening_in(events_of(first, game_of(first)))


def begin(first: Entry) -> Match:
    """The match as its first entry leaves it."""
    return fold(events_of(first, game_of(first)))


def fold_entries(entries: Sequence[Entry]) -> Match:
    """A match from its first entry on."""
    return fold_on(begin(entries[0]), entries[1:])


def fold_on(match: Match, entries: Sequence[Entry]) -> Match:
    """Changes the match. What an undo among the entries struck out must be among them: see `turns_back`."""
    gone = struck_versions(entries)
    for entry in entries:
        apply = evolve_struck if entry.version in gone else evolve
        for event in events_of(entry, match.game):
            apply(match, event)
    return match


def walk_book(entries: Sequence[Entry]) -> Iterator[tuple[Match, Entry, bool]]:
    """The match before each entry but the first, and whether that entry counts.

    It is one match, which changes as one goes on; at the end it is as the last entry leaves it.
    """
    match, gone = begin(entries[0]), struck_versions(entries)
    for entry in entries[1:]:
        counts = entry.version not in gone
        yield match, entry, counts
        apply = evolve if counts else evolve_struck
        for event in events_of(entry, match.game):
            apply(match, event)


@dataclass(frozen=True, slots=True)
class Folded:
    """A match as the book has it at a version."""

    match: Match
    version: int
    hash: str
    opened: int  # UTC ms of the first entry
    touched: int  # of this one
    course: Course


def fold_match(
    store: Store, match: str, until: int = BEYOND, kept: Sequence[int] | None = None
) -> Folded | None:
    """A match from the book, beginning at the nearest snapshot; None if there is no such match.

    `kept`: the snapshots to begin at, if not at any.
    """
    found = fold_place(store, match, until, list_snapshots(store, match) if kept is None else kept)
    if found is not None:
        found.match.id = match  # an import gives itself another one in its book
    return found


def fold_place(store: Store, match: str, until: int, kept: Sequence[int]) -> Folded | None:
    snapshot, entries = find_base(store, match, until, SHAPES, kept)
    try:
        if snapshot:
            then = unpack_snapshot(snapshot)
            know_edition(store, then.match.game, then.match.edition)
            return fold_after(store, match, then, entries, kept)
    except UnreadableEntry:
        raise
    except ValueError:
        log.exception("match %s: its snapshot cannot be read, the book is read from the first entry", match)
        entries = find_base(store, match, until, (), ()).entries
    return fold_whole(store, entries) if entries else None


def fold_match_at(store: Store, match: str, version: int) -> Folded:
    """The match at one of its versions."""
    then = fold_match(store, match, version)
    if then is None:
        raise LookupError(f"{match} has no version {version}")
    return then


def unpack_snapshot(snapshot: Snapshot) -> Folded:
    state, course = state_of(snapshot)
    return Folded(state, snapshot.version, snapshot.hash, snapshot.opened, snapshot.touched, course)


def pack_snapshot(then: Folded) -> Snapshot:
    return Snapshot(
        shape=shape_of(then.match.game),
        version=then.version,
        hash=then.hash,
        opened=then.opened,
        touched=then.touched,
        state=pack_state(then.match, then.course),
    )


def fold_whole(store: Store, entries: Sequence[Entry]) -> Folded:
    """A match folded from its first entry on, without snapshots."""
    know_edition_of(store, entries[0])
    last = entries[-1]
    return Folded(fold_entries(entries), last.version, last.hash, entries[0].at, last.at, course_of(entries))


def fold_after(
    store: Store, match: str, then: Folded, entries: Sequence[Entry], kept: Sequence[int]
) -> Folded:
    """Folds what was written later; changes the match it is handed."""
    if not entries:
        return then
    last, course = entries[-1], Course(then.course.begun, list(then.course.answers))
    for entry in entries:
        course.take(entry)
    if any(map(turns_back, entries)):
        for entry in entries:
            for event in events_of(entry, then.match.game):
                evolve_struck(then.match, event)
        turn_game(store, match, then, course, kept)
    else:
        fold_on(then.match, entries)
    return Folded(then.match, last.version, last.hash, then.opened, last.at, course)


def turn_game(store: Store, match: str, then: Folded, course: Course, kept: Sequence[int]) -> None:
    """Lets the game of a match stand as after another course; changes the match.

    What counts no longer cannot be taken off a table, and much may have come back. So the table is laid out
    as it was after the newest answer that counts and has a snapshot, or as the game began.
    """
    state, begun, played = then.match, then.course.begun, len(then.course.answers)
    base = max(set(kept).intersection(course.answers), default=course.begun)
    if course.answers[:played] != then.course.answers or bisect_right(course.answers, base) > played:
        stood = fold_place(store, match, base, kept)
        assert stood is not None  # noqa: S101  it is part of the same book
        state.table, state.draws = stood.match.table, stood.match.draws
        begun, played = base, bisect_right(course.answers, base)
    versions = [] if begun or not course.begun else [course.begun]
    for entry in read_chosen(store, match, versions + course.answers[played:]):
        for event in events_of(entry, state.game):
            evolve_game(state, event)


def read_chosen(store: Store, match: str, versions: Sequence[int]) -> Iterator[Entry]:
    """The entries of these versions, which are in order; those next to each other are read in one go."""
    first = 0
    for place, version in enumerate(versions, 1):
        if place == len(versions) or versions[place] != version + 1:
            yield from store.entries(match, after=versions[first] - 1, limit=place - first)
            first = place


def course_at(store: Store, match: str, version: int) -> Course:
    """How the game of a match had gone at a version; costs no fold."""
    snapshot, entries = find_base(store, match, version, SHAPES)
    course = Course()
    try:
        if snapshot:
            course = course_in(snapshot)
    except ValueError:
        log.exception("match %s: its snapshot cannot be read, the book is read from the first entry", match)
        entries = find_base(store, match, version, (), ()).entries
    for entry in entries:
        course.take(entry)
    return course


def way_back(store: Store, match: str, to: int, newest: int) -> WayBack | None:
    """From the newest version to an earlier one; None if the game was not running then."""
    if not 0 < to <= newest:
        return None
    then, now = course_at(store, match, to), course_at(store, match, newest)
    if not then.begun:
        return None
    common = bisect_right(now.answers, to)
    since = map(turn_in, read_chosen(store, match, now.answers[common:]))
    return WayBack(
        since=tuple(turn for turn in since if turn),
        struck=then.answers != now.answers[:common],
        stand=lambda: stand_at(store, match, to),
    )


def recall_way_back(
    known: dict[int, WayBack | None], store: Store, match: str, newest: int, to: int
) -> WayBack | None:
    """Within a decision: only a command that goes back or forward asks for a way, then more than once."""
    if to not in known:
        known[to] = way_back(store, match, to, newest)
    return known[to]


def stand_at(store: Store, match: str, version: int) -> Stand:
    """How the game stood at a version that the match has."""
    then = fold_match_at(store, match, version).match
    return Stand(then.table, then.draws)
