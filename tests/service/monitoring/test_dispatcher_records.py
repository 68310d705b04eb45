"""The records of the dispatcher are stored with the book, in the form it always had."""

import pytest

from events.store import FeedItem, ServerScope
from service.monitoring.dispatcher_records import Checkpoint, DispatcherRecords, HeldLease

ADA = HeldLease(holder="ada", term=1, until=6000)
BOB = HeldLease(holder="bob", term=2, until=9000)


@pytest.fixture
def records(store):
    return DispatcherRecords(store)


def test_before_the_first_checkpoint_nothing_is_dispatched(records):
    assert records.checkpoint(3) == Checkpoint(0, 0)


def test_a_checkpoint_is_kept_for_its_partition(records, store):
    records.keep_checkpoint(3, Checkpoint(9, 7))
    assert records.checkpoint(3) == Checkpoint(9, 7)
    assert records.checkpoint(4) == Checkpoint(0, 0)
    assert store.document(ServerScope("shift"), "checkpoints") == {"3": b'{"dispatched":9,"settled":7}'}


def test_a_checkpoint_tells_how_long_the_oldest_job_has_been_open(records):
    records.keep_checkpoint(0, Checkpoint(9, 7, open_jobs=2, open_since=5_000))
    assert records.checkpoints()[0].open_seconds(now=65_000) == 60.0
    assert records.checkpoints()[0].open_seconds(now=4_000) == 0.0  # the clock was set back
    assert Checkpoint(9, 9).open_seconds(now=65_000) == 0.0


def test_a_lease_passes_on_once(records, store):
    assert records.pass_lease(0, None, ADA)
    assert not records.pass_lease(0, None, BOB)
    assert records.lease(0) == ADA
    assert records.pass_lease(0, ADA, BOB)
    assert records.leases() == {0: BOB}
    assert store.document(ServerScope("shift"), "leases") == {"0": b'{"holder":"bob","term":2,"until":9000}'}


def test_nobody_holds_a_lease_of_another_partition(records):
    records.pass_lease(0, None, ADA)
    assert records.lease(1) is None


def test_under_a_lease_that_was_passed_on_no_checkpoint_is_kept(records):
    records.pass_lease(0, None, BOB)
    assert not records.keep_checkpoint_under(ADA, 0, Checkpoint(5, 5))
    assert not records.keep_checkpoint_under(None, 0, Checkpoint(5, 5))
    assert records.checkpoint(0) == Checkpoint(0, 0)
    assert records.keep_checkpoint_under(BOB, 0, Checkpoint(5, 5))
    assert records.checkpoint(0) == Checkpoint(5, 5)


def test_what_is_parked_says_what_went_wrong(records, store):
    records.park(2, FeedItem(17, "m", 4, b"{}"), ValueError("x" * 600))
    assert records.count_parked() == 1
    why = b"ValueError: " + b"x" * 488  # 500 characters are kept
    assert store.document(ServerScope("shift"), "parked") == {
        "2.17": b'{"match":"m","version":4,"why":"' + why + b'"}'
    }


def test_a_check_goes_on_where_the_last_one_stopped(records, store):
    assert records.check_cursor() is None
    records.keep_check_cursor("here")
    assert records.check_cursor() == "here"
    assert store.document(ServerScope("shift"), "checks") == {"cursor": b"here"}
    records.keep_check_cursor(None)
    assert records.check_cursor() is None
