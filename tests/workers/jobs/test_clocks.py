"""Deadlines become commands of the clock: once, and whatever becomes of the jobs."""

import pytest

from games.match.commands import StartMatch
from games.match.past import VOTING_TIME
from games.match.state import Clock
from service.matches.handler import Request
from service.matches.records.people import Person
from support.api.room import Room
from workers.context import WorkerContext
from workers.dispatcher.follower import Follower
from workers.jobs.bots import answer_all
from workers.jobs.clocks import STRIKE_PATIENCE_MS, ask_for_strikes, strike_if_due
from workers.queues import LONGEST_PAUSE_MS, Queues, Work, count_repeats

MINUTE = 60_000


@pytest.fixture
def room():
    return Room(clock=Clock(kind="per_answer", seconds=60))


@pytest.fixture
def queues(queue_server):
    return Queues(queue_server)


def test_a_deadline_that_has_passed_becomes_one_job(room, queues):
    deadline = room.match.deadline
    assert ask_for_strikes(room.store, queues, 0, deadline - 1) == 0

    for late in (0, 1, 4_999):
        ask_for_strikes(room.store, queues, 0, deadline + late)

    assert queues.waiting() == {Work("clock", room.id, deadline)}


def test_a_strike_that_left_no_trace_is_asked_for_again_more_rarely_but_never_left_lying():
    times = [count_repeats(seconds * 1000, STRIKE_PATIENCE_MS) for seconds in range(200)]

    assert [times.index(number) for number in range(8)] == [0, 5, 10, 20, 40, 70, 100, 130]
    assert (
        count_repeats(86_400_000, STRIKE_PATIENCE_MS)
        - count_repeats(86_400_000 - LONGEST_PAUSE_MS, STRIKE_PATIENCE_MS)
        == 1
    )


def test_a_strike_that_waits_is_not_asked_for_again(room, queues):
    """Else a workers that is behind would fall behind ever faster."""
    deadline = room.match.deadline
    asked = [ask_for_strikes(room.store, queues, 0, deadline + late) for late in range(0, 100_000, 1000)]

    assert sum(asked) == 1


def test_the_dispatcher_looks_at_the_clocks(room, queues):
    room.now = room.match.deadline
    Follower(room.store, queues, 0, clock=lambda: room.now).step(0)

    assert Work("clock", room.id, room.now) in queues.waiting()


def test_the_strike_is_an_entry_and_a_repeated_job_writes_no_second(room):
    room.now = room.match.deadline
    written = strike_if_due(room.matches, room.id, room.now)

    assert (written.entry.actor, written.entry.version) == ("clock", room.live.version)
    assert strike_if_due(room.matches, room.id, room.now) is None
    assert strike_if_due(room.matches, "nowhere", room.now) is None


def test_who_answered_in_time_hears_no_strike(room):
    deadline = room.match.deadline
    room.now = deadline - 1
    room.plays()

    assert strike_if_due(room.matches, room.id, deadline) is None


def test_who_answers_while_the_clock_strikes_is_first(room, monkeypatch):
    """The strike was decided for a version that is not the newest any more."""
    room.now = room.match.deadline
    fresh = room.matches.repository.fresh

    def overtaken(match):
        seen = fresh(match)
        monkeypatch.undo()
        room.plays()
        return seen

    monkeypatch.setattr(room.matches.repository, "fresh", overtaken)
    assert strike_if_due(room.matches, room.id, room.now) is None


def test_a_vote_expires_in_the_same_way(room):
    before = room.live.version
    room.plays(times=12)
    room.undo(0, before)
    room.now += VOTING_TIME
    strike_if_due(room.matches, room.id, room.now)

    assert room.match.vote is None
    assert room.match.ticking is not None


def test_the_bot_that_stands_in_answers_one_question(room, queues):
    seat, context = room.turn, WorkerContext(room.matches, queues, b"s" * 32)
    room.now = room.match.deadline
    version = strike_if_due(room.matches, room.id, room.now).entry.version
    answer_all(context, room.id, version, lambda: False)

    assert room.store.entries(room.id)[-1].actor == f"bot:{seat}"
    assert room.live.version == version + 1
    assert room.match.deadline == room.now + MINUTE


def test_matches_whose_players_are_gone_end_by_themselves(workers):
    """Real processes, real time: one who never answers, and the workers that plays on."""
    clock = Clock(kind="bank", seconds=1, on_expiry="bot_takes_over")
    workers.dispatcher()
    workers.worker()
    opened = [workers.open_match("random", people=1, clock=clock) for _ in range(3)]
    for match in opened:
        workers.matches.sit_down(match.match, None, "", Person(), Request())
        workers.matches.handle(match.match, StartMatch(), Request(token=match.host_token))
    for match in opened:
        workers.until(workers.ended, match.match)
        entries = workers.store.entries(match.match)
        assert [entry.actor for entry in entries].count("clock") == 1
