"""A server that takes over may lack the newest entries; whoever remembers them forgets them again."""

from __future__ import annotations

from contextlib import contextmanager, suppress

import fakeredis
import pytest

from events.entry import walk_chain
from events.redis_store.store import RedisStore
from games.kernel import Refused
from service.matches.handler import Matches, Request
from service.matches.shared_entry_cache import SharedEntryCache
from service.problems import Problem
from support.api.room import SECRET, Room


@pytest.fixture
def redis():
    return fakeredis.FakeRedis()


@pytest.fixture
def room(redis):
    return Room(store=RedisStore(redis))


@pytest.fixture(params=[None, SharedEntryCache], ids=["alone", "with others"])
def begin(request, room):
    """A process of the server; all of them share the same cache."""
    shared = request.param() if request.param else None
    return lambda: Matches(room.store, SECRET, clock=lambda: room.now, shared_entries=shared)


@contextmanager
def failover(redis):
    """What is written meanwhile never came to the server that takes over."""
    replicated = {key: redis.dump(key) for key in redis.scan_iter()}
    yield
    redis.flushall()
    for key, lying in replicated.items():
        redis.restore(key, 0, lying)


def plays(room, process, *, seen="get"):
    match = getattr(process.repository, seen)(room.id).match
    question = match.table.agenda[0]
    command = room.random.choice(match.rules.rules.legal(match.table, question))
    return process.handle(room.id, command, Request(token=room.tokens[question.seat])).entry


@pytest.mark.parametrize("more", [1, 3])
def test_a_process_that_begins_later_is_not_told_of_lost_entries(redis, room, begin, more):
    writer = begin()
    plays(room, writer)
    with failover(redis):
        for _ in range(more):
            lost = plays(room, writer)
    later = begin()
    later.repository.get(room.id)

    found = later.repository.fresh(room.id)
    written = plays(room, later)

    assert (found.version, found.hash) == (written.version - 1, written.prev)
    assert written.version == lost.version - more + 1
    list(walk_chain(room.store.entries(room.id)))


def test_a_process_that_remembers_lost_entries_goes_back_where_they_hinder_it(redis, room, begin):
    writer = begin()
    plays(room, writer)
    with failover(redis):
        lost = plays(room, writer)

    with suppress(Problem):  # it was chosen in view of what is lost
        plays(room, writer)
    written = plays(room, writer)

    assert written.version in {lost.version, lost.version + 1}
    assert room.store.entries(room.id)[lost.version - 1].prev == lost.prev
    list(walk_chain(room.store.entries(room.id)))


def test_what_is_refused_in_view_of_a_lost_entry_is_decided_once_more(redis, room, begin):
    writer = begin()
    start = plays(room, writer)
    with failover(redis):
        match = writer.repository.get(room.id).match
        question = match.table.agenda[0]
        command = room.random.choice(match.rules.rules.legal(match.table, question))
        request = Request(token=room.tokens[question.seat])
        writer.handle(room.id, command, request)
        with pytest.raises(Exception) as refused:  # noqa: PT011  whatever the game says of it
            writer.handle(room.id, command, request)
        assert not isinstance(refused.value, Refused)

    again = writer.handle(room.id, command, request).entry

    assert again.prev == start.hash


@pytest.mark.parametrize("more", [0, 1])
def test_entries_that_others_wrote_instead_are_not_added_to_lost_ones(redis, room, begin, more):
    writer, other = begin(), Matches(room.store, SECRET, clock=lambda: room.now)
    plays(room, writer)
    with failover(redis):
        plays(room, writer)
    room.now += 1
    plays(room, other, seen="fresh")
    for _ in range(more):
        plays(room, other)

    seen = writer.repository.fresh(room.id)

    theirs = other.repository.fresh(room.id)
    assert (seen.version, seen.hash, seen.match) == (theirs.version, theirs.hash, theirs.match)
