"""Appends to many matches on one way there and back: each is answered for itself."""

from __future__ import annotations

from events.store import Append, Appended, Conflict, Misused, Replayed, StoreUnavailable
from support.api.entries import entry_after, run_of_entries

MATCHES = [f"m{number}" for number in range(9)]  # in several partitions, where there are any


def test_each_match_gets_its_entries_in_the_order_they_were_named(store):
    entries = run_of_entries(3)

    outcomes = store.append_all([Append(match=match, entry=entry) for entry in entries for match in MATCHES])

    assert all(isinstance(outcome, Appended) for outcome in outcomes)
    assert all(store.entries(match) == entries for match in MATCHES)


def test_one_that_is_refused_stops_no_other(store):
    first, second = run_of_entries(2)
    known = entry_after(cause="c")
    store.append(Append(match="known", entry=known, fingerprint="f"))

    outcomes = store.append_all(
        [
            Append(match="late", entry=second),
            Append(match="known", entry=known, fingerprint="f"),
            Append(match="known", entry=known, fingerprint="g"),
            Append(match="new", entry=first),
        ]
    )

    assert [type(outcome) for outcome in outcomes] == [Conflict, Replayed, Misused, Appended]
    assert store.entries("new") == [first]
    assert store.entries("late") == []


def test_what_follows_a_refused_entry_of_its_match_is_refused_as_well(store):
    first, second, third = run_of_entries(3)
    store.append(Append(match="m", entry=first))
    other = entry_after(first, said="other")

    outcomes = store.append_all(
        [Append(match="m", entry=each) for each in (other, second, third, entry_after(other))]
    )

    assert [type(outcome) for outcome in outcomes] == [Appended, Conflict, Conflict, Appended]
    assert store.entries("m")[1] == other


def test_nothing_to_append_is_nothing_to_ask(store):
    assert store.append_all([]) == []


def test_where_the_server_fails_at_one_the_others_are_written(redis_store):
    first = entry_after()
    redis_store._redis.set(redis_store._keys.of_match("torn", "book"), "in the way")

    failed, written = redis_store.append_all(
        [Append(match="torn", entry=first), Append(match="m", entry=first)]
    )

    assert isinstance(failed, StoreUnavailable)
    assert "WRONGTYPE" in str(failed)
    assert isinstance(written, Appended)
    assert redis_store.entries("m") == [first]


def test_a_server_that_forgot_the_script_is_sent_it(open_store):
    store = open_store("redis")
    store._redis.script_flush()

    outcomes = store.append_all([Append(match=match, entry=entry_after()) for match in MATCHES])

    assert all(isinstance(outcome, Appended) for outcome in outcomes)
