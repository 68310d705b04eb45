"""A match with a clock, for tests of what it costs and when it stands still."""

import pytest

from games.match.actor import CLOCK
from games.match.commands import ExpireClock
from games.match.state import Clock
from service.matches.handler import Request
from service.problems import NotNow
from support.api.room import Room

MINUTE = 60_000
PER_ANSWER = Clock(kind="per_answer", seconds=60)
BANK = Clock(kind="bank", seconds=600, increment=10)


def open_clocked_room(clock=PER_ANSWER, **more):
    return Room(clock=clock, **more)


def expect_refusal(reason, call, *args):
    with pytest.raises(NotNow) as refusal:
        call(*args)
    assert refusal.value.facts["reason"] == reason


def expires(of):
    """As the clock job does, exactly at the deadline."""
    of.now = of.match.deadline
    return of.matches.handle(of.id, ExpireClock(), Request(actor=CLOCK))


def time_left(of, seat):
    return of.match.seats[seat].left
