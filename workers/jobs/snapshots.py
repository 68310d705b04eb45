"""Snapshots: taken every hundred versions, and checked once an hour.

A lost job is not enqueued again: the next one of the match takes what is missing.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from typing import Final

from events.codec import encode
from events.snapshots import (
    SNAPSHOT_EVERY,
    drop_snapshots,
    keep_snapshot,
    list_snapshots,
    load_snapshot,
)
from events.store import Store
from service.matches.repository import SHAPES, FoldedMatch, fold_match, pack_snapshot
from service.monitoring.dispatcher_records import DispatcherRecords
from workers.context import get_context
from workers.outages import SERVER_GONE

CHECK_SLICE_SECONDS: Final = 20.0  # seconds a check may take
PAGE_SIZE: Final = 50

log = logging.getLogger(__name__)


def take_snapshots(match: str, version: int) -> None:
    """Run the job `snapshot`."""
    try:
        take_missing(get_context().matches.store, match, version)
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: no snapshot is taken: %s", match, version, failure)


def take_missing(store: Store, match: str, version: int) -> None:
    for wanted in sorted({*range(SNAPSHOT_EVERY, version, SNAPSHOT_EVERY), version}):
        take_snapshot(store, match, wanted)
    then = fold_match(store, match, version)
    for answer in list_bare_answers(then, list_snapshots(store, match)) if then else ():
        take_snapshot(store, match, answer)


def take_snapshot(store: Store, match: str, version: int) -> None:
    """Store a snapshot of a version that the match has, unless there is one."""
    if version in list_snapshots(store, match):
        return
    then = fold_match(store, match, version)
    if then is not None and then.version == version:
        keep_snapshot(store, match, pack_snapshot(then))


def list_bare_answers(then: FoldedMatch, kept: Sequence[int]) -> Iterator[int]:
    """Yield the answers that need a snapshot so that, wherever an undo or a redo leads, one is near.

    At a hundredth version much may have been undone, only to come back afterwards.
    """
    undone = [version for struck in reversed(then.match.struck) for version in struck.versions]
    without = 0
    for answer in (*then.course.answers, *undone):
        without = 0 if answer in kept else without + 1
        if without == SNAPSHOT_EVERY:
            yield answer
            without = 0


def check_snapshots(place: str, hour: int) -> None:
    """Run the job `check`. It goes on where the last one stopped, and so comes round to every match."""
    del place, hour
    try:
        check_some_matches(get_context().matches.store, time.monotonic() + CHECK_SLICE_SECONDS)
    except SERVER_GONE as failure:
        log.warning("the snapshots are not checked this time: %s", failure)


def check_some_matches(store: Store, until: float) -> None:
    records = DispatcherRecords(store)
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
    """Check a match; one that cannot be read does not stop the others from being checked."""
    try:
        check_match(store, match)
    except SERVER_GONE:
        raise
    except Exception:
        log.exception("match %s: its snapshots cannot be checked", match)


def check_match(store: Store, match: str) -> None:
    """Drop snapshots that differ from the book.

    The first is checked by a fold from the first entry, each other one by a fold from those before it that
    have been found right; one of another shape is no longer read and counts as wrong.
    """
    right, wrong = list[int](), list[int]()
    for version in list_snapshots(store, match):
        (right if is_right(store, match, version, right) else wrong).append(version)
    if wrong:
        log.error("match %s: snapshots %s are not what the book says; they are dropped", match, wrong)
        drop_snapshots(store, match, wrong)


def is_right(store: Store, match: str, version: int, right: Sequence[int]) -> bool:
    found, then = load_snapshot(store, match, version, SHAPES), fold_match(store, match, version, right)
    if found is None or then is None or then.version != version:
        return False
    return encode(found) == encode(pack_snapshot(then))
