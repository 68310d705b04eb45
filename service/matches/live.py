"""Matches held in memory, as of the last entry this process has seen."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import msgspec

from events.entry import Entry
from events.history import struck, turns_back
from events.snapshots import BEYOND, Snapshot, find_base
from events.store import Store
from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Command, Event
from games.match.actor import Actor
from games.match.events import MatchOpened
from games.match.play import command_type, copied, event_type, evolve, evolve_struck, opened
from games.match.state import Match
from service.matches.records.seeds import Seeds
from service.matches.records.tokens import Tokens
from service.matches.snapshots import SHAPES, state_of

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Live:
    """A match at a version. Never changed in place by a decision: `decide` works on a copy."""

    match: Match
    version: int
    hash: str
    opened_at: int
    touched_at: int
    tokens: dict[str, Actor] = field(default_factory=dict)  # by the hash of the token
    seed: bytes = b""

    @property
    def imported(self) -> bool:
        """Played elsewhere, and here to be read: without a seed nothing can be drawn."""
        return not self.seed

    @property
    def over(self) -> bool:
        """Nobody plays on in it here: it has ended, or was brought in, finished or not."""
        return self.match.seed is not None or self.imported


@cache
def _decoder(game: str) -> msgspec.json.Decoder[list[Event]]:
    return msgspec.json.Decoder(list[event_type(GAMES[game])])  # type: ignore[misc]  # a type made at run time


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


def begin(first: Entry) -> Match:
    """The match as its first entry leaves it."""
    event, *others = events_of(first, game_of(first))
    assert isinstance(event, MatchOpened)  # noqa: S101  every book begins like this
    match = opened(event)
    for other in others:
        evolve(match, other)
    return match


def fold_entries(entries: Sequence[Entry], match: Match | None = None) -> Match | None:
    """Folds entries into a match, or into a new one if the first entry is among them.

    What an undo among them struck out must be among them too: see `turns_back`.
    """
    gone = struck(entries)
    for entry in entries:
        if match is None:
            match = begin(entry)
            continue
        fold = evolve_struck if entry.version in gone else evolve
        for event in events_of(entry, match.game):
            fold(match, event)
    return match


@dataclass(frozen=True, slots=True)
class Folded:
    """A match as the book has it at a version."""

    match: Match
    version: int
    hash: str
    opened: int  # UTC ms of the first entry
    touched: int  # of this one


def folded(store: Store, match: str, until: int = BEYOND, then: Sequence[Entry] = ()) -> Folded | None:
    """Out of the book, from the nearest snapshot on; `then` are entries that will follow, folded along."""
    snapshot, entries = find_base(store, match, until, SHAPES, then)
    try:
        begun = state_of(snapshot) if snapshot else None
    except ValueError:
        log.exception("match %s: its snapshot cannot be read, the book is read from the first entry", match)
        (snapshot, entries), begun = find_base(store, match, until, (), then), None
    entries = [*entries, *then]
    if not entries:
        return unfolded(snapshot, begun) if snapshot and begun else None
    state = fold_entries(entries, begun)
    assert state is not None  # noqa: S101  there was at least one entry
    opened_at = snapshot.opened if snapshot else entries[0].at
    return Folded(state, entries[-1].version, entries[-1].hash, opened_at, entries[-1].at)


def unfolded(snapshot: Snapshot, state: Match) -> Folded:
    return Folded(state, snapshot.version, snapshot.hash, snapshot.opened, snapshot.touched)


def gathering(live: Live) -> bool:
    """Seats and their tokens change hands only before the start."""
    return live.match.status == "open"


def further(known: Live, entries: Sequence[Entry]) -> Folded:
    match = fold_entries(entries, copied(known.match))
    assert match is not None  # noqa: S101  it was there before
    return Folded(match, entries[-1].version, entries[-1].hash, known.opened_at, entries[-1].at)


class Lives:
    """The most recently used matches, up to a number of them."""

    def __init__(self, store: Store, capacity: int = 10_000) -> None:
        self._store = store
        self._capacity = capacity
        self._lives: OrderedDict[str, Live] = OrderedDict()

    def get(self, match: str) -> Live | None:
        """As this process last saw it: perhaps stale; None if there is no such match."""
        live = self._lives.get(match)
        if live is None:
            return self.refresh(match)
        self._lives.move_to_end(match)
        return live

    def fresh(self, match: str) -> Live | None:
        """As the book has it now: one look at the head, more only if it has moved on."""
        live = self._lives.get(match)
        head = self._store.head(match)
        if live is not None and head is not None and (live.version, live.hash) == (head.version, head.hash):
            self._lives.move_to_end(match)
            return live
        return self.refresh(match) if head is not None else None

    def refresh(self, match: str) -> Live | None:
        """Reads the entries this process has not seen yet."""
        known = self._lives.get(match)
        entries = self._store.entries(match, after=known.version) if known else []
        if known and not entries:
            return known
        if known is None or any(turns_back(entry) for entry in entries):
            then = folded(self._store, match)
        else:
            then = further(known, entries)
        return self.put(self._live(then, known)) if then else None

    def _live(self, then: Folded, known: Live | None) -> Live:
        match = then.match.id
        return Live(
            match=then.match,
            version=then.version,
            hash=then.hash,
            opened_at=then.opened,
            touched_at=then.touched,
            tokens=known.tokens if known and not gathering(known) else Tokens(self._store).of_match(match),
            seed=known.seed if known else Seeds(self._store).of_match(match),
        )

    def folded_with(self, live: Live, entry: Entry) -> Match:
        """The match as an entry will leave it that strikes out others or brings them back."""
        then = folded(self._store, live.match.id, live.version, [entry])
        assert then is not None  # noqa: S101  the match is there
        return then.match

    def put(self, live: Live) -> Live:
        """Whoever was slower to read does not replace what is newer."""
        known = self._lives.get(live.match.id)
        if known is not None and known.version > live.version:
            return known
        self._lives[live.match.id] = live
        self._lives.move_to_end(live.match.id)
        while len(self._lives) > self._capacity:
            self._lives.popitem(last=False)
        return live

    def forget(self, match: str) -> None:
        self._lives.pop(match, None)
