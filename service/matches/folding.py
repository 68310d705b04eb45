"""Matches folded from entries: in one go, from a snapshot on, or up to any past version."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final

import msgspec

from events.entry import Entry
from events.snapshots import BEYOND, Snapshot, find_base
from events.store import Store
from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Command, Event
from games.match.events import MatchOpened
from games.match.past import Stand, WayBack
from games.match.play import command_type, event_type, evolve, evolve_struck, fold, opening_in
from games.match.state import Match
from service.editions.known import know_edition, know_edition_of
from service.matches.history import begins_game, first_turned, struck_versions, turned_versions, turns_after
from service.matches.snapshots import SHAPES, state_of

log = logging.getLogger(__name__)

MOST_EVENTS: Final = 1_000  # in an entry; that of no game has a tenth of it


@cache
def _decoder(game: str) -> msgspec.json.Decoder[list[Event]]:
    one: Any = event_type(GAMES[game])
    return msgspec.json.Decoder(Annotated[list[one], msgspec.Meta(max_length=MOST_EVENTS)])


def events_of(entry: Entry, game: str) -> list[Event]:
    """The typed events of an entry."""
    return _decoder(game).decode(lift_shapes(entry.events, game))


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
    events: list[msgspec.Raw] = msgspec.json.decode(first.events, type=list[msgspec.Raw])
    return msgspec.json.decode(events[0], type=_Opening).game


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


def fold_match(store: Store, match: str, until: int = BEYOND) -> Folded | None:
    """A match from the book, beginning at the nearest snapshot; None if there is no such match."""
    found = fold_place(store, match, until)
    if found is not None:
        found.match.id = match  # an import gives itself another one in its book
    return found


def fold_place(store: Store, match: str, until: int) -> Folded | None:
    snapshot, entries = find_base(store, match, until, SHAPES, first_turned)
    try:
        if snapshot:
            then = unpack_snapshot(snapshot)
            know_edition(store, then.match.game, then.match.edition)
            return fold_after(then, entries)
    except ValueError:
        log.exception("match %s: its snapshot cannot be read, the book is read from the first entry", match)
        entries = find_base(store, match, until, (), first_turned).entries
    return fold_whole(store, entries) if entries else None


def fold_match_at(store: Store, match: str, version: int) -> Folded:
    """The match at one of its versions."""
    then = fold_match(store, match, version)
    if then is None:
        raise LookupError(f"{match} has no version {version}")
    return then


def unpack_snapshot(snapshot: Snapshot) -> Folded:
    state = state_of(snapshot)
    return Folded(state, snapshot.version, snapshot.hash, snapshot.opened, snapshot.touched)


def fold_whole(store: Store, entries: Sequence[Entry]) -> Folded:
    """A match folded from its first entry on, without snapshots."""
    know_edition_of(store, entries[0])
    last = entries[-1]
    return Folded(fold_entries(entries), last.version, last.hash, entries[0].at, last.at)


def fold_after(then: Folded, entries: Sequence[Entry]) -> Folded:
    """Folds what was written later; changes the match it is handed."""
    if not entries:
        return then
    last = entries[-1]
    return Folded(fold_on(then.match, entries), last.version, last.hash, then.opened, last.at)


def way_back(store: Store, match: str, to: int, newest: int) -> WayBack | None:
    """From the newest version to an earlier one; None if the game was not running then."""
    if not 0 < to <= newest:
        return None
    since = store.entries(match, after=to, limit=newest - to)
    if any(map(begins_game, since)):
        return None
    struck_or_other = any(version <= to for version in turned_versions(since))
    return WayBack(since=turns_after(since), struck=struck_or_other, stand=lambda: stand_at(store, match, to))


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
