"""What many follow is read once for all of them, and once more for those who ask later."""

import gc
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.store import StoreUnavailable
from service.queries.shared_polls import SharedPoll, SharedPolls
from support.servers.patience import PATIENCE

MANY = 6
OWN_LOOKS = 3  # at the clock, until the first reading begins


def test_those_who_ask_while_somebody_reads_share_the_next_reading(monkeypatch):
    """Given one who reads, when six ask meanwhile, then one more reading serves them all."""
    asked, readings = threading.Semaphore(0), []

    class Clock:
        """Tells of every look at it: whoever asks looks first."""

        def __init__(self):
            self.looks = itertools.count()

        def monotonic(self):
            asked.release()
            return next(self.looks)

        def sleep(self, _):
            """There is nothing to wait for."""

    def read():
        readings.append(len(readings))
        if len(readings) == 1:
            later.extend(followers.submit(shared.newest) for _ in range(MANY))
            for _ in range(OWN_LOOKS + MANY):
                assert asked.acquire(timeout=PATIENCE)
        return readings[-1]

    monkeypatch.setattr("service.queries.shared_polls.time", Clock())
    shared, later = SharedPoll(read, interval=0), []
    with ThreadPoolExecutor(MANY) as followers:
        assert shared.newest() == 0
        assert [one.result(PATIENCE) for one in later] == [1] * MANY
    assert len(readings) == 2


@pytest.mark.parametrize(("takes", "rest"), [(0.001, 1), (0.016, 3.2), (3.0, 5)])
def test_what_takes_long_is_read_more_rarely(takes, rest, monkeypatch):
    """Otherwise whoever follows many dear readings would have a process for themselves."""
    clock = Clock()
    monkeypatch.setattr("service.queries.shared_polls.time", clock)
    shared = SharedPoll(lambda: clock.sleep(takes), interval=1)
    begun = []
    for _ in range(2):
        shared.newest()
        begun.append(clock.now - takes)

    assert begun[1] - begun[0] == pytest.approx(rest)


class Clock:
    """Goes on a little with every look at it."""

    now = slept = 0.0

    def monotonic(self):
        self.now += 1e-9
        return self.now

    def sleep(self, seconds):
        self.now += seconds
        self.slept += seconds


def test_after_a_failure_the_next_call_reads_again():
    found = iter([StoreUnavailable("gone"), None])

    def read():
        if failure := next(found):
            raise failure
        return "back"

    shared = SharedPoll(read, interval=0)
    with pytest.raises(StoreUnavailable, match="gone"):
        shared.newest()

    assert shared.newest() == "back"


def test_a_reading_is_forgotten_with_its_last_follower():
    readings = SharedPolls()
    shared = readings.join("key", "here", lambda: SharedPoll(list, interval=0))
    assert readings.join("key", "there", lambda: pytest.fail("it is there")) is shared
    for address in ("here", "there"):
        readings.leave(shared, address)
    del shared
    gc.collect()

    assert readings.join("key", "here", lambda: SharedPoll(dict, interval=0)).newest() == {}


def test_who_joins_is_given_what_was_read_a_moment_ago_and_waits_for_no_rest(monkeypatch):
    """Given one reading, when others join within its rest, then nothing is read; later, it is read once."""
    clock, readings = Clock(), []
    monkeypatch.setattr("service.queries.shared_polls.time", clock)
    shared = SharedPoll(lambda: readings.append(len(readings)) or len(readings), interval=1)

    assert [shared.recent() for _ in range(MANY)] == [1] * MANY
    clock.now += 1
    assert [shared.recent() for _ in range(MANY)] == [2] * MANY
    assert clock.slept == 0
