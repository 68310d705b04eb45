"""Snapshots: taken every hundred versions and at an undo, and checked once an hour.

A lost job is not enqueued again: the next one of the match takes what is missing.
"""

import logging
import time
from typing import Final

from events.codec import encode
from events.snapshots import (
    SNAPSHOT_EVERY,
    Snapshot,
    drop_snapshots,
    keep_snapshot,
    list_snapshots,
    load_snapshot,
)
from events.store import Store
from service.matches.folding import fold_match, fold_whole
from service.matches.snapshots import SHAPES, snapshot_of
from service.monitoring.shift_records import ShiftRecords
from workers.outages import SERVER_GONE
from workers.station import get_station

CHECK_SLICE_SECONDS: Final = 20.0  # seconds a check may take
PAGE_SIZE: Final = 50

log = logging.getLogger(__name__)


def take_snapshots(match: str, version: int) -> None:
    """The job."""
    try:
        take_missing(get_station().matches.store, match, version)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: no snapshot is taken: %s", match, version, failure)


def take_missing(store: Store, match: str, version: int) -> None:
    there = set(list_snapshots(store, match))
    for wanted in sorted({*range(SNAPSHOT_EVERY, version, SNAPSHOT_EVERY), version} - there):
        then = fold_match(store, match, wanted)
        if then is not None and then.version == wanted:
            keep_snapshot(store, match, snapshot_of(then.match, wanted, then.hash, then.opened, then.touched))


def check_snapshots(place: str, hour: int) -> None:
    """The job. It goes on where the last one stopped, and so comes round to every match."""
    del place, hour
    try:
        check_some_matches(get_station().matches.store, time.monotonic() + CHECK_SLICE_SECONDS)
    except SERVER_GONE as failure:
        log.warning("the snapshots are not checked this time: %s", failure)


def check_some_matches(store: Store, until: float) -> None:
    records = ShiftRecords(store)
    cursor = records.check_cursor()
    while time.monotonic() < until:
        page = store.listing("", cursor=cursor, limit=PAGE_SIZE)
        for head in page.heads:
            check_or_log(store, head.match)
        cursor = page.next
        records.keep_check_cursor(cursor)
        if cursor is None:
            return


def check_or_log(store: Store, match: str) -> None:
    """A match that cannot be read does not stop the others from being checked."""
    try:
        check_match(store, match)
    except SERVER_GONE:
        raise
    except Exception:
        log.exception("match %s: its snapshots cannot be checked", match)


def check_match(store: Store, match: str) -> None:
    """Throws away snapshots that differ from the book."""
    versions = list_snapshots(store, match)
    wrong = [version for version in versions if not is_right(store, match, version)] if versions else []
    if wrong:
        log.error("match %s: snapshots %s are not what the book says; they are dropped", match, wrong)
        drop_snapshots(store, match, wrong)


def is_right(store: Store, match: str, version: int) -> bool:
    """By a fold from the first entry; one of another shape is no longer read and counts as wrong."""
    found = load_snapshot(store, match, version, SHAPES)
    return found is not None and encode(found) == encode(fold_in_full(store, match, version))


def fold_in_full(store: Store, match: str, version: int) -> Snapshot | None:
    entries = store.entries(match, limit=version)
    if len(entries) < version:
        return None
    then = fold_whole(store, entries)
    return snapshot_of(then.match, version, then.hash, then.opened, then.touched)
