"""From which snapshot a fold begins, and which entries follow it."""

from __future__ import annotations

import pytest

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.memory_store import MemoryStore
from events.snapshots import (
    SNAPSHOT_DOCUMENT,
    Snapshot,
    drop_snapshots,
    find_base,
    keep_snapshot,
    list_snapshots,
    load_snapshot,
)
from events.store import Append
from support.api.entries import NOON

SHAPE = "talk/1"


def book():
    """Ten entries."""
    store, prev = MemoryStore(), FIRST_PREV
    for version in range(1, 11):
        entry = seal(
            version=version,
            at=NOON + version,
            actor="seat:0",
            command=b'{"type":"say"}',
            events=b'[{"type":"said"}]',
            rules=SHAPE,
            cause=None,
            prev=prev,
        )
        store.append(Append(match="m", entry=entry))
        prev = entry.hash
    return store


def snapshot(version, shape=SHAPE):
    return Snapshot(shape=shape, version=version, hash="ab", opened=NOON, touched=NOON, state=b"{}")


def base(store, until=10, snapshots=(3, 6, 9), kept=None):
    """The snapshot a fold begins at (0: none) and the versions that are folded after it."""
    for version in snapshots:
        keep_snapshot(store, "m", snapshot(version))
    found = find_base(store, "m", until, [SHAPE], kept)
    return found.snapshot.version if found.snapshot else 0, [entry.version for entry in found.entries]


def test_the_newest_snapshot_is_the_base():
    assert base(book()) == (9, [10])
    assert base(book(), until=9) == (9, [])
    assert base(book(), until=8) == (6, [7, 8])


def test_without_a_snapshot_everything_is_read():
    assert base(book(), until=2) == (0, [1, 2])
    assert base(book(), snapshots=()) == (0, list(range(1, 11)))


def test_only_the_snapshots_that_are_named_are_a_base():
    assert base(book(), kept=[3]) == (3, [4, 5, 6, 7, 8, 9, 10])
    assert base(book(), kept=[]) == (0, list(range(1, 11)))


@pytest.mark.parametrize("packed", [b"", b"no JSON", b"{}"])
def test_what_cannot_be_read_is_passed_over(packed):
    store = book()
    store.put("m", SNAPSHOT_DOCUMENT, {"9": packed})
    assert base(store, snapshots=()) == (0, list(range(1, 11)))


def test_another_shape_is_passed_over():
    store = book()
    keep_snapshot(store, "m", snapshot(9, shape="talk/0"))
    assert load_snapshot(store, "m", 9, [SHAPE]) is None
    assert base(store, snapshots=()) == (0, list(range(1, 11)))


def test_snapshots_are_kept_in_order_and_dropped():
    store = book()
    for version in (100, 9, 20):
        keep_snapshot(store, "m", snapshot(version))
    drop_snapshots(store, "m", [20])
    assert list_snapshots(store, "m") == [9, 100]
    assert encode(load_snapshot(store, "m", 9, [SHAPE])) == encode(snapshot(9))
    assert load_snapshot(store, "m", 20, [SHAPE]) is None
