"""From which snapshot a fold may begin: what an undo says of earlier entries decides."""

from __future__ import annotations

import pytest

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.memory_store import MemoryStore
from events.snapshots import (
    SNAPSHOT_DRAWER,
    Snapshot,
    drop_snapshots,
    find_base,
    keep_snapshot,
    list_snapshots,
    load_snapshot,
)
from events.store import Append
from games.match.events import Restored, Rewound
from service.matches.history import first_turned
from support.desk.entries import NOON

SHAPE = "talk/1"


def book(turns):
    """Ten entries; `turns` says which of them strike out others or bring them back."""
    store, prev = MemoryStore(), FIRST_PREV
    for version in range(1, 11):
        entry = seal(
            version=version,
            at=NOON + version,
            actor="seat:0",
            command=b'{"type":"say"}',
            events=turns.get(version, b'[{"type":"said"}]'),
            rules=SHAPE,
            cause=None,
            prev=prev,
        )
        store.append(Append(match="m", entry=entry))
        prev = entry.hash
    return store


def rewound(*versions):
    return encode([Rewound(seat=0, to=versions[0] - 1, struck=versions)])


def restored(*versions):
    return encode([Restored(seat=0, versions=versions)])


def snapshot(version, shape=SHAPE):
    return Snapshot(shape=shape, version=version, hash="ab", opened=NOON, touched=NOON, state=b"{}")


def base(store, until=10, snapshots=(3, 6, 9)):
    """The snapshot a fold begins at (0: none) and the versions that are folded after it."""
    for version in snapshots:
        keep_snapshot(store, "m", snapshot(version))
    found = find_base(store, "m", until, [SHAPE], first_turned)
    return found.snapshot.version if found.snapshot else 0, [entry.version for entry in found.entries]


def test_the_newest_snapshot_is_the_base():
    assert base(book({})) == (9, [10])
    assert base(book({}), until=9) == (9, [])
    assert base(book({}), until=8) == (6, [7, 8])


def test_without_a_snapshot_everything_is_read():
    assert base(book({}), until=2) == (0, [1, 2])
    assert base(book({}), snapshots=()) == (0, list(range(1, 11)))


def test_what_is_struck_out_later_is_no_base():
    assert base(book({10: rewound(8, 9)})) == (6, [7, 8, 9, 10])
    assert base(book({10: rewound(2, 3, 4, 5, 6, 7, 8, 9)})) == (0, list(range(1, 11)))


def test_what_comes_back_later_is_no_base_either():
    assert base(book({5: rewound(4), 7: restored(4)})) == (9, [10])
    assert base(book({5: rewound(4), 7: restored(4)}), until=8) == (3, [4, 5, 6, 7, 8])


def test_an_undo_before_the_snapshot_is_in_it():
    assert base(book({8: rewound(2, 3, 4, 5, 6, 7)})) == (9, [10])


def test_an_undo_between_two_snapshots_leads_back_to_a_third():
    """The entries read on the way back may hold another undo that reaches still further."""
    assert base(book({10: rewound(7, 8, 9), 8: rewound(5, 6)})) == (3, [4, 5, 6, 7, 8, 9, 10])


@pytest.mark.parametrize("packed", [b"", b"no JSON", b"{}"])
def test_what_cannot_be_read_is_passed_over(packed):
    store = book({})
    store.put("m", SNAPSHOT_DRAWER, {"9": packed})
    assert base(store, snapshots=()) == (0, list(range(1, 11)))


def test_another_shape_is_passed_over():
    store = book({})
    keep_snapshot(store, "m", snapshot(9, shape="talk/0"))
    assert load_snapshot(store, "m", 9, [SHAPE]) is None
    assert base(store, snapshots=()) == (0, list(range(1, 11)))


def test_snapshots_are_kept_in_order_and_dropped():
    store = book({})
    for version in (100, 9, 20):
        keep_snapshot(store, "m", snapshot(version))
    drop_snapshots(store, "m", [20])
    assert list_snapshots(store, "m") == [9, 100]
    assert encode(load_snapshot(store, "m", 9, [SHAPE])) == encode(snapshot(9))
    assert load_snapshot(store, "m", 20, [SHAPE]) is None
