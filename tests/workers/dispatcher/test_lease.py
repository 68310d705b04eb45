"""Several dispatchers, one active: the lease, its fence, and what is parked."""

import pytest

from events.memory_store import MemoryStore
from service.monitoring.dispatcher_records import Checkpoint, DispatcherRecords
from workers.dispatcher.follower import LEASE_MS, Follower, Lease, LeaseLost
from workers.queues import Work

DAY = 86_400_000


@pytest.fixture
def store():
    return MemoryStore()


def test_one_holds_the_lease_and_the_others_stand_by(store):
    first, second = Lease(store, 0), Lease(store, 0)

    assert first.held(1000)
    assert not second.held(1001)
    assert first.held(1002)
    assert Lease(store, 1).held(1002)  # of another partition


def test_a_lease_that_is_renewed_never_passes_on(store):
    first, second = Lease(store, 0), Lease(store, 0)

    for now in range(1000, 60_000, 500):
        assert first.held(now)
        assert not second.held(now)


def test_a_dead_holders_lease_runs_out(store):
    first, second = Lease(store, 0), Lease(store, 0)
    first.held(1000)

    assert not second.held(1000 + LEASE_MS - 1)
    assert second.held(1000 + LEASE_MS)
    assert DispatcherRecords(store).leases()[0].term == 2


def test_who_stops_hands_over_at_once(store):
    first, second = Lease(store, 0), Lease(store, 0)
    first.held(1000)
    first.release()

    assert second.held(1001)
    assert not first.held(1002)


def test_who_slept_through_its_lease_cannot_turn_the_checkpoint_back(store):
    sleeper, active = Lease(store, 0), Lease(store, 0)
    sleeper.held(1000)
    active.held(1000 + LEASE_MS)

    records = DispatcherRecords(store)
    assert records.keep_checkpoint_under(active.ours, 0, Checkpoint(50, 50))
    assert not records.keep_checkpoint_under(sleeper.ours, 0, Checkpoint(10, 10))
    assert records.checkpoint(0) == Checkpoint(50, 50)


def test_a_dispatcher_notices_that_its_lease_is_gone(context, open_match):
    store = context.matches.store
    sleeper = Lease(store, 0)
    sleeper.held(1000)
    follower = Follower(store, context.queues, 0, lease=sleeper)
    Lease(store, 0).held(1000 + LEASE_MS)
    open_match("random", "random")

    with pytest.raises(LeaseLost):
        follower.step(0)


def test_an_entry_that_nothing_can_be_done_about_is_parked_and_the_rest_goes_on(
    context, open_match, monkeypatch
):
    store, put = context.matches.store, type(context.queues).put
    bad, good = open_match("random", "random"), open_match("random", "random")

    def stumbles(queues, work, **more):
        if work.match == bad:
            raise ValueError("poison")
        return put(queues, work, **more)

    monkeypatch.setattr(type(context.queues), "put", stumbles)
    Follower(store, context.queues, 0).step(0)

    assert DispatcherRecords(store).count_parked() == 1
    assert Work("bot", good, 2) in context.queues.waiting()


def test_the_lag_is_what_is_written_and_not_dispatched(context, open_match):
    store = context.matches.store
    open_match("random", "random")
    assert DispatcherRecords(store).lag() == {0: 2}
    follower = Follower(store, context.queues, 0)
    follower.step(0)
    follower.save()

    assert DispatcherRecords(store).lag() == {0: 0}


def test_a_lease_from_a_time_when_the_clock_was_ahead_bars_nobody(store):
    """It would run for another day, although its holder has died."""
    first, second = Lease(store, 0), Lease(store, 0)
    assert first.held(DAY)

    assert second.held(1000)
    assert not first.held(1001)
    assert second.held(4000)
    assert not first.held(4001)


def test_clocks_that_differ_by_less_than_two_seconds_leave_a_lease_alone(store):
    first, second = Lease(store, 0), Lease(store, 0)
    assert first.held(3000)
    assert not second.held(1000)
