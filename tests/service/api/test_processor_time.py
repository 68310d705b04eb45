"""A request counts once for each part of the processor time that its own greenlet takes."""

import gevent
import greenlet
import pytest

from service.api import budgets
from service.api.budgets import CALLER, Caller, GreenletTimes, Limiter, TimeSpent, charge_time
from service.config import Config
from support.api import books

QUOTA = 1000
NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(autouse=True)
def warm(monkeypatch):
    monkeypatch.setattr(budgets, "WARM_UP", 0)


@pytest.fixture
def times():
    measured = GreenletTimes()
    measured.measure()
    yield measured
    greenlet.settrace(None)


@pytest.fixture
def limiter():
    return Limiter.of(Config(token_limit=0, address_limit=QUOTA))


def left_after(seconds, limiter, monkeypatch):
    spent = iter([1.0, 1.0 + seconds])
    monkeypatch.setattr(budgets.TIMES, "spent", lambda: next(spent))
    with charge_time({CALLER: Caller({"address": "10.0.0.1"}, limiter)}):
        pass
    return limiter.charge("address", ("10.0.0.1",), 0).remaining


def test_a_cheap_request_counts_no_more_than_once(limiter, monkeypatch):
    assert left_after(0.002, limiter, monkeypatch) == QUOTA


def test_a_dear_one_counts_like_many(limiter, monkeypatch):
    assert left_after(0.251, limiter, monkeypatch) == QUOTA - 100


def test_what_a_process_does_for_the_first_time_nobody_pays_for(limiter, monkeypatch):
    monkeypatch.setattr(budgets, "WARM_UP", 2)
    monkeypatch.setattr(budgets.TIMES, "_answered", 0)
    assert left_after(0.1, limiter, monkeypatch) == QUOTA
    assert left_after(0.1, limiter, monkeypatch) == QUOTA - 40


def test_it_is_charged_though_it_breaks_off(limiter, monkeypatch):
    spent = iter([0.0, 0.1])
    monkeypatch.setattr(budgets.TIMES, "spent", lambda: next(spent))
    with pytest.raises(ZeroDivisionError), charge_time({CALLER: Caller({"address": "10.0.0.1"}, limiter)}):
        raise ZeroDivisionError
    assert limiter.charge("address", ("10.0.0.1",), 0).remaining == QUOTA - 40


def test_nothing_is_charged_where_nothing_is_measured():
    assert GreenletTimes().spent() == 0.0


def test_whoever_waits_does_not_pay_for_what_others_do_meanwhile(times):
    costs = {}

    def work():
        before = times.spent()
        sum(range(2_000_000))
        gevent.sleep(0)
        costs["work"] = times.spent() - before

    def wait():
        before = times.spent()
        gevent.sleep(0)
        gevent.sleep(0)
        costs["wait"] = times.spent() - before

    gevent.joinall([gevent.spawn(wait), gevent.spawn(work)])

    assert costs["wait"] < costs["work"]


def test_a_stream_is_charged_as_it_is_sent_and_at_its_end(limiter, monkeypatch):
    """Not all at its end: whoever has followed a match for hours would then be refused everything."""
    spent = iter([0.0, 0.002, 0.006, 0.0076])
    monkeypatch.setattr(budgets.TIMES, "spent", lambda: next(spent))
    caller = Caller({"address": "10.0.0.1"}, limiter)
    time_spent, left = TimeSpent(), []

    for _ in range(3):
        time_spent.charge(caller)
        left.append(limiter.charge("address", ("10.0.0.1",), 0).remaining)

    assert left == [QUOTA, QUOTA - 2, QUOTA - 3]


def test_a_long_story_and_a_long_stream_cost_more_requests_than_one_entry(open_api):
    instance = open_api(WEB_WORKERS="1", ADDRESS_LIMIT="100000", TOKEN_LIMIT="0")
    file = books.file_of(books.play_book("schiefer", seats=4))
    match = instance.client.post("/v1/matches/import", content=file, headers=NDJSON).headers["Location"]

    def left():
        said = instance.client.get("/v1/matches/nobody").headers["RateLimit"]
        return int(said.split("r=")[1].partition(";")[0])

    def cost_of(part, **headers):
        before = left()
        assert instance.client.get(f"{match}{part}", headers=headers).status_code == 200
        return before - left()

    for _ in range(60):  # so that all is warm
        left()
    assert cost_of("/story") > cost_of("/entries/1") >= 2

    last = instance.client.get(match).json()["version"] - 1
    late = sum(cost_of(f"/entries?after={last}", Accept="text/event-stream") for _ in range(5))
    assert sum(cost_of("/entries", Accept="text/event-stream") for _ in range(5)) >= late + 3
