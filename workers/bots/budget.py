"""How long a mind may think about one answer: in processor time, or counted so that it can be repeated."""

from __future__ import annotations

from math import inf
from time import monotonic, thread_time
from typing import Final

import msgspec

from games.match.state import DEFAULT_MILLISECONDS, LONGEST_WAIT


class Budget(msgspec.Struct, frozen=True):
    """With `playouts` the clock plays no part: the same luck then chooses the same on any machine.

    Milliseconds are those of the processor, so that a busy machine makes no mind weaker; those of the clock
    are limited as well where somebody waits.
    """

    milliseconds: int = DEFAULT_MILLISECONDS
    playouts: int | None = None
    longest_wait: float = LONGEST_WAIT  # by the clock, as a multiple of the milliseconds
    care: bool = True  # whether some of it may go into careful playouts

    def begin(self, milliseconds: float = 0.0, playouts: int = 0, waited: float = 0.0) -> Meter:
        """Time runs from now on; so much was spent before, and so many milliseconds waited by the clock."""
        if self.playouts is not None:
            return PlayoutMeter(self.playouts, playouts)
        spent = milliseconds / 1000
        return TimeMeter(self.milliseconds / 1000, spent, max(spent, waited / 1000), self.longest_wait)


class Meter:
    """What is spent of a budget."""

    def still_time(self) -> bool:
        """Asked before each playout."""
        return self.spent_share() < 1

    def spent_share(self) -> float:
        raise NotImplementedError

    def charge(self, playouts: int) -> None:
        """For playouts that nobody asked for one by one; where time is measured, it has told already."""


class PlayoutMeter(Meter):
    def __init__(self, playouts: int, spent: int) -> None:
        self._playouts = playouts
        self._spent = spent

    def still_time(self) -> bool:
        self._spent += 1
        return self._spent <= self._playouts

    def spent_share(self) -> float:
        return self._spent / self._playouts

    def charge(self, playouts: int) -> None:
        self._spent += playouts


class TimeMeter(Meter):
    def __init__(self, seconds: float, spent: float, waited: float, longest_wait: float) -> None:
        self._seconds = seconds
        self._longest_wait = longest_wait
        self._since = thread_time() - spent
        self._clock_since = monotonic() - waited

    def spent_share(self) -> float:
        thought = thread_time() - self._since
        waited = (monotonic() - self._clock_since) / self._longest_wait
        return max(thought, waited) / self._seconds


USUAL_BUDGET: Final = Budget()
FOREVER: Final = inf  # times the milliseconds: nobody waits
