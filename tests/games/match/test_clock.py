"""The clock of a match: whose time runs, what an answer costs, and what an undo gives back."""

import pytest

from games.match.actor import CLOCK, Actor
from games.match.clock import after_an_answer
from games.match.commands import ExpireClock
from games.match.events import ClockStarted, StandInLeft, TimeTaken
from games.match.past import Past
from games.match.play import decide
from games.match.quantities import ALL_TIME
from games.match.state import Clock
from service.matches.handler import Request
from service.problems import GameIsOver
from support.api.clocked_room import (
    BANK,
    MINUTE,
    PER_ANSWER,
    expect_refusal,
    expires,
    open_clocked_room,
    time_left,
)
from support.api.room import Room


@pytest.mark.rule("GB-15")
def test_the_clock_of_whoever_is_asked_runs_from_the_start():
    of = open_clocked_room()

    assert of.match.ticking.seat == of.turn
    assert of.match.deadline == of.now + MINUTE
    assert of.store.due(0, before=of.match.deadline + 1) == [(of.id, of.match.deadline)]


@pytest.mark.rule("GB-15")
def test_without_a_clock_nothing_is_due():
    of = open_clocked_room(clock=None)
    of.plays(times=5)

    assert of.match.deadline is None
    assert of.store.due(0, before=10**15) == []


@pytest.mark.rule("GB-15")
def test_every_answer_has_its_own_time():
    of = open_clocked_room()
    of.now += 20_000
    of.plays()

    assert of.match.ticking.until == of.now + MINUTE


@pytest.mark.rule("GB-15", "GB-16")
def test_a_bank_shrinks_by_what_was_used_and_grows_by_the_increment():
    of = open_clocked_room(BANK)
    of.now += 25_000
    seat = of.plays()

    taken = next(event for event in of.events() if isinstance(event, TimeTaken))
    assert taken == TimeTaken(seat, used=25_000, left=600_000 - 25_000 + 10_000)
    assert time_left(of, seat) == taken.left


@pytest.mark.rule("GB-15")
def test_bots_have_no_clock():
    of = open_clocked_room(people=1, bots=1)
    while of.turn != 1:
        of.plays()

    assert of.match.ticking is None
    assert of.match.deadline is None
    of.plays()
    assert not any(isinstance(event, TimeTaken) for event in of.events())


@pytest.mark.rule("GB-16")
def test_the_time_after_the_deadline_is_nobodys():
    of = open_clocked_room(BANK)
    asked = of.turn
    of.now = of.match.deadline + MINUTE
    of.plays()

    assert time_left(of, asked) == 10_000  # all of the bank is used, the increment comes after it


@pytest.mark.rule("GB-16")
def test_when_the_time_of_day_was_set_back_an_answer_has_taken_none():
    of = open_clocked_room(BANK)
    earlier = Past(now=of.match.ticking.since - 1000)

    decided = decide(of.match, Actor.person(of.turn), of.options()[0], of.live.seed, earlier)

    taken = next(event for event in decided.events if isinstance(event, TimeTaken))
    assert (taken.used, taken.left) == (0, 600_000 + 10_000)


def test_no_more_time_gathers_in_a_bank_than_can_be_written():
    assert after_an_answer(BANK, ALL_TIME - 1) == ALL_TIME


@pytest.mark.rule("GB-16")
def test_reading_the_book_needs_no_clock():
    of = open_clocked_room(BANK)
    for seconds in range(30):
        of.now += seconds * 1000
        of.plays()

    assert of.read_again() == of.match


@pytest.mark.rule("GB-17")
def test_before_the_deadline_the_clock_has_nothing_to_say():
    of = open_clocked_room()
    of.now = of.match.deadline - 1

    expect_refusal("time_is_left", of.matches.handle, of.id, ExpireClock(), Request(actor=CLOCK))


@pytest.mark.rule("GB-17")
def test_without_a_clock_no_time_runs_out():
    of = open_clocked_room(clock=None)

    expect_refusal("no_clock_runs", of.matches.handle, of.id, ExpireClock(), Request(actor=CLOCK))


@pytest.mark.rule("GB-17")
def test_an_answer_after_the_deadline_counts_until_the_clock_has_spoken():
    of = open_clocked_room()
    of.now = of.match.deadline + 1
    seat = of.plays()

    assert seat in of.match.people()
    assert of.match.status == "running"


@pytest.mark.rule("GB-17")
def test_a_bot_answers_once_and_the_next_question_is_the_persons_again():
    of = open_clocked_room()
    seat = of.turn
    expires(of)
    assert of.match.deadline is None
    assert of.match.bot_for(seat) is not None
    expect_refusal("time_is_up", of.plays)

    of.matches.handle(of.id, of.options()[0], Request(actor=Actor.bot(seat)))

    assert StandInLeft(seat) in of.events()
    assert of.match.stand_in is None
    assert of.match.seats[seat].bot is None
    assert of.match.ticking.seat == of.turn


@pytest.mark.rule("GB-17")
def test_the_seat_goes_to_a_bot_for_good():
    of = open_clocked_room(Clock(kind="per_answer", seconds=60, on_expiry="bot_takes_over"))
    seat = of.turn
    expires(of)

    assert of.match.people() == [1 - seat]
    assert of.match.ticking is None
    expect_refusal("a_bot_sits_here", of.resigns, seat)


@pytest.mark.rule("GB-17", "GB-6")
def test_the_match_is_abandoned():
    of = open_clocked_room(Clock(kind="per_answer", seconds=60, on_expiry="match_ends"))
    expires(of)

    assert of.match.status == "abandoned"
    assert of.match.seed is not None
    assert of.store.due(0, before=10**15) == []
    with pytest.raises(GameIsOver):
        of.plays()


@pytest.mark.rule("GB-17")
@pytest.mark.parametrize("policy", ["bot_answers", "bot_takes_over", "match_ends"])
@pytest.mark.parametrize("clock", [PER_ANSWER, BANK, Clock(kind="bank", seconds=1)])
def test_a_match_ends_though_nobody_ever_answers(policy, clock):
    """At every question of a person the time runs out; bots answer as their job does."""
    of = open_clocked_room(
        Clock(**{name: getattr(clock, name) for name in ("kind", "seconds", "increment")}, on_expiry=policy)
    )
    while of.match.status == "running":
        if of.match.deadline is not None:
            expires(of)
        else:
            of.matches.handle(of.id, of.random.choice(of.options()), Request(actor=Actor.bot(of.turn)))

    assert of.match.status == ("abandoned" if policy == "match_ends" else "finished")
    assert of.read_again() == of.match


@pytest.mark.rule("GB-17")
@pytest.mark.parametrize(
    ("game", "options"), [("schiefer", {"stall_rounds": 2}), ("ruhrschifffahrt", {}), ("schichtwechsel", {})]
)
def test_whoever_drops_out_at_whatever_question_the_match_ends(game, options):
    """Each question of a random match in turn: the asked one is gone for good, the other plays on."""
    clock = Clock(kind="per_answer", seconds=60, on_expiry="bot_takes_over")

    def played(most):
        """Whoever is asked answers, up to so many times; how many it were."""
        for answers in range(most):
            if of.match.status != "running":
                return answers
            of.plays()
        return most

    of = Room(game=game, options=options, clock=clock)
    questions = played(10_000)
    assert questions > 20
    for question in range(questions):
        of = Room(game=game, options=options, clock=clock)
        played(question)
        gone = of.turn
        expires(of)
        played(10_000)
        assert of.match.status == "finished"
        assert of.match.seats[gone].bot is not None


class TestUndo:
    @pytest.mark.rule("GB-20")
    def test_a_free_undo_gives_no_time_back(self):
        of = open_clocked_room()
        seat, before = of.to_a_free_undo()
        deadline = of.match.deadline
        of.now += 7_000
        of.undo(seat, before)

        assert of.match.deadline == deadline
        of.redo(seat)
        assert of.match.deadline == deadline
        assert of.read_again() == of.match

    @pytest.mark.rule("GB-20")
    def test_after_an_undo_by_consent_whoever_is_asked_has_the_time_that_was_left(self):
        of = open_clocked_room(BANK)
        before, first = of.live.version, of.turn
        for _ in range(12):
            of.now += 3_000
            of.plays()
        banks = [time_left(of, seat) for seat in (0, 1)]
        asked, since = of.turn, of.match.ticking.since
        of.now += 4_000
        banks[asked] -= of.now - since
        of.undo(1 - first, before)
        of.now += 50_000
        banks[1 - first] -= 50_000  # of the asker
        of.answers(first, agree=True)

        assert "Rewound" in of.last()
        assert of.turn == first
        assert [time_left(of, seat) for seat in (0, 1)] == banks
        assert of.events()[-2] == ClockStarted(first, of.now, of.now + banks[first])
        assert of.read_again() == of.match

    @pytest.mark.rule("GB-20")
    def test_what_comes_back_asks_the_same_seat_as_before(self):
        of = open_clocked_room()
        before = of.live.version
        of.plays(times=9)
        asked = of.turn
        of.undo(0, before)
        of.answers(1, agree=True)
        of.redo(0)

        assert of.turn == asked
        assert of.match.ticking.seat == asked
        assert of.read_again() == of.match

    @pytest.mark.rule("GB-17", "GB-20")
    def test_a_stand_in_leaves_when_its_question_is_taken_back(self):
        of = open_clocked_room()
        before = of.live.version
        of.plays(times=9)
        expires(of)
        of.undo(0, before)
        of.answers(1, agree=True)

        assert of.match.stand_in is None
        assert of.match.ticking.seat == of.turn
        assert of.read_again() == of.match
