"""The sequential probability ratio test (SPRT) of chess engines, over the same luck in every seat order.

What is taken in is the share of victories over all seat orders of one luck, so that it tells of the bots
and not of the draw. Two claims about the true share are weighed after each: it is as high as the one, or as
low as the other. The test ends when one is so much likelier that it is wrong in at most one of twenty
contests.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final, Literal

from workers.arena.external_bots import Contestant
from workers.arena.tournament import Fixture, FixtureOutcome

Pair = tuple[Contestant, Contestant]
Verdict = Literal["above", "below", "open"]

WRONG: Final = 0.05  # of the contests that end
ENOUGH_WEIGHT: Final = log((1 - WRONG) / WRONG)
LEAST_SHARES: Final = 4  # before that, their spread is not known
AS_BY_CHANCE: Final = 8  # shares as chance spreads them count with those found: few that end alike say little
APART: Final = 0.15  # of a fair share lie the claims of a tournament above and below it


class SequentialTest:
    """Shares of victories of one bot against two claims about its true share."""

    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high
        self.shares: list[float] = []

    def take(self, share: float) -> None:
        self.shares.append(share)

    @property
    def verdict(self) -> Verdict:
        weight = self.log_likelihood_ratio()
        if len(self.shares) < LEAST_SHARES or abs(weight) < ENOUGH_WEIGHT:
            return "open"
        return "above" if weight > 0 else "below"

    def log_likelihood_ratio(self) -> float:
        """Return the log likelihood ratio of the claims, with the shares taken as normally distributed."""
        count = len(self.shares)
        if not count:
            return 0.0
        mean = sum(self.shares) / count
        middle = (self._low + self._high) / 2
        by_chance = AS_BY_CHANCE * middle * (1 - middle) / 2
        found = sum((share - mean) ** 2 for share in self.shares)
        spread = (found + by_chance) / (count + AS_BY_CHANCE)
        return count * (self._high - self._low) * (mean - middle) / spread


class TournamentTest:
    """All pairs of bots of a tournament: is each of them clearly stronger than the other, or weaker?"""

    def __init__(self, schedule: Sequence[Fixture]) -> None:
        self.contests: dict[Pair, SequentialTest] = {}
        self._begun: dict[tuple[Pair, int], list[float]] = {}
        for fixture in schedule:
            fair = 1 / fixture.seats
            low, high = (1 - APART) * fair, (1 + APART) * fair
            self.contests.setdefault((fixture.one, fixture.others), SequentialTest(low, high))

    def settles(self, outcome: FixtureOutcome) -> bool:
        """Count a luck once it was played in every seat order to the end; return whether all is clear."""
        if outcome.won is not None:
            self._take(outcome.fixture, outcome.won)
        return all(contest.verdict != "open" for contest in self.contests.values())

    def _take(self, fixture: Fixture, share: float) -> None:
        pair = (fixture.one, fixture.others)
        won = self._begun.setdefault((pair, fixture.seed), [])
        won.append(share)
        if len(won) == fixture.seats:
            self.contests[pair].take(sum(won) / fixture.seats)
