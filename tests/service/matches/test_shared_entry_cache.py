"""What another web process reads from the shared cache instead of the store, and when it is not trusted."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from events.entry import seal
from games.match.commands import Undo
from service.matches.handler import Matches, Request
from service.matches.shared_entry_cache import _LONGEST_BODY, SLOT_BYTES, SharedEntryCache, slot_offset
from support.api.room import SECRET, Room


@pytest.fixture
def shared():
    return SharedEntryCache()


@pytest.fixture
def room():
    return Room()


@pytest.fixture
def server(room, shared, monkeypatch):
    """Two processes that have the match in memory, and each read of the store."""
    processes = [Matches(room.store, SECRET, clock=lambda: room.now, shared_entries=shared) for _ in range(2)]
    for process in processes:
        process.repository.get(room.id)
    reads, entries = [], room.store.entries
    monkeypatch.setattr(
        room.store, "entries", lambda *what, **more: reads.append(what) or entries(*what, **more)
    )
    return SimpleNamespace(one=processes[0], other=processes[1], reads=reads)


def plays(room, process, times=1):
    for _ in range(times):
        match = process.repository.get(room.id).match
        question = match.table.agenda[0]
        command = room.random.choice(match.rules.rules.legal(match.table, question))
        process.handle(room.id, command, Request(token=room.tokens[question.seat]))


def make_entry(prev="1" * 64, events=b"[]"):
    return seal(
        version=7, at=1, actor="host", command=b"{}", events=events, rules="r/1", cause=None, prev=prev
    )


def test_another_process_goes_on_where_the_first_has_stopped_without_reading_the_store(room, server):
    for _ in range(5):
        plays(room, server.one, times=3)
        plays(room, server.other, times=2)

    assert server.reads == []
    assert room.live.version == server.other.repository.get(room.id).version
    assert server.other.repository.get(room.id) == server.one.repository.get(room.id) == room.live


def test_an_undo_of_another_process_counts(server, room):
    seat, to = room.to_a_free_undo()
    server.one.repository.fresh(room.id), server.other.repository.fresh(room.id)

    server.one.handle(room.id, Undo(to), Request(token=room.tokens[seat]))

    assert server.other.repository.get(room.id) == room.live


def test_what_somebody_else_has_written_is_read_from_the_store(room, server):
    before = server.other.repository.get(room.id)
    room.plays()

    assert server.other.repository.get(room.id) is before
    assert server.other.repository.fresh(room.id) == room.live
    assert server.reads


def test_a_slot_that_is_overwritten_while_it_is_read_counts_for_nothing(room, server, shared):
    before = server.other.repository.get(room.id)
    plays(room, server.one)
    shared._memory[slot_offset(before.hash) + 100] ^= 1

    assert server.other.repository.get(room.id) is before
    assert server.other.repository.fresh(room.id) == room.live


def test_entries_follow_each_other_from_slot_to_slot(shared):
    entries = [first := make_entry(), second := make_entry(first.hash), make_entry(second.hash)]
    for entry in entries:
        shared.put(entry)

    assert list(shared.find_following(first.prev)) == entries
    assert list(shared.find_following("2" * 64)) == []


def test_an_entry_too_long_for_a_slot_is_left_to_the_store(shared):
    shared.put(entry := make_entry(events=b'["' + b"x" * SLOT_BYTES + b'"]'))

    assert list(shared.find_following(entry.prev)) == []


@pytest.mark.parametrize("prev", ["0" * 64, "f" * 64], ids=["first", "last"])
def test_an_entry_fits_to_the_byte_and_one_that_does_not_is_not_put(shared, prev):
    def entry_of(size):
        without = len(make_entry(prev, b'[""]').body())
        return make_entry(prev, b'["' + b"x" * (size - without) + b'"]')

    shared.put(longest := entry_of(_LONGEST_BODY))
    assert list(shared.find_following(prev)) == [longest]
    for size in (_LONGEST_BODY + 1, SLOT_BYTES):
        shared.put(entry_of(size))
        assert list(shared.find_following(prev)) == [longest]


def test_processes_that_are_forked_later_share_them(shared):
    entry = make_entry()
    if not (child := os.fork()):
        shared.put(entry)
        os._exit(0)
    os.waitpid(child, 0)

    assert list(shared.find_following(entry.prev)) == [entry]
