"""Which call a courier makes next, and how many at the same time."""

from threading import Event
from time import monotonic

import pytest

from support.servers.patience import PATIENCE
from workers.jobs import calls
from workers.jobs.calls import MOST_OF_RECEIVER, Call, Calls, Turns


def call(number, webhook="w", place="m", receiver=None):
    return Call(place, number, webhook, receiver or f"{webhook}.example")


@pytest.fixture
def courier():
    """Its calls last until they are let go; those to receivers that begin with `quick` answer at once."""

    class Courier:
        def __init__(self):
            self.begun, self.settled, self.end = [], [], Event()
            self.calls = Calls(self.make, lambda *settled: self.settled.append(settled))

        def make(self, made):
            self.begun.append(made)
            if not made.receiver.startswith("quick"):
                self.end.wait(PATIENCE)
            return True

        def waits_for(self, fact):
            end = monotonic() + PATIENCE
            while not fact():
                assert monotonic() < end, self.begun
                Event().wait(0.005)

    opened = Courier()
    yield opened
    opened.end.set()
    opened.calls.close()


def test_a_good_receiver_does_not_wait_for_a_hundred_slow_ones(courier):
    for number in range(100):
        for version in range(20):
            courier.calls.add(call(100 * number + version, f"slow{number}", f"m{number // 20}"))
    courier.calls.add(call(9999, "quick", "m0"))
    courier.waits_for(lambda: len(courier.begun) == 101)
    assert call(9999, "quick", "m0") in courier.begun


def test_a_webhook_is_called_once_at_a_time_and_in_order(courier):
    for number in range(50):
        courier.calls.add(call(number, "quick"))
    courier.waits_for(lambda: len(courier.begun) == 50)
    assert [made.number for made in courier.begun] == list(range(50))


def test_a_delivery_that_is_in_hand_is_not_taken_again(courier):
    for _ in range(3):
        courier.calls.add(call(1, "slow"))
        courier.calls.add(call(2, "slow"))
    courier.end.set()
    courier.calls.close()
    assert len(courier.begun) <= 2


def test_a_host_with_many_webhooks_is_not_run_over(courier):
    for number in range(3 * MOST_OF_RECEIVER):
        courier.calls.add(call(number, f"w{number}", receiver="slow.example"))
    courier.calls.add(call(9999, "other"))
    courier.waits_for(lambda: call(9999, "other") in courier.begun)
    assert len(courier.begun) == MOST_OF_RECEIVER + 1


def test_however_many_are_slow_there_is_room_for_those_that_are_quick(courier):
    courier.calls.add(call(1, "quick"))
    courier.waits_for(lambda: not courier.calls._in_hand)
    for number in range(2, 2 + 2 * calls.CALLS_AT_ONCE):
        courier.calls.add(call(number, f"slow{number}", f"m{number}"))
    courier.calls.add(call(9999, "quick"))
    courier.waits_for(lambda: call(9999, "quick") in courier.begun)
    assert len(courier.begun) == calls.CALLS_AT_ONCE - calls.FOR_THE_QUICK + 2


def test_a_job_is_settled_when_its_call_has_ended_with_all_that_asked_again(courier):
    courier.calls.add(call(1, "slow"), ["first"])
    courier.calls.add(call(1, "slow"), ["again"])
    courier.waits_for(lambda: courier.begun)
    assert courier.settled == []
    courier.end.set()
    courier.waits_for(lambda: courier.settled)
    [(ids, seconds, done)] = courier.settled
    assert (ids, done) == (["first", "again"], True)
    assert seconds > 0


def test_a_call_that_fails_for_a_reason_of_ours_keeps_no_place(courier, monkeypatch, caplog):
    monkeypatch.setattr(calls, "get_station", lambda: {}["no station"])
    broken = Calls(calls.make_call, lambda *settled: courier.settled.append(settled), at_once=1)
    for number in range(3):
        broken.add(call(number, "w"), [str(number)])
    courier.waits_for(lambda: len(courier.settled) == 3)
    broken.close()
    assert [(ids, done) for ids, _, done in courier.settled] == [([str(n)], False) for n in range(3)]
    assert "KeyError" in caplog.text


def test_matches_take_turns_and_so_do_the_webhooks_of_each():
    turns = Turns()
    for number in range(6):
        turns.add(call(number, "ab"[number % 2], "crowd"))
    for number in (7, 8):
        turns.add(call(number, "c", "single"))
    taken = [turns.take(lambda _: True) for _ in range(8)]
    assert [made.number for made in taken] == [0, 7, 1, 8, 2, 3, 4, 5]
    assert turns.take(lambda _: True) is None


def test_one_that_may_not_begin_holds_up_nobody_behind_it():
    turns = Turns()
    turns.add(call(1, "a", "m"))
    turns.add(call(2, "b", "m"))
    assert turns.take(lambda made: made.webhook == "b").number == 2
    assert turns.take(lambda made: made.webhook == "b") is None
    assert turns.take(lambda _: True).number == 1
