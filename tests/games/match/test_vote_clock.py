"""Time spent on a vote belongs to somebody: to the seat that asks for it."""

import pytest

from games.match.actor import CLOCK
from games.match.commands import ExpireUndo
from games.match.past import VOTING_TIME
from games.match.state import Clock
from service.matches.handler import Request
from support.api.clocked_room import BANK, MINUTE, expect_refusal, open_clocked_room, time_left


def ask(clock=BANK, *, own_turn, **more):
    """Somebody asks to go back far; the seat, and the seat whose turn it is."""
    of = open_clocked_room(clock, **more)
    before = of.live.version
    of.plays(times=12)
    asked = of.turn
    asker = asked if own_turn else 1 - asked
    of.now += 30_000
    of.undo(asker, before)
    assert of.match.vote
    return of, asker, asked


@pytest.mark.rule("GB-26", "GB-15")
def test_whoever_asks_out_of_turn_pays_with_time_of_their_own():
    of, asker, asked = ask(own_turn=False)
    saved, own = time_left(of, asked), time_left(of, asker)
    assert (of.match.ticking.seat, of.match.ticking.until) == (asker, of.now + own)
    assert of.match.deadline == of.now + VOTING_TIME

    of.now += 100_000
    of.answers(asked, agree=False)

    assert time_left(of, asker) == own - 100_000
    assert (of.match.ticking.seat, of.match.ticking.until) == (asked, of.now + saved)
    assert of.read_again() == of.match


@pytest.mark.rule("GB-26")
def test_for_whoever_asks_on_the_own_turn_the_same_clock_runs_on():
    of, asker, _ = ask(own_turn=True)
    until = of.match.ticking.until

    of.now += 100_000
    of.answers(1 - asker, agree=False)

    assert (of.match.ticking.seat, of.match.ticking.until) == (asker, until)


@pytest.mark.rule("GB-26", "GB-12")
def test_the_request_ends_with_the_time_of_the_asker():
    of, asker, _ = ask(Clock(kind="per_answer", seconds=50), own_turn=False)
    asked_at = of.now
    assert of.match.deadline == asked_at + 50_000

    of.now = of.match.deadline - 1
    expect_refusal("not_expired_yet", of.matches.handle, of.id, ExpireUndo(), Request(actor=CLOCK))
    of.now += 1
    of.matches.handle(of.id, ExpireUndo(), Request(actor=CLOCK))

    assert of.match.vote is None
    assert time_left(of, asker) == 0  # the next answer comes at once, or the clock speaks


@pytest.mark.rule("GB-26", "GB-12")
def test_the_asker_stops_the_loss_by_taking_the_request_back():
    of, asker, asked = ask(own_turn=False)
    own = time_left(of, asker)
    of.now += 2_000
    of.answers(asker, agree=False)

    assert time_left(of, asker) == own - 2_000
    assert of.match.ticking.seat == asked


@pytest.mark.rule("GB-26", "GB-12", "GB-15")
def test_nobody_holds_up_another_by_asking_again_and_again():
    """What the vote costs is no longer free: after a bank of ten minutes it is over."""
    of = open_clocked_room(Clock(kind="bank", seconds=600))
    before = of.live.version
    of.plays(times=12)
    asker, spent = of.turn, 0
    while time_left(of, asker) or of.match.ticking.until > of.now:
        of.undo(asker, before)
        since, of.now = of.now, of.match.deadline
        spent += of.now - since
        of.matches.handle(of.id, ExpireUndo(), Request(actor=CLOCK))
        if of.match.ticking.until <= of.now:
            break
        of.plays()
        while of.turn != asker:
            of.plays()

    assert spent <= 10 * MINUTE
