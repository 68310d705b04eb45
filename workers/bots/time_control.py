"""How long a bot may think about one answer, and how a search is suspended and resumed.

A `Budget` is counted in processor time, or in rollouts where an answer must be repeatable. A `TimeControl`
says after each rollout whether to suspend the search; `SearchSuspended` then carries the `SearchState` to
resume from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic, thread_time
from typing import Any, Final

import msgspec

from games.match.state import DEFAULT_MILLISECONDS, LONGEST_WAIT


class Budget(msgspec.Struct, frozen=True):
    """What one answer may cost.

    With `rollouts` the clock plays no part: the same luck then chooses the same on any machine.
    Milliseconds are those of the processor, so that a busy machine makes no bot weaker; wall time is
    limited as well where somebody waits.
    """

    milliseconds: int = DEFAULT_MILLISECONDS
    rollouts: int | None = None
    longest_wait: float = LONGEST_WAIT  # of wall time, as a multiple of the milliseconds
    nested: bool = True  # whether some of it may go into nested rollouts

    def begin(self, milliseconds: float = 0.0, rollouts: int = 0, waited: float = 0.0) -> Meter:
        """Start a meter; the arguments are what was spent before, `waited` in milliseconds of wall time."""
        if self.rollouts is not None:
            return RolloutMeter(self.rollouts, rollouts)
        spent = milliseconds / 1000
        return TimeMeter(self.milliseconds / 1000, spent, max(spent, waited / 1000), self.longest_wait)


class Meter:
    """What is spent of a budget."""

    def has_time(self) -> bool:
        """Return whether another rollout may begin; asked before each of them."""
        return self.spent_share() < 1

    def spent_share(self) -> float:
        raise NotImplementedError

    def charge(self, rollouts: int) -> None:
        """Count rollouts for which `has_time` was not asked; a meter of time needs no telling."""


class RolloutMeter(Meter):
    def __init__(self, rollouts: int, spent: int) -> None:
        self._rollouts = rollouts
        self._spent = spent

    def has_time(self) -> bool:
        self._spent += 1
        return self._spent <= self._rollouts

    def spent_share(self) -> float:
        return self._spent / self._rollouts

    def charge(self, rollouts: int) -> None:
        self._spent += rollouts


class TimeMeter(Meter):
    def __init__(self, seconds: float, spent: float, waited: float, longest_wait: float) -> None:
        self._seconds = seconds
        self._longest_wait = longest_wait
        self._since = thread_time() - spent
        self._clock_since = monotonic() - waited

    def spent_share(self) -> float:
        computed = thread_time() - self._since
        waited = (monotonic() - self._clock_since) / self._longest_wait
        return max(computed, waited) / self._seconds


DEFAULT_BUDGET: Final = Budget()
FOREVER: Final = inf  # times the milliseconds: nobody waits


class OptionResult(msgspec.Struct, frozen=True, array_like=True):
    """What a finished search found out about an option."""

    option: int  # its number among the legal ones
    lead: float | None
    error: float | None
    rollouts: int


class SearchState(msgspec.Struct, frozen=True, kw_only=True):
    """A suspended search. It holds nothing of the match that its players do not see."""

    leads: list[
        tuple[int, list[float]]
    ]  # of each option, by rank of its heuristic value, the best so far first
    candidates: int  # how many of them, from the first on, are still in question
    passes: int
    rollouts: int
    milliseconds: float
    partial_pass: list[float] = []  # leads found in the current pass, option by option
    finalists: int = 0  # options with which nested rollouts began; 0: they have not
    nested_leads: list[list[float]] = []  # leads of nested rollouts of each option, in the same order
    results: list[OptionResult] = []  # once the search is over, the best first
    steps: list[Any] = []  # what the steps after the search returned


NEW_SEARCH: Final = SearchState(leads=[], candidates=0, passes=0, rollouts=0, milliseconds=0.0)


class SearchSuspended(Exception):  # noqa: N818  no error: the search is resumed later
    def __init__(self, state: SearchState) -> None:
        super().__init__()
        self.state = state


@dataclass(frozen=True, slots=True)
class TimeControl:
    should_suspend: Callable[[], bool] = lambda: False  # asked after each rollout
    state: SearchState = NEW_SEARCH  # to resume from
    waited: int = 0  # milliseconds of wall time since the search was first begun


NO_SUSPENSION: Final = TimeControl()
