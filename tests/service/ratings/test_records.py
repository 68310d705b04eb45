"""What is stored of ratings, and that only a change in view of the newest turn is written."""

import pytest

from events.store import ServerScope
from service.ratings.records import Rating, RatingChange, RatingRecords, Result

ADA, BOB = "player:ada", "player:bob"
RESULT = Result(game="schiefer", ended_at=5, who=[ADA, None], places=[1, 2], points=[9, 4], order=1)


def change(before, turn, ratings, logged, **more):
    return RatingChange(
        game="schiefer", before=before, turn=turn, ratings=ratings, logged=logged, results=more
    )


@pytest.fixture
def records(store):
    return RatingRecords(store)


@pytest.fixture
def rated(records):
    assert records.change(change(None, 1, {ADA: Rating(mu=26.5, sigma=7.0, matches=1)}, [ADA], m=RESULT))
    return records


def test_before_the_first_change_there_is_nothing(records):
    assert records.turn("schiefer") is None
    assert records.ratings("schiefer") == records.results() == {}
    assert records.rating("schiefer", ADA) is None
    assert records.result("m") is None


def test_a_change_is_stored_in_three_documents_of_one_place(rated, store):
    rating = b'{"mu":26.5,"sigma":7.0,"matches":1,"wins":0,"last_at":0}'
    assert store.document(ServerScope("ratings"), "schiefer") == {ADA: rating, "_turn": b"1"}
    result = b'"ended_at":5,"who":["player:ada",null],"places":[1,2],"points":[9,4],"order":1}'
    assert store.document(ServerScope("ratings"), "counted") == {"m": b'{"game":"schiefer",' + result}
    assert store.document(ServerScope("ratings"), "schiefer_changes") == {"1": b'["player:ada"]'}


def test_what_was_changed_is_read_again(rated):
    rating = Rating(mu=26.5, sigma=7.0, matches=1)
    assert rated.turn("schiefer") == 1
    assert rated.rating("schiefer", ADA) == rating
    assert rated.ratings("schiefer") == rated.ratings_of("schiefer", [ADA, BOB]) == {ADA: rating}
    assert rated.rated("schiefer") == {ADA}
    assert rated.result("m") == RESULT
    assert rated.results() == {"m": RESULT}


def test_a_change_in_view_of_an_older_turn_is_refused_whole(rated):
    late = change(None, 1, {BOB: Rating(mu=1, sigma=1)}, [BOB], n=RESULT)
    assert not rated.change(late)
    assert rated.rated("schiefer") == {ADA}
    assert rated.results().keys() == {"m"}


def test_a_rating_can_be_taken_away(rated):
    assert rated.change(change(1, 2, {ADA: None}, None))
    assert rated.ratings("schiefer") == {}


def test_the_log_tells_whose_ratings_changed(rated):
    rated.change(change(1, 2, {BOB: Rating(mu=1, sigma=1)}, [BOB]))
    assert rated.changed_since("schiefer", 0, 2) == {ADA, BOB}
    assert rated.changed_since("schiefer", 1, 2) == {BOB}


def test_a_log_that_began_anew_knows_no_older_turn(rated):
    rated.change(change(1, 2, {}, None))
    assert rated.changed_since("schiefer", 0, 2) is None


def test_the_ratings_of_another_game_are_others(rated):
    assert rated.turn("ruhrschifffahrt") is None
    assert rated.rated("ruhrschifffahrt") == set()


def test_a_result_can_be_replaced(rated):
    erased = Result(game="schiefer", ended_at=5, who=["gone:1", None], places=[1, 2], points=[9, 4], order=1)
    rated.keep_result("m", erased)
    assert rated.result("m") == erased


def test_a_counted_match_bears_a_mark_of_its_own(records, store):
    assert not records.is_counted("m")
    records.mark_counted("m")
    assert records.is_counted("m")
    assert not records.is_counted("n")
    assert store.document("m", "ratings") == {"counted": b"1"}
