"""A clock that jumps ahead and back again: deadlines stay as far away as they were meant to be."""

import pytest

from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore
from events.verify import read_book
from games.match.actor import Actor
from games.match.past import VOTING_TIME
from games.match.state import Clock
from service.verification.audit import audit_book
from support.api import books
from support.api.room import Room
from workers.dispatcher import follower as following
from workers.dispatcher.follower import Follower
from workers.jobs.clocks import bring_deadlines_back, strike_if_due
from workers.queues import Queues, Work

DAY = 86_400_000
MINUTE = 60_000
SECOND = 1_000


@pytest.fixture
def queues(queue_server):
    return Queues(queue_server)


@pytest.fixture(params=["memory", "redis"])
def make_room(request, queue_server):
    """With a person to each seat and a minute for each answer."""

    def made(**clock):
        store = MemoryStore() if request.param == "memory" else RedisStore(queue_server)
        wanted = {"kind": "per_answer", "seconds": 60, **clock}
        return Room(clock=Clock(**wanted), store=store, random_seed=3)

    return made


def jump_ahead_and_back(room):
    """One answer falls into the time when the clock is a day ahead."""
    room.now += DAY
    room.plays()
    room.now -= DAY


def follow(room, queues):
    """A dispatcher that has just been started."""
    Follower(room.store, queues, 0, clock=lambda: room.now).step(0)


def strike(room):
    return strike_if_due(room.matches, room.id, room.now)


def is_sound(room):
    entries = room.store.entries(room.id)
    verdict = audit_book(read_book(books.file_of(entries)))
    return not verdict.failure and [entry.at for entry in entries] == sorted(entry.at for entry in entries)


def test_who_does_not_answer_runs_out_of_time_in_time(make_room, queues):
    room = make_room()
    jump_ahead_and_back(room)
    follow(room, queues)

    room.now += MINUTE - 1
    assert strike(room) is None
    room.now += 1
    follow(room, queues)

    assert Work("clock", room.id, room.now) in queues.waiting()
    assert strike(room).entry.actor == str(Actor.parse("clock"))
    assert strike(room) is None
    assert is_sound(room)


def test_it_is_so_after_every_further_answer(make_room, queues):
    room = make_room()
    jump_ahead_and_back(room)
    follow(room, queues)
    for _ in range(5):
        room.now += 20 * SECOND
        room.plays()
        assert room.store.deadline_of(room.id) == room.now + MINUTE

    room.now += MINUTE - 1
    assert strike(room) is None
    room.now += 1
    assert strike(room)
    assert is_sound(room)


def test_time_goes_on_in_a_book_that_is_ahead(make_room, queues):
    """Who thinks for twenty seconds has used twenty."""
    room = make_room(kind="bank", seconds=200_000)
    jump_ahead_and_back(room)
    follow(room, queues)
    seat, left = room.turn, room.match.seats[room.turn].left

    room.now += 20 * SECOND
    room.plays()

    assert room.match.seats[seat].left == left - 20 * SECOND
    assert is_sound(room)


def test_an_answer_before_anybody_has_looked_counts_no_time_and_sets_the_deadline_right(make_room):
    room = make_room()
    jump_ahead_and_back(room)
    at = room.live.touched_at

    room.now += SECOND
    room.plays()

    assert room.live.touched_at == at
    assert room.store.deadline_of(room.id) == room.now + MINUTE
    assert bring_deadlines_back(room.store, 0, room.now) == 0


def test_a_vote_expires_too(make_room, queues):
    room = make_room()
    before = room.live.version
    room.plays(times=12)
    room.now += DAY
    room.undo(room.turn, before)
    room.now -= DAY
    assert room.match.vote
    follow(room, queues)

    room.now += VOTING_TIME
    strike(room)

    assert room.match.vote is None
    assert is_sound(room)


def test_a_dispatcher_at_work_notices_it_at_its_next_look(make_room, queues, monkeypatch):
    room = make_room()
    monkeypatch.setattr(following, "SWEEP_SECONDS", 0)
    at_work = Follower(room.store, queues, 0, clock=lambda: room.now)
    at_work.step(0)
    room.now += DAY
    room.plays()
    at_work.step(0)
    due = room.store.deadline_of(room.id)
    room.now -= DAY

    at_work.step(0)

    assert room.store.deadline_of(room.id) == due - DAY == room.now + MINUTE


def test_another_machine_s_clock_is_noticed_within_minutes(make_room, queues, monkeypatch):
    """The one of the dispatcher was right all the time."""
    room = make_room()
    monkeypatch.setattr(following, "SWEEP_SECONDS", 0)
    monkeypatch.setattr(following, "CLOCK_LOOK_SECONDS", 0)
    at_work = Follower(room.store, queues, 0, clock=lambda: room.now)
    at_work.step(0)
    jump_ahead_and_back(room)

    at_work.step(0)

    assert room.store.deadline_of(room.id) == room.now + MINUTE


def test_deadlines_of_books_that_are_not_ahead_stay_where_they_are(make_room):
    """Nor is one moved for the second or two by which the clocks of two machines differ."""
    room = make_room(seconds=3600)
    room.plays()
    due = room.store.deadline_of(room.id)

    for now in (room.now - 1999, room.now, room.now + MINUTE):
        assert bring_deadlines_back(room.store, 0, now) == 0
    assert room.store.deadline_of(room.id) == due


def test_a_match_that_cannot_be_read_does_not_stop_the_others(make_room, monkeypatch):
    room = make_room()
    jump_ahead_and_back(room)
    monkeypatch.setattr("workers.jobs.clocks.fold_match", lambda *_: 1 / 0)

    assert bring_deadlines_back(room.store, 0, room.now) == 0


def test_only_books_that_are_ahead_are_read(make_room, monkeypatch):
    room = make_room()
    room.plays()
    monkeypatch.setattr("workers.jobs.clocks.fold_match", lambda *_: pytest.fail("it was read"))

    assert bring_deadlines_back(room.store, 0, room.now) == 0
