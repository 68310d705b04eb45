"""The jobs that take and check snapshots, as RQ calls them."""

import pytest

from events.snapshots import SNAPSHOT_DOCUMENT, list_snapshots
from events.store import StoreUnavailable
from workers.dispatcher import follower
from workers.dispatcher.follower import Follower
from workers.jobs import snapshots
from workers.jobs.bots import answer_all
from workers.queues import Work, job_id, work_of


@pytest.fixture(autouse=True)
def at_work(context, monkeypatch):
    monkeypatch.setattr(snapshots, "get_context", lambda: context)


@pytest.fixture
def played(context, open_match):
    match = open_match("greedy", "random", "greedy")
    answer_all(context, match, 2, lambda: False)
    return match


def test_the_job_takes_what_is_missing_up_to_its_version(context, played):
    snapshots.take_snapshots(played, 100)
    snapshots.take_snapshots(played, 100)
    assert list_snapshots(context.matches.store, played) == [100]


def test_the_check_comes_round_to_every_match(context, open_match, played, monkeypatch):
    """Page by page, going on where the last check stopped."""
    store = context.matches.store
    matches = [played, *(open_match("random", "random") for _ in range(3))]
    for match in matches:
        store.put(match, SNAPSHOT_DOCUMENT, {"1": b"spoilt"})
    monkeypatch.setattr(snapshots, "PAGE_SIZE", 1)
    ticks = iter(range(1000))
    monkeypatch.setattr(snapshots.time, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(snapshots, "CHECK_SLICE_SECONDS", 2)  # ticks: one page a check
    left = []
    for hour in range(4):
        snapshots.check_snapshots("_shift", hour)
        left.append(sum(list_snapshots(store, match) != [] for match in matches))
    assert left == [3, 2, 1, 0]


def test_a_book_that_is_gone_is_no_failure_of_the_job(context, monkeypatch, caplog):
    def gone(*_):
        raise StoreUnavailable("gone")

    monkeypatch.setattr(context.matches.store, "fields", gone)
    monkeypatch.setattr(context.matches.store, "field", gone)
    snapshots.take_snapshots("m", 100)
    snapshots.check_snapshots("_shift", 1)
    assert "no snapshot is taken: gone" in caplog.text
    assert "not checked this time: gone" in caplog.text


def test_a_check_is_asked_for_once_an_hour(context, queue_server, monkeypatch):
    monkeypatch.setattr(follower, "FIRST_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(follower, "now_ms", lambda: 7 * 3_600_000 + 1)
    for _ in range(2):
        Follower(context.matches.store, context.queues, 0).step(0)
    Follower(context.matches.store, context.queues, 1).step(0)
    assert context.queues.waiting() == {Work("check", "_shift", 7)}


@pytest.mark.parametrize("kind", ["bot", "score", "snapshot", "check"])
def test_a_job_is_known_by_its_id(kind):
    assert work_of(job_id(Work(kind, "a-b", 7), 3)) == Work(kind, "a-b", 7)
