"""Which finished matches count, as they end and when all ratings are made anew."""

import pytest

from events.memory_store import MemoryStore
from service.ratings.ratings import counts_for_ratings, rebuild
from service.ratings.records import RatingRecords
from service.verification.importing import bring_in
from support.api import books
from support.api.room import Room
from workers.jobs.results import count_result


def ended(**terms):
    """Played by people against a bot, to the end."""
    room = Room(people=1, bots=1, **terms)
    books.to_the_end(room)
    return room


def counted(store, match):
    """By the job, and then by a rebuild, which must agree."""
    by_job = count_result(store, match, store.head(match).version)
    assert rebuild(store)["schiefer"] == int(by_job)
    assert RatingRecords(store).is_counted(match)  # one way or the other: the sweep asks no more
    return by_job


@pytest.mark.rule("GB-25")
@pytest.mark.parametrize(
    ("terms", "counts"),
    [({"rated": True}, True), ({"rated": False}, False), ({"rated": None, "visibility": "unlisted"}, False)],
)
def test_what_the_opening_says_decides(terms, counts):
    room = ended(**terms)

    assert counted(room.store, room.id) is counts


@pytest.mark.rule("GB-25")
def test_a_book_that_calls_a_private_match_rated_counts_for_nothing():
    """Nobody can open one here."""
    room = ended(rated=True)
    match = room.match
    match.visibility = "private"

    assert not counts_for_ratings(room.store, room.store.head(room.id), match)


@pytest.mark.rule("GB-25", "GB-23")
def test_an_imported_match_never_counts():
    played = ended(rated=True)
    store = MemoryStore()
    place = bring_in(store, books.file_of(played.store.entries(played.id)), played.now).place

    assert rebuild(store)["schiefer"] == 0
    assert not count_result(store, place, store.head(place).version)
    assert RatingRecords(store).ratings("schiefer") == {}


@pytest.mark.rule("GB-25", "GB-23")
def test_what_was_counted_without_right_is_gone_after_a_rebuild():
    played = ended(rated=True)
    count_result(played.store, played.id, played.live.version)
    store = MemoryStore()
    bring_in(store, books.file_of(played.store.entries(played.id)), played.now)
    RatingRecords(store).keep_result(played.id, RatingRecords(played.store).result(played.id))

    rebuild(store)

    assert RatingRecords(store).results() == {}


@pytest.mark.rule("GB-29", "GB-25")
@pytest.mark.parametrize("goes_back", [True, False])
def test_under_the_first_laws_the_book_tells_whether_luck_was_taken_back(goes_back):
    room = Room(people=1, bots=1)
    before, drawn = room.live.version, room.match.draws
    while room.match.draws == drawn:
        room.plays()
    if goes_back:
        room.undo(0, before)
        room.redo(0)  # it has been seen all the same
    books.to_the_end(room)
    match = room.match
    match.laws, match.rated = 1, None

    assert counts_for_ratings(room.store, room.store.head(room.id), match) is not goes_back
