"""What a process remembers of matches: those it has met last, each as new as it has seen it."""

import pytest

from events.memory_store import MemoryStore
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.matches.repository import MatchRepository
from support.api.room import Room


@pytest.fixture
def store():
    return MemoryStore()


def test_the_match_that_was_not_met_for_longest_is_forgotten_first(store):
    matches = Room(store=store).matches
    wanted = Opening(game="schiefer", seats=2)
    first, second, third = (open_new(matches, wanted, Request()).match for _ in range(3))
    repository = MatchRepository(store, capacity=2)

    for match in (first, second, first, third):
        repository.get(match)

    assert list(repository._cached) == [first, third]


def test_a_slower_reader_does_not_put_an_older_match_in_place_of_a_newer(store):
    room = Room(store=store)
    repository = MatchRepository(store)
    older = repository.get(room.id)
    room.plays()
    newer = repository.fresh(room.id)

    assert repository.put(older) is newer
    assert repository.get(room.id) is newer
