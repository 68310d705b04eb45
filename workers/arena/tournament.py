"""Who wins how often: every bot against every other, each seat order equally often."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import sqrt
from multiprocessing import get_context
from typing import Any, Final

from games.catalogue import GAMES
from games.kernel.score import totals
from workers.arena.external_bots import Contestant
from workers.arena.matches import EndlessMatch, Pairing, play_match

DUEL_SEATS: Final = 2  # seats
STANDARD_ERRORS: Final = 1.96  # standard errors: 95 of 100 such intervals contain the true share


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match: `one` in its seat against `others` in all the others."""

    game: str
    seats: int
    one: Contestant
    others: Contestant
    seat: int
    seed: int
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FixtureOutcome:
    fixture: Fixture
    won: float | None  # a shared victory counts in parts; None: the match did not end
    lead: int = 0  # points ahead of the best of the others


@dataclass(slots=True)
class PairRecord:
    """One bot against another, so far."""

    matches: int = 0
    wins: float = 0.0
    lead: int = 0
    endless: int = 0

    def take(self, won: float | None, lead: int) -> None:
        if won is None:
            self.endless += 1
        else:
            self.matches += 1
            self.wins += won
            self.lead += lead


@dataclass(slots=True)
class CrossTable:
    seats: int
    records: dict[tuple[Contestant, Contestant], PairRecord] = field(default_factory=dict)
    endless: int = 0

    def take(self, outcome: FixtureOutcome) -> None:
        """Count a match; between two seats, one wins what the other loses."""
        one, others, won = outcome.fixture.one, outcome.fixture.others, outcome.won
        self.endless += won is None
        self.records.setdefault((one, others), PairRecord()).take(won, outcome.lead)
        if self.seats == DUEL_SEATS:
            lost = None if won is None else 1 - won
            self.records.setdefault((others, one), PairRecord()).take(lost, -outcome.lead)


def list_pairs(
    bots: Sequence[Contestant], seats: int, alone: Contestant | None
) -> list[tuple[Contestant, Contestant]]:
    """Return who meets whom; with more than two seats it matters who sits alone. `alone`: only this one."""
    found = combinations(bots, 2) if seats == DUEL_SEATS else permutations(bots, 2)
    return [(one, others) for one, others in found if alone in (None, one)]


def schedule_fixtures(  # noqa: PLR0913, PLR0917  all that a tournament is told
    game: str,
    seats: int,
    bots: Sequence[Contestant],
    games: int,
    seed: int,
    options: Mapping[str, Any],
    alone: Contestant | None = None,
) -> list[Fixture]:
    """Return the matches; every seat order gets the same luck once, before the next seed."""
    return [
        Fixture(game, seats, one, others, number % seats, seed + number // seats, options)
        for one, others in list_pairs(bots, seats, alone)
        for number in range(games)
    ]


def play_fixture(fixture: Fixture) -> FixtureOutcome:
    game = GAMES[fixture.game]
    bots = [fixture.others] * fixture.seats
    bots[fixture.seat] = fixture.one
    try:
        table = play_match(Pairing(game, bots, fixture.seed, dict(fixture.options))).table
    except EndlessMatch:
        return FixtureOutcome(fixture, None)
    places, points = game.places(table), totals(game.score(table), fixture.seats)
    own = points.pop(fixture.seat)
    return FixtureOutcome(fixture, (places[fixture.seat] == 1) / places.count(1), own - max(points))


@contextmanager
def play_fixtures(schedule: Sequence[Fixture], jobs: int) -> Iterator[Iterator[FixtureOutcome]]:
    """Yield results as they come in; leaving early leaves no process behind."""
    if jobs == 1:
        yield map(play_fixture, schedule)
        return
    with get_context("spawn").Pool(jobs, initializer=leave_interrupts_to_the_parent) as pool:
        yield pool.imap_unordered(play_fixture, schedule)


def leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl-C, which reaches all processes: the parent ends its own itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def wilson_interval(wins: float, matches: int) -> tuple[float, float]:
    """Return where the true share lies, by Wilson: sensible near 0 and 1, and for few matches too."""
    share, weight = wins / matches, STANDARD_ERRORS**2 / matches
    centre = (share + weight / 2) / (1 + weight)
    half = STANDARD_ERRORS / (1 + weight) * sqrt(share * (1 - share) / matches + weight / (4 * matches))
    return centre - half, centre + half
