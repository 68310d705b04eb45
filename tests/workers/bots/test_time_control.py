"""What a bot may spend on an answer: processor time, and time by the clock where somebody waits."""

import pytest

from games.match.state import LONGEST_WAIT
from workers.bots import time_control
from workers.bots.time_control import FOREVER, Budget


class Clocks:
    """Both stand still unless told otherwise."""

    processor = wall = 0.0

    def thread_time(self):
        return self.processor

    def monotonic(self):
        return self.wall


@pytest.fixture
def clocks(monkeypatch):
    clocks = Clocks()
    monkeypatch.setattr(time_control, "thread_time", clocks.thread_time)
    monkeypatch.setattr(time_control, "monotonic", clocks.monotonic)
    return clocks


def test_processor_time_is_what_counts(clocks):
    meter = Budget(100).begin()
    clocks.processor, clocks.wall = 0.05, 0.05
    assert meter.spent_share() == pytest.approx(0.5)
    clocks.processor = 0.1
    assert not meter.has_time()


def test_where_somebody_waits_the_clock_ends_a_search_on_a_busy_machine(clocks):
    meter = Budget(100).begin()
    clocks.wall = 0.1 * LONGEST_WAIT - 0.01
    assert meter.has_time()
    clocks.wall = 0.1 * LONGEST_WAIT + 0.01
    assert not meter.has_time()


def test_where_nobody_waits_a_busy_machine_takes_nothing_away(clocks):
    meter = Budget(100, longest_wait=FOREVER).begin()
    clocks.wall = 1e6
    assert meter.spent_share() == 0
    clocks.processor = 0.1
    assert not meter.has_time()
