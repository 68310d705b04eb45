"""The clock around a game: it runs for the person who is asked, and every stop is written down.

GB-15 time runs for one person at a time, never for a bot, and not in a pause
GB-16 what an entry ends is recorded with it: the time used, never more than there was, and what is left
GB-20 time that was used stays used, whatever is undone
GB-26 while an undo is voted on the time of the seat that asks for it runs; under the first laws nobody's
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.events import ClockStarted, StandInLeft, TimeTaken
from games.match.quantities import ALL_TIME
from games.match.state import Clock, Match, Ticking

if TYPE_CHECKING:
    from games.match.batch import Batch


def keep_time(going: Batch, clock: Clock, *, answered: bool = False) -> None:
    """Stops the clock that must not run any longer, and starts the one that must."""
    match = going.game
    if match.stand_in is not None and (answered or going.went_back):
        going.happens(StandInLeft(match.stand_in))
    seat = whose_time(match)
    if match.ticking and (answered or match.ticking.seat != seat):
        stop(going, match.ticking, clock, answered=answered)
    if seat is not None and match.ticking is None:
        now = going.past.now
        going.happens(ClockStarted(seat, now, now + match.seats[seat].left))


def stop(going: Batch, ticking: Ticking, clock: Clock, *, answered: bool) -> None:
    """GB-16: what comes after the deadline is the clock's own delay, and nobody's time."""
    given = ticking.until - ticking.since
    used = min(max(going.past.now - ticking.since, 0), given)
    left = after_an_answer(clock, given - used) if answered else given - used
    going.happens(TimeTaken(ticking.seat, used, left))


def after_an_answer(clock: Clock, left: int) -> int:
    return (
        clock.seconds * 1000 if clock.kind == "per_answer" else min(left + clock.increment * 1000, ALL_TIME)
    )


def whose_time(match: Match) -> int | None:
    """GB-15, GB-26"""
    if match.status != "running" or match.paused:
        return None
    if match.vote is not None:
        return None if match.laws == 1 else match.vote.seat
    seat = None if match.stand_in is not None else seat_asked(match)
    return seat if seat in match.people() else None


def seat_asked(match: Match) -> int | None:
    """The seat to which the game has put its question."""
    agenda = match.table.agenda
    return getattr(agenda[0], "seat", None) if agenda else None
