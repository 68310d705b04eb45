"""Which delivery a webhook sender makes next, and how many at the same time."""

from threading import Event
from time import monotonic

import pytest

from support.servers.patience import PATIENCE
from workers.jobs import delivery_pool
from workers.jobs.delivery_pool import (
    MOST_OF_RECEIVER,
    QUICK_ANSWERS,
    DeliveryPool,
    QueuedDelivery,
    Scheduler,
)
from workers.jobs.posting import ReceiverBusy


def delivery(number, webhook="w", place="m", host=None):
    return QueuedDelivery(place, number, webhook, host or f"{webhook}.example")


@pytest.fixture
def sender():
    """Its calls last until they are let go; those to receivers that begin with `quick` answer at once."""

    class WebhookSender:
        def __init__(self):
            self.begun, self.settled, self.end = [], [], Event()
            self.silent, self.addresses = False, {}  # of hosts
            self.pool = DeliveryPool(self.make, lambda *settled: self.settled.append(settled))

        def make(self, made):
            if made.host in self.addresses and not self.pool.may_contact(made, self.addresses[made.host]):
                raise ReceiverBusy(self.addresses[made.host])
            self.begun.append(made)
            if not made.host.startswith("quick") or self.silent:
                self.end.wait(PATIENCE)
            return True

        def proves_quick(self, *numbers):
            """All the answers that it takes, of a webhook for each number."""
            for answer in range(QUICK_ANSWERS):
                for number in numbers:
                    self.pool.add(delivery(number + 100_000 * answer, f"quick{number}", f"m{number}"))
                self.waits_for(lambda: not self.pool._in_hand)
            self.begun.clear()

        def waits_for(self, fact):
            end = monotonic() + PATIENCE
            while not fact():
                assert monotonic() < end, self.begun
                Event().wait(0.005)

    opened = WebhookSender()
    yield opened
    opened.end.set()
    opened.pool.close()


def test_a_good_receiver_does_not_wait_for_a_hundred_slow_ones(sender):
    for number in range(100):
        for version in range(20):
            sender.pool.add(delivery(100 * number + version, f"slow{number}", f"m{number // 20}"))
    sender.pool.add(delivery(9999, "quick", "m0"))
    sender.waits_for(lambda: len(sender.begun) == 101)
    assert delivery(9999, "quick", "m0") in sender.begun


def test_a_webhook_is_called_once_at_a_time_and_in_order(sender):
    for number in range(50):
        sender.pool.add(delivery(number, "quick"))
    sender.waits_for(lambda: len(sender.begun) == 50)
    assert [made.number for made in sender.begun] == list(range(50))


def test_a_delivery_that_is_in_hand_is_not_taken_again(sender):
    for _ in range(3):
        sender.pool.add(delivery(1, "slow"))
        sender.pool.add(delivery(2, "slow"))
    sender.end.set()
    sender.pool.close()
    assert len(sender.begun) <= 2


def test_a_host_with_many_webhooks_is_not_run_over(sender):
    for number in range(3 * MOST_OF_RECEIVER):
        sender.pool.add(delivery(number, f"w{number}", host="slow.example"))
    sender.pool.add(delivery(9999, "other"))
    sender.waits_for(lambda: delivery(9999, "other") in sender.begun)
    assert len(sender.begun) == MOST_OF_RECEIVER + 1


def test_however_many_are_slow_there_is_room_for_those_that_are_quick(sender):
    sender.proves_quick(1)
    for number in range(2, 2 + 2 * delivery_pool.SLOTS):
        sender.pool.add(delivery(number, f"slow{number}", f"m{number}"))
    sender.pool.add(delivery(9999, "quick1"))
    sender.waits_for(lambda: delivery(9999, "quick1") in sender.begun)
    assert len(sender.begun) == delivery_pool.SLOTS - delivery_pool.RESERVED_SLOTS + 1


def test_one_quick_answer_earns_no_place_that_is_kept(sender):
    """Or as many as there are places could fall silent in all of them."""
    for number in range(delivery_pool.SLOTS):
        sender.pool.add(delivery(number, f"quick{number}", f"m{number}"))
    sender.waits_for(lambda: not sender.pool._in_hand)
    sender.proves_quick(9999)
    sender.silent = True
    for number in range(delivery_pool.SLOTS):
        sender.pool.add(delivery(1000 + number, f"quick{number}", f"m{number}"))
    sender.pool.add(delivery(9999, "quick9999"))
    sender.waits_for(lambda: delivery(9999, "quick9999") in sender.begun)
    assert len(sender.begun) == delivery_pool.SLOTS - delivery_pool.RESERVED_SLOTS + 1


def test_who_was_quick_and_falls_silent_gives_back_the_place_that_was_kept(sender, monkeypatch):
    monkeypatch.setattr(delivery_pool, "RESERVED_SECONDS", 0.01)
    crowd = range(delivery_pool.SLOTS)
    sender.proves_quick(*crowd, 9999)
    sender.silent = True
    for number in crowd:
        sender.pool.add(delivery(1_000_000 + number, f"quick{number}", f"m{number}"))
    sender.waits_for(lambda: len(sender.begun) == delivery_pool.SLOTS)
    sender.pool.add(delivery(9999, "quick9999"))
    sender.waits_for(lambda: delivery(9999, "quick9999") in sender.begun)
    sender.waits_for(lambda: not sender.pool._in_reserved)

    sender.end.set()
    sender.waits_for(lambda: not sender.pool._in_hand)
    assert sender.pool._in_shared == 0


def test_many_names_of_one_address_are_one_receiver(sender):
    hosts = [f"w{number}.example" for number in range(3 * MOST_OF_RECEIVER)]
    sender.addresses = dict.fromkeys(hosts, "93.184.215.14")
    for number, host in enumerate(hosts):
        sender.pool.add(delivery(number, f"w{number}", f"m{number}", host))
    sender.pool.add(delivery(9999, "other"))
    sender.waits_for(lambda: delivery(9999, "other") in sender.begun)
    sender.waits_for(lambda: len(sender.begun) == MOST_OF_RECEIVER + 1)
    sender.waits_for(lambda: sender.pool._in_shared == MOST_OF_RECEIVER + 1)  # the others hold no place

    sender.end.set()
    sender.waits_for(lambda: not sender.pool._in_hand)
    assert sorted(made.number for made in sender.begun) == [*range(len(hosts)), 9999]
    assert not sender.pool._at_receiver


def test_a_call_that_is_put_back_stays_the_first_of_its_webhook():
    scheduler = Scheduler()
    scheduler.add(delivery(1))
    scheduler.add(delivery(2))
    scheduler.put_back(scheduler.take(lambda _: True))
    assert [scheduler.take(lambda _: True).number for _ in range(2)] == [1, 2]


def test_a_job_is_settled_when_its_call_has_ended_with_all_that_asked_again(sender):
    sender.pool.add(delivery(1, "slow"), ["first"])
    sender.pool.add(delivery(1, "slow"), ["again"])
    sender.waits_for(lambda: sender.begun)
    assert sender.settled == []
    sender.end.set()
    sender.waits_for(lambda: sender.settled)
    [(ids, seconds, done)] = sender.settled
    assert (ids, done) == (["first", "again"], True)
    assert seconds > 0


def test_a_call_that_fails_for_a_reason_of_ours_keeps_no_place(sender, monkeypatch, caplog):
    monkeypatch.setattr(delivery_pool, "get_context", lambda: {}["no context"])
    broken = DeliveryPool(
        delivery_pool.send_delivery, lambda *settled: sender.settled.append(settled), slots=1
    )
    for number in range(3):
        broken.add(delivery(number, "w"), [str(number)])
    sender.waits_for(lambda: len(sender.settled) == 3)
    broken.close()
    assert [(ids, done) for ids, _, done in sender.settled] == [([str(n)], False) for n in range(3)]
    assert "KeyError" in caplog.text


def test_matches_take_turns_and_so_do_the_webhooks_of_each():
    scheduler = Scheduler()
    for number in range(6):
        scheduler.add(delivery(number, "ab"[number % 2], "crowd"))
    for number in (7, 8):
        scheduler.add(delivery(number, "c", "single"))
    taken = [scheduler.take(lambda _: True) for _ in range(8)]
    assert [made.number for made in taken] == [0, 7, 1, 8, 2, 3, 4, 5]
    assert scheduler.take(lambda _: True) is None


def test_one_that_may_not_begin_holds_up_nobody_behind_it():
    scheduler = Scheduler()
    scheduler.add(delivery(1, "a", "m"))
    scheduler.add(delivery(2, "b", "m"))
    assert scheduler.take(lambda made: made.webhook == "b").number == 2
    assert scheduler.take(lambda made: made.webhook == "b") is None
    assert scheduler.take(lambda _: True).number == 1
