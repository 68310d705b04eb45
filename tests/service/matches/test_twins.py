"""The same command twice within a millisecond, the second through a process that has not seen the first."""

from __future__ import annotations

import fakeredis
import pytest

from events.entry import walk_chain
from events.memory_store import MemoryStore
from events.redis_store.store import RedisStore
from games.catalogue import GAMES
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.problems import Problem
from support.api.room import SECRET, Room

ROUNDS = 12  # answers, some of which the same seat may give again and some not


@pytest.fixture(params=[MemoryStore, lambda: RedisStore(fakeredis.FakeRedis())], ids=["memory", "redis"])
def make_store(request):
    return request.param


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_answered_as_written_was_written(make_store, game):
    """A second success means a second entry; otherwise the second is refused in view of the first."""
    refused = 0
    for number in range(1, ROUNDS + 1):
        room = Room(game=game, random_seed=number, store=make_store())
        room.plays(times=number)
        late = Matches(room.store, SECRET, clock=lambda room=room: room.now)
        late.repository.get(room.id)
        seat, before = room.turn, room.live.version
        command, request = room.random.choice(room.options()), Request(token=room.tokens[seat])

        first = room.matches.handle(room.id, command, request)
        try:
            second = late.handle(room.id, command, request)
        except Problem:
            refused += 1
            assert len(room.store.entries(room.id)) == first.entry.version == before + 1
        else:
            assert (first.entry.version, second.entry.version) == (before + 1, before + 2)
            assert len(room.store.entries(room.id)) == before + 2
            assert not second.replayed
        list(walk_chain(room.store.entries(room.id)))
    assert refused


def test_two_who_open_a_lobby_match_and_sit_down_at_once_get_a_seat_each(make_store):
    store = make_store()
    one, other = (Matches(store, SECRET, clock=lambda: 1) for _ in range(2))
    opened = open_new(one, Opening(game="schiefer", seats=2), Request())
    other.repository.get(opened.match)

    seats = [
        process.sit_down(opened.match, None, "", Person(), Request(token=opened.host_token)).seat
        for process in (one, other)
    ]

    assert seats == [0, 1]
    assert [entry.version for entry in store.entries(opened.match)] == [1, 2, 3]
