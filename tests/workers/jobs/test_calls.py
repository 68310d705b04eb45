"""Which call a courier makes next, and how many at the same time."""

from threading import Event
from time import monotonic

import pytest

from support.servers.patience import PATIENCE
from workers.jobs import calls
from workers.jobs.calls import MOST_OF_RECEIVER, QUICK_ANSWERS, Call, Calls, Turns
from workers.jobs.posting import ReceiverBusy


def call(number, webhook="w", place="m", host=None):
    return Call(place, number, webhook, host or f"{webhook}.example")


@pytest.fixture
def courier():
    """Its calls last until they are let go; those to receivers that begin with `quick` answer at once."""

    class Courier:
        def __init__(self):
            self.begun, self.settled, self.end = [], [], Event()
            self.silent, self.addresses = False, {}  # of hosts
            self.calls = Calls(self.make, lambda *settled: self.settled.append(settled))

        def make(self, made):
            if made.host in self.addresses and not self.calls.may_call(made, self.addresses[made.host]):
                raise ReceiverBusy(self.addresses[made.host])
            self.begun.append(made)
            if not made.host.startswith("quick") or self.silent:
                self.end.wait(PATIENCE)
            return True

        def proves_quick(self, *numbers):
            """All the answers that it takes, of a webhook for each number."""
            for answer in range(QUICK_ANSWERS):
                for number in numbers:
                    self.calls.add(call(number + 100_000 * answer, f"quick{number}", f"m{number}"))
                self.waits_for(lambda: not self.calls._in_hand)
            self.begun.clear()

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
        courier.calls.add(call(number, f"w{number}", host="slow.example"))
    courier.calls.add(call(9999, "other"))
    courier.waits_for(lambda: call(9999, "other") in courier.begun)
    assert len(courier.begun) == MOST_OF_RECEIVER + 1


def test_however_many_are_slow_there_is_room_for_those_that_are_quick(courier):
    courier.proves_quick(1)
    for number in range(2, 2 + 2 * calls.CALLS_AT_ONCE):
        courier.calls.add(call(number, f"slow{number}", f"m{number}"))
    courier.calls.add(call(9999, "quick1"))
    courier.waits_for(lambda: call(9999, "quick1") in courier.begun)
    assert len(courier.begun) == calls.CALLS_AT_ONCE - calls.FOR_THE_QUICK + 1


def test_one_quick_answer_earns_no_place_that_is_kept(courier):
    """Or as many as there are places could fall silent in all of them."""
    for number in range(calls.CALLS_AT_ONCE):
        courier.calls.add(call(number, f"quick{number}", f"m{number}"))
    courier.waits_for(lambda: not courier.calls._in_hand)
    courier.proves_quick(9999)
    courier.silent = True
    for number in range(calls.CALLS_AT_ONCE):
        courier.calls.add(call(1000 + number, f"quick{number}", f"m{number}"))
    courier.calls.add(call(9999, "quick9999"))
    courier.waits_for(lambda: call(9999, "quick9999") in courier.begun)
    assert len(courier.begun) == calls.CALLS_AT_ONCE - calls.FOR_THE_QUICK + 1


def test_who_was_quick_and_falls_silent_gives_back_the_place_that_was_kept(courier, monkeypatch):
    monkeypatch.setattr(calls, "KEPT_SECONDS", 0.01)
    crowd = range(calls.CALLS_AT_ONCE)
    courier.proves_quick(*crowd, 9999)
    courier.silent = True
    for number in crowd:
        courier.calls.add(call(1_000_000 + number, f"quick{number}", f"m{number}"))
    courier.waits_for(lambda: len(courier.begun) == calls.CALLS_AT_ONCE)
    courier.calls.add(call(9999, "quick9999"))
    courier.waits_for(lambda: call(9999, "quick9999") in courier.begun)
    courier.waits_for(lambda: not courier.calls._kept)

    courier.end.set()
    courier.waits_for(lambda: not courier.calls._in_hand)
    assert courier.calls._slow == 0


def test_many_names_of_one_address_are_one_receiver(courier):
    hosts = [f"w{number}.example" for number in range(3 * MOST_OF_RECEIVER)]
    courier.addresses = dict.fromkeys(hosts, "93.184.215.14")
    for number, host in enumerate(hosts):
        courier.calls.add(call(number, f"w{number}", f"m{number}", host))
    courier.calls.add(call(9999, "other"))
    courier.waits_for(lambda: call(9999, "other") in courier.begun)
    courier.waits_for(lambda: len(courier.begun) == MOST_OF_RECEIVER + 1)
    courier.waits_for(lambda: courier.calls._slow == MOST_OF_RECEIVER + 1)  # the others hold no place

    courier.end.set()
    courier.waits_for(lambda: not courier.calls._in_hand)
    assert sorted(made.number for made in courier.begun) == [*range(len(hosts)), 9999]
    assert not courier.calls._called


def test_a_call_that_is_put_back_stays_the_first_of_its_webhook():
    turns = Turns()
    turns.add(call(1))
    turns.add(call(2))
    turns.put_back(turns.take(lambda _: True))
    assert [turns.take(lambda _: True).number for _ in range(2)] == [1, 2]


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
