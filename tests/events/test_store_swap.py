"""Swapping: several documents change together, but only while something still lies where it was seen."""

from events.store import Guard
from support.servers.concurrent_counting import count_by_many


def test_a_guard_that_holds_lets_all_documents_change(store):
    store.put("m", "one", {"a": b"1", "gone": b"x"})

    assert store.swap("m", Guard("one", "a", b"1"), {"one": {"a": b"2", "gone": None}, "two": {"b": b"3"}})
    assert store.document("m", "one") == {"a": b"2"}
    assert store.document("m", "two") == {"b": b"3"}


def test_a_guard_that_does_not_hold_changes_nothing(store):
    store.put("m", "one", {"a": b"1"})

    assert not store.swap("m", Guard("one", "a", b"0"), {"one": {"a": b"2"}, "two": {"b": b"3"}})
    assert not store.swap("m", Guard("one", "a", None), {"one": {"a": b"2"}})
    assert (store.document("m", "one"), store.document("m", "two")) == ({"a": b"1"}, {})


def test_nothing_is_a_guard_as_well(store):
    assert store.swap("m", Guard("one", "a", None), {"one": {"a": b"1"}})
    assert not store.swap("m", Guard("one", "a", None), {"one": {"a": b"2"}})
    assert store.field("m", "one", "a") == b"1"


def test_of_many_at_once_each_count_is_kept(store):
    assert count_by_many(store, "one", 40) == 40
