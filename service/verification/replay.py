"""A book replayed entry by entry: how the match stands, and what today's rules decide of each command."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import Entry
from games.catalogue import GAMES
from games.kernel import Event, Game, Table
from games.kernel.copying import clone
from games.kernel.laws import require_lawful
from games.match.actor import HOST, Actor
from games.match.commands import OpenMatch
from games.match.events import EVENTS, LuckDrawn, MatchOpened, MatchStarted, Restored, Rewound, SeedDisclosed
from games.match.luck import RecordedLuck
from games.match.past import Past, Stand, Turn, WayBack
from games.match.play import decide_with, evolve_foreign, first_table, open_match
from games.match.state import Match
from service.matches.folding import begin, command_of, events_of, game_of, turn_in
from service.matches.opening import Opening, check_bots, settle_opening

ANSWERS_BETWEEN_TABLES: Final = 32  # answers between two tables that are kept

_STAYS: Final = frozenset(EVENTS) - {LuckDrawn}  # whatever is undone


class Replay:
    """`match` is how things stand before the next entry; None before the first."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.entries: list[Entry] = []
        self._timeline = Timeline(lambda version: self.events(self.entries[version - 1]))

    def game(self, entry: Entry) -> Game[Any]:
        return GAMES[self.match.game if self.match else game_of(entry)]

    def events(self, entry: Entry) -> list[Event]:
        return events_of(entry, self.game(entry).name)

    def decided(self, entry: Entry) -> list[Event]:
        """Return what follows from the entry's command today, with the luck drawn then."""
        if self.match is None:
            return decide_opening(entry)
        match, events = self.match, self.events(entry)
        command = command_of(entry, match.game)
        past = Past(now=entry.at, way_back=self.way_back)
        return decide_with(
            luck_of(events, match.draws), match, Actor.parse(entry.actor), command, past
        ).events

    def way_back(self, to: int) -> WayBack | None:
        if self.match is None or not 0 < to <= len(self.entries):
            return None
        return self._timeline.way_back(to, self.match)

    def take(self, entry: Entry) -> Match:
        """Take the next entry and return the match after it; raise where it cannot be taken."""
        events = self.events(entry)
        if self.match is None:
            self.match = begin(entry)
        else:
            for number, event in enumerate(events):
                evolve_foreign(self.match, event, f"/events/{number}")
        self.entries.append(entry)
        self._timeline.take(entry, events, self.match)
        require_lawful(self.match.rules, self.match.table)
        return self.match


def luck_of(events: list[Event], first: int) -> RecordedLuck:
    drawn = next((event.draws for event in events if isinstance(event, LuckDrawn)), ())
    seed = next((event.seed for event in events if isinstance(event, SeedDisclosed)), "")
    return RecordedLuck(bytes.fromhex(seed), first, drawn)


def decide_opening(entry: Entry) -> list[Event]:
    """Decide the first entry again: id, commitment and a fork's table are given, the rest follows."""
    opened = events_of(entry, game_of(entry))[0]
    command = command_of(entry, game_of(entry))
    if not isinstance(opened, MatchOpened) or not isinstance(command, OpenMatch):
        raise TypeError("it does not open a match")
    if entry.actor != str(HOST):
        raise ValueError("a match is opened by its host")
    table = first_table(opened) if opened.table is not None else None
    if table is None:
        check_opening(command)
    else:
        check_fork(command, table)
    return open_match(opened.match, command, opened.commitment, table).events


def check_opening(command: OpenMatch) -> None:
    """Check it as every new match is checked; raise Invalid or ValueError."""
    said = {name: getattr(command, name) for name in Opening.__struct_fields__}
    wanted = settle_opening(Opening(**said))
    wanted = msgspec.structs.replace(wanted, laws=command.laws, gathers_until=command.gathers_until)
    if command.edition_digest is None:  # nor was anything said of its board
        wanted = msgspec.structs.replace(wanted, edition_digest=None)
    if command.laws == 1:  # GB-29: nothing was said of ratings then, and every match waited without end
        wanted = msgspec.structs.replace(wanted, rated=None, gathers_until=None)
    if command.parent is not None or wanted != command:
        raise ValueError("no match is opened like this")


def check_fork(command: OpenMatch, table: Table) -> None:
    """Check that the first table fits the match; whether the parent stood so is asked elsewhere."""
    options = msgspec.to_builtins(getattr(table, "options", None))
    players = len(getattr(table, "players", ()))
    wanted = (command.edition, command.options, command.seats)
    known = command.edition in GAMES[command.game].editions and command.seats in GAMES[command.game].seats
    rated_as_then = command.rated is (None if command.laws == 1 else False)
    like_a_fork = rated_as_then and not command.reserved and command.rematch_of is None
    fits = known and like_a_fork and (table.edition, options, players) == wanted
    if command.parent is None or not fits:
        raise ValueError("no fork is opened like this")
    check_bots(command.bots, command.seats)


class KeptTable(NamedTuple):
    """A table after this many answers; `draws` were made by then."""

    answers: int
    table: Table
    draws: int


class Timeline:
    """The answers that still count, and how the table stood after them.

    An undo costs what it strikes out, and not the whole book again. Each entry is taken after the match has
    taken it; ValueError where no server would have written it.
    """

    def __init__(self, events_of: Callable[[int], Sequence[Event]]) -> None:
        self._events_of = events_of  # the events of the entry of a version
        self._turns: list[Turn] = []
        self._kept: list[KeptTable] = []
        self._struck: dict[int, Turn] = {}
        # The last answer that counted at each version; it implies those before, as what is restored comes
        # where it was.
        self._newest = [0]
        self._before: dict[int, int] = {}  # answer -> the one before it
        self._begun: int | None = None

    def way_back(self, to: int, match: Match) -> WayBack | None:
        if self._begun is None or self._begun > to:
            return None
        count, then = self._count(to), self._newest[to]
        now = self._turns[count - 1].version if count else 0

        def stand() -> Stand:
            stood = msgspec.structs.replace(match)
            self._go(then, stood)
            return Stand(stood.table, stood.draws)

        return WayBack(since=tuple(self._turns[count:]), struck=then != now, stand=stand)

    def take(self, entry: Entry, events: Sequence[Event], match: Match) -> None:
        kinds = {type(event) for event in events}
        answer = turn_in(entry)
        if MatchStarted in kinds:
            if self._begun is not None:
                raise ValueError("the game begins once more")
            self._begun = entry.version
            self._keep(match)
        elif answer is None and entry.version > 1 and not kinds <= _STAYS:
            raise ValueError("the game goes on, though nobody has answered")
        if answer is not None:
            self._add(answer, match)
        for event in events:
            if isinstance(event, Rewound):
                self._rewind(event, match)
            elif isinstance(event, Restored):
                self._restore(event, match)
        self._newest.append(self._turns[-1].version if self._turns else 0)

    def _add(self, turn: Turn, match: Match) -> None:
        self._before[turn.version] = self._turns[-1].version if self._turns else 0
        self._turns.append(turn)
        if len(self._turns) % ANSWERS_BETWEEN_TABLES == 0:
            self._keep(match)

    def _keep(self, match: Match) -> None:
        self._kept.append(KeptTable(len(self._turns), clone(match.table), match.draws))

    def _rewind(self, event: Rewound, match: Match) -> None:
        count = self._count(event.to)
        gone = self._turns[count:]
        if not gone or event.struck != tuple(turn.version for turn in gone):
            raise ValueError(f"an undo to version {event.to} does not strike out {list(event.struck)}")
        del self._turns[count:]
        self._struck |= {turn.version: turn for turn in gone}
        while self._kept[-1].answers > count:
            self._kept.pop()
        self._go(self._turns[-1].version if self._turns else 0, match)

    def _go(self, answer: int, match: Match) -> None:
        """Set the game as it stood after that answer, whether it still counts or not; 0: after the start."""
        struck: list[int] = []
        while (count := self._place(answer)) is None:
            struck.append(answer)
            answer = self._before[answer]
        kept = self._kept[bisect_right(self._kept, count, key=attrgetter("answers")) - 1]
        match.table, match.draws = clone(kept.table), kept.draws
        for version in [turn.version for turn in self._turns[kept.answers : count]] + struck[::-1]:
            self._play(version, match)

    def _place(self, answer: int) -> int | None:
        """Return how many answers count up to this one; None if it does not count."""
        count = self._count(answer)
        return count if answer == (self._turns[count - 1].version if count else 0) else None

    def _restore(self, event: Restored, match: Match) -> None:
        for version in event.versions:
            turn = self._struck.pop(version, None)
            if turn is None or (self._turns and version < self._turns[-1].version):
                raise ValueError(f"entry {version} cannot come back")
            self._play(version, match)
            self._add(turn, match)

    def _play(self, version: int, match: Match) -> None:
        for event in self._events_of(version):
            if type(event) not in _STAYS:
                evolve_foreign(match, event)

    def _count(self, to: int) -> int:
        """Return how many answers still count that were given up to a version."""
        return bisect_right(self._turns, to, key=attrgetter("version"))
