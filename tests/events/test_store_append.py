"""What every store promises of an append."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.entry import FIRST_PREV, cause_at_version, walk_chain
from events.store import NONCE_BYTES, Append, Appended, Closed, Conflict, Misused, Replayed, new_nonce
from support.api.entries import NOON, entry_after, run_of_entries


def test_entries_come_back_as_they_were_written(store):
    entries = run_of_entries(3)

    outcomes = [store.append(Append(match="m", entry=entry)) for entry in entries]

    assert outcomes == [Appended(1), Appended(2), Appended(3)]
    assert store.entries("m") == entries
    assert list(walk_chain(store.entries("m"))) == entries


def test_the_head_tells_what_the_book_would(store):
    first = entry_after(at=NOON)
    second = entry_after(first, at=NOON + 5)
    store.append(Append(match="m", entry=first))

    store.append(Append(match="m", entry=second, summary=b'{"turn":2}'))

    head = store.head("m")
    assert (head.match, head.version, head.hash) == ("m", 2, second.hash)
    assert (head.opened, head.touched, head.closed) == (NOON, NOON + 5, False)
    assert head.summary == b'{"turn":2}'


def test_a_known_cause_is_answered_with_its_version_and_writes_nothing(store, everything_in):
    first = entry_after(cause="c")
    store.append(Append(match="m", entry=first, fingerprint="f"))
    store.append(Append(match="m", entry=entry_after(first)))
    before = everything_in(store)

    late = Append(match="m", entry=entry_after(cause="c", said="other"), fingerprint="f", summary=b"[]")
    outcome = store.append(late)

    assert outcome == Replayed(1)
    assert everything_in(store) == before


def test_a_cause_that_follows_from_its_version_is_known_as_well(store, everything_in):
    first = entry_after()
    told = entry_after(first, cause=cause_at_version("seat", "m", 1))
    for entry in (first, told, entry_after(told)):
        store.append(Append(match="m", entry=entry))
    before = everything_in(store)

    outcome = store.append(Append(match="m", entry=entry_after(first, cause=told.cause, said="other")))

    assert outcome == Replayed(2)
    assert everything_in(store) == before


def test_a_known_cause_with_another_fingerprint_is_misused(store, everything_in):
    first = entry_after(cause="c")
    store.append(Append(match="m", entry=first, fingerprint="f"))
    before = everything_in(store)

    outcome = store.append(Append(match="m", entry=entry_after(first, cause="c"), fingerprint="g"))

    assert outcome == Misused(1)
    assert everything_in(store) == before


def test_a_fingerprint_may_hold_any_character(store):
    first = entry_after(cause="c")
    store.append(Append(match="m", entry=first, fingerprint="1:ü:"))

    assert store.append(Append(match="m", entry=first, fingerprint="1:ü:")) == Replayed(1)
    assert store.cause("m", "c") == ("1:ü:", 1)


def test_a_cause_belongs_to_its_match(store):
    entry = entry_after(cause="c")
    store.append(Append(match="m", entry=entry, fingerprint="f"))

    assert store.append(Append(match="other", entry=entry, fingerprint="f")) == Appended(
        2 if store.partition_count() == 1 else 1
    )


@pytest.mark.parametrize("offset", [-1, 1, 2])
def test_another_version_than_the_next_is_a_conflict(store, everything_in, offset):
    entries = run_of_entries(5)
    for entry in entries[:2]:
        store.append(Append(match="m", entry=entry))
    before = everything_in(store)
    stranger = entry_after(entries[1 + offset], said="stranger")

    outcome = store.append(Append(match="m", entry=stranger, documents={"people": {"0": b"x"}}))

    assert outcome == Conflict(2, entries[1].hash)
    assert everything_in(store) == before


def test_another_head_hash_at_the_right_version_is_a_conflict(store, everything_in):
    ours, theirs = entry_after(said="ours"), entry_after(said="theirs")
    store.append(Append(match="m", entry=ours))
    before = everything_in(store)

    outcome = store.append(Append(match="m", entry=entry_after(theirs)))

    assert outcome == Conflict(1, ours.hash)
    assert everything_in(store) == before


def test_a_match_that_is_not_conflicts_with_all_but_a_first_entry(store, everything_in):
    before = everything_in(store)

    outcome = store.append(Append(match="m", entry=run_of_entries(2)[1]))

    assert outcome == Conflict(0, FIRST_PREV)
    assert everything_in(store) == before


def test_the_very_same_append_again_is_no_conflict(store, everything_in):
    appends = [Append(match="m", entry=entry) for entry in run_of_entries(3)]
    for new in appends:
        store.append(new)
    before = everything_in(store)

    assert [store.append(new) for new in appends] == [Appended(1), Appended(2), Appended(3)]
    assert everything_in(store) == before


def test_the_same_bytes_from_somebody_else_are_a_conflict(store, everything_in):
    """Two who give the same command in the same millisecond: the second has not been written."""
    first, second, third = run_of_entries(3)
    for entry in (first, second, third):
        store.append(Append(match="m", entry=entry))
    before = everything_in(store)

    assert store.append(Append(match="m", entry=second)) == Conflict(3, third.hash)
    assert store.append(Append(match="m", entry=third)) == Conflict(3, third.hash)
    assert everything_in(store) == before


def test_a_nonce_is_no_part_of_the_hashed_book(store):
    entry = entry_after()
    store.append(Append(match="m", entry=entry, nonce=b"123456"))
    store.append(Append(match="n", entry=entry, nonce=b"654321"))

    assert store.entries("m") == store.entries("n") == [entry]
    assert store.head("m").hash == store.head("n").hash == entry.hash


def test_after_a_closing_entry_nothing_is_appended(store, everything_in):
    first = entry_after()
    last = entry_after(first, cause="c")
    store.append(Append(match="m", entry=first, deadline=NOON))
    store.append(Append(match="m", entry=last, closes=True, deadline=NOON))
    before = everything_in(store)

    assert store.append(Append(match="m", entry=entry_after(last))) == Closed(2)
    assert store.append(Append(match="m", entry=entry_after(first, said="stale"))) == Conflict(2, last.hash)
    assert store.append(Append(match="m", entry=last)) == Replayed(2)

    assert everything_in(store) == before
    assert store.head("m").closed
    assert store.due(0, before=NOON + 1) == []


def test_a_body_of_many_bytes_and_scripts_comes_back(store):
    entry = entry_after(said="Flöz ⛏ \\u0000 " * 5_000)

    store.append(Append(match="m", entry=entry))

    assert store.entries("m") == [entry]


@pytest.mark.parametrize("match", ["", "a:book", "a}b", "ä", "a" * 65, "a\n"])
def test_an_id_that_is_none_is_refused(store, everything_in, match):
    before = everything_in(store)

    with pytest.raises(ValueError, match="not the id of a match"):
        store.append(Append(match=match, entry=entry_after()))

    assert everything_in(store) == before


def test_fifty_identical_appends_at_once_write_one_entry(store):
    new = Append(match="m", entry=entry_after(cause="c"), fingerprint="f")

    with ThreadPoolExecutor(50) as crowd:
        outcomes = list(crowd.map(lambda _: store.append(new), range(50)))

    assert outcomes.count(Appended(1)) == 1
    assert outcomes.count(Replayed(1)) == 49
    assert len(store.entries("m")) == 1


def test_of_fifty_different_appends_on_one_version_one_is_written(store):
    rivals = [Append(match="m", entry=entry_after(cause=f"c{n}", said=f"{n}")) for n in range(50)]

    with ThreadPoolExecutor(50) as crowd:
        outcomes = list(crowd.map(store.append, rivals))

    written = store.entries("m")
    assert len(written) == 1
    assert outcomes.count(Appended(1)) == 1
    assert outcomes.count(Conflict(1, written[0].hash)) == 49
    assert sum(store.feed_end(partition) for partition in range(store.partition_count())) == 1


def test_processes_that_are_forked_from_one_make_nonces_of_their_own():
    reading, writing = os.pipe()
    children = []
    for _ in range(2):
        if (child := os.fork()) == 0:
            os.write(writing, b"".join(new_nonce() for _ in range(100)))
            os._exit(0)
        children.append(os.waitpid(child, 0)[1])

    theirs = os.read(reading, 1 << 16)

    os.close(reading)
    os.close(writing)
    told = [theirs[place : place + NONCE_BYTES] for place in range(0, len(theirs), NONCE_BYTES)]
    nonces = [*told, *(new_nonce() for _ in range(100))]
    assert children == [0, 0]
    assert len(nonces) == 300
    assert len(set(nonces)) > 290
