"""Several entries in one breath: every store writes all of them or none."""

from __future__ import annotations

import msgspec
import pytest

from events.entry import walk_chain
from events.names import partition_of
from events.store import Append, Appended, Closed, Conflict, FollowingEntry, Misused, Replayed
from support.api.entries import entry_after, run_of_entries


def several(entries, **said):
    first, *others = entries
    following = tuple(FollowingEntry(entry, b'{"of":%d}' % entry.version) for entry in others)
    return Append(match="m", entry=first, following=following, **said)


def partition(store):
    return partition_of("m", store.partition_count())


def test_they_come_back_as_they_were_written_and_the_feed_tells_of_each(store):
    entries = run_of_entries(3)
    outcome = store.append(several(entries, metadata=b'{"of":1}', summary=b'{"turn":3}', deadline=7))

    assert outcome == Appended(1)
    assert list(walk_chain(store.entries("m"))) == entries
    head = store.head("m")
    assert (head.version, head.hash, head.summary) == (3, entries[2].hash, b'{"turn":3}')
    told = [(item.number, item.version, item.metadata) for item in store.feed(partition(store), after=0)]
    assert told == [(1, 1, b'{"of":1}'), (2, 2, b'{"of":2}'), (3, 3, b'{"of":3}')]
    assert store.due(partition(store), before=8) == [("m", 7)]
    assert store.feed_end(partition(store)) == 3


def test_documents_and_further_appends_find_their_place_behind_them(store):
    entries = run_of_entries(2)
    store.append(several(entries, documents={"people": {"0": b"Ada"}}))
    store.append(Append(match="m", entry=entry_after(entries[1])))

    assert store.document("m", "people") == {"0": b"Ada"}
    assert store.head("m").version == 3
    assert store.feed_end(partition(store)) == 3


def test_a_repetition_is_answered_with_the_first_of_them(store, everything_in):
    first = entry_after(cause="c")
    new = several([first, entry_after(first)], fingerprint="f")
    store.append(new)
    before = everything_in(store)

    assert store.append(new) == Replayed(1)
    assert store.append(msgspec.structs.replace(new, fingerprint="g")) == Misused(1)
    assert everything_in(store) == before


def test_whoever_lost_the_answer_and_named_no_cause_meets_the_own_entries(store, everything_in):
    new = several(run_of_entries(3))
    store.append(new)
    before = everything_in(store)

    assert store.append(new) == Appended(1)
    assert everything_in(store) == before


def test_the_same_entries_from_somebody_else_are_a_conflict(store, everything_in):
    entries = run_of_entries(3)
    store.append(several(entries))
    before = everything_in(store)

    assert store.append(several(entries)) == Conflict(3, entries[-1].hash)
    assert store.append(Append(match="m", entry=entries[0])) == Conflict(3, entries[-1].hash)
    assert everything_in(store) == before


@pytest.mark.parametrize("closed", [False, True])
def test_where_one_cannot_be_written_none_is(store, everything_in, closed):
    entries = run_of_entries(4)
    store.append(Append(match="m", entry=entries[0], closes=closed))
    before = everything_in(store)

    late = several(run_of_entries(2))
    assert store.append(msgspec.structs.replace(late, entry=entry_after(said="other"))) == Conflict(
        1, entries[0].hash
    )
    if closed:
        assert store.append(several(entries[1:])) == Closed(1)
    assert everything_in(store) == before
