"""The answers of a match that still count, and how its table stood after them.

For readers of a whole book: an undo costs what it strikes out, and not the whole book again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from events.entry import Entry
from games.kernel import Event, Table
from games.kernel.copying import clone
from games.match.events import EVENTS, LuckDrawn, MatchStarted, Restored, Rewound
from games.match.past import Stand, Turn, WayBack
from games.match.play import evolve_foreign
from games.match.state import Match
from service.matches.folding import turn_in

ANSWERS_BETWEEN_TABLES: Final = 32  # answers between two tables that are kept

_STAYS: Final = frozenset(EVENTS) - {LuckDrawn}  # whatever is undone


class KeptTable(NamedTuple):
    """A table after this many answers; `draws` were made by then."""

    answers: int
    table: Table
    draws: int


class Timeline:
    """Takes each entry after the match has taken it; ValueError where no desk would have written it."""

    def __init__(self, events_of: Callable[[int], Sequence[Event]]) -> None:
        self._events_of = events_of  # what the entry of a version holds
        self._turns: list[Turn] = []
        self._kept: list[KeptTable] = []
        self._struck: dict[int, Turn] = {}
        # The last answer that counted at each version. It tells all those before: what is brought back
        # comes where it was.
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
        """The game as it stood after that answer, whether it still counts or not; 0: after the start."""
        struck: list[int] = []
        while (count := self._place(answer)) is None:
            struck.append(answer)
            answer = self._before[answer]
        kept = self._kept[bisect_right(self._kept, count, key=attrgetter("answers")) - 1]
        match.table, match.draws = clone(kept.table), kept.draws
        for version in [turn.version for turn in self._turns[kept.answers : count]] + struck[::-1]:
            self._play(version, match)

    def _place(self, answer: int) -> int | None:
        """How many answers count up to this one; None if it does not count."""
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
        """How many answers still count that were given up to a version."""
        return bisect_right(self._turns, to, key=attrgetter("version"))
