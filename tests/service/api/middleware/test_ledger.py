"""How often somebody may ask: counted by each process, and shared a moment later."""

import pytest
import redis

from service.api.budgets import Allowance, ConcurrencyLimits, Quotas, share_through
from service.monitoring.figures import WINDOW_SECONDS
from support.servers.servers import Server, any_binary

ADA = {"address": "10.0.0.1", "token": "ada"}


class Clock:
    now = 600.0

    def __call__(self):
        return self.now


def left(limits, who):
    return {one.name: one.remaining for one in limits.take(who)}


def test_each_limit_is_counted_by_itself():
    limits = Quotas({"token": 2, "address": 5}, clock=Clock())

    assert left(limits, ADA) == {"token": 1, "address": 4}
    assert left(limits, ADA | {"token": "bob"}) == {"token": 1, "address": 3}
    assert left(limits, {"address": "10.0.0.1"}) == {"address": 2}
    assert left(limits, {"address": "10.0.0.2"}) == {"address": 4}


def test_what_is_left_is_less_than_nothing_for_one_too_many():
    limits = Quotas({"token": 1}, clock=Clock())
    limits.take(ADA)

    assert limits.take(ADA) == [Allowance("token", 1, -1, WINDOW_SECONDS, WINDOW_SECONDS)]


def test_a_new_minute_begins_anew():
    clock = Clock()
    limits = Quotas({"token": 1}, clock=clock)
    limits.take(ADA)
    clock.now += WINDOW_SECONDS - 1
    assert limits.take(ADA) == [Allowance("token", 1, -1, 1, WINDOW_SECONDS)]
    clock.now += 1
    assert limits.take(ADA) == [Allowance("token", 1, 0, WINDOW_SECONDS, WINDOW_SECONDS)]


def test_zero_is_no_limit():
    assert Quotas({"token": 0, "address": 0}).take(ADA) == []
    assert Quotas({"token": 0, "address": 1}, clock=Clock()).take({"token": "ada"}) == []


def test_a_window_may_be_an_hour():
    clock = Clock()
    limits = Quotas({"openings": 1}, clock=clock, seconds=3600)
    assert limits.charge("openings", ("a",), 1) == Allowance("openings", 1, 0, 3000, 3600)
    clock.now += 2999
    assert limits.charge("openings", ("a",), 1) == Allowance("openings", 1, -1, 1, 3600)
    clock.now += 1
    assert limits.charge("openings", ("a",), 1) == Allowance("openings", 1, 0, 3600, 3600)


@pytest.fixture(scope="module")
def server():
    with Server(any_binary()) as running:
        yield running


def test_processes_learn_from_each_other(server, monkeypatch):
    monkeypatch.setattr(Quotas, "_start_sharing", lambda _: None)  # here it is shared by hand
    one, other = (Quotas({"token": 10}, share_through(server.url), Clock()) for _ in range(2))
    for limits in (one, one, one, other):
        limits.take(ADA)
    one.share()
    other.share()

    assert left(other, ADA) == {"token": 5}
    one.take(ADA)
    one.share()
    assert left(one, ADA) == {"token": 4}, "five of this process, one that the other has told of"


def test_what_is_counted_while_it_is_shared_is_not_forgotten(monkeypatch):
    monkeypatch.setattr(Quotas, "_start_sharing", lambda _: None)  # here it is shared by hand

    def share(_window, fresh):
        limits.take(ADA)  # in the meantime
        return fresh

    limits = Quotas({"token": 10}, share, Clock())
    limits.take(ADA)
    limits.share()

    assert left(limits, ADA) == {"token": 7}


def test_of_what_is_held_the_account_that_holds_most_decides():
    holdings = ConcurrencyLimits({"streams": 3})
    holdings.hold("streams", ("token:ada", "address:10.0.0.1"))

    assert holdings.hold("streams", ("token:bob", "address:10.0.0.1")).remaining == 1
    holdings.give_back("streams", ("token:bob", "address:10.0.0.1"))
    assert holdings.hold("streams", ("token:bob", "address:10.0.0.2")).remaining == 2


def test_what_is_used_up_elsewhere_is_used_up_here(server, monkeypatch):
    monkeypatch.setattr(Quotas, "_start_sharing", lambda _: None)  # here it is shared by hand
    clock = Clock()
    clock.now += 5 * WINDOW_SECONDS
    one, other = (Quotas({"entries": 10}, share_through(server.url), clock) for _ in range(2))
    one.charge("entries", ("token:ada",), 9)
    one.share()
    other.charge("entries", ("token:ada",), 1)
    assert (one.used_up, other.used_up) == (False, False)
    other.share()
    assert (one.used_up, other.used_up) == (False, True)
    one.charge("entries", ("token:ada",), 0)
    one.share()
    assert one.used_up

    clock.now += WINDOW_SECONDS
    one.charge("entries", ("token:bob",), 1)
    assert not one.used_up


def test_sums_are_forgotten_after_a_while(server):
    share_through(server.url)(7, {"token:bob": 1})

    with server.client() as client:
        assert 0 < client.ttl("gb:rate:7:token:bob") <= 2 * WINDOW_SECONDS


def test_without_redis_each_process_counts_for_itself(caplog, monkeypatch):
    """The thread says so once and goes on."""

    def gone(*_):
        raise redis.ConnectionError("gone")

    rounds = iter(range(3))
    monkeypatch.setattr("service.api.budgets.time.sleep", lambda _: next(rounds))
    limits = Quotas({"token": 2}, gone, Clock())
    monkeypatch.setattr(limits, "_sharing", True)
    limits.take(ADA)
    with pytest.raises(StopIteration):
        limits._go_on_sharing()

    assert left(limits, ADA) == {"token": 0}
    assert len(caplog.records) == 1
