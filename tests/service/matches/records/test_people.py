"""People lie beside the book by their seats, and can be forgotten there."""

import pytest

from service.matches.records.people import People, Person, documents_of_people

ADA = Person(name="Ada", player="tafel/ada")


@pytest.fixture
def people(store):
    store.put("m", "people", documents_of_people({0: ADA, 2: Person(name="Bob")})["people"])
    return People(store)


def test_they_are_found_by_seat(people):
    assert people.of_match("m") == {0: ADA, 2: Person(name="Bob")}
    assert people.in_seat("m", 0) == ADA


def test_nobody_in_particular_sits_where_nothing_is_recorded(people):
    assert people.in_seat("m", 1) == Person()
    assert people.of_match("another") == {}


def test_a_player_is_found_in_every_seat(people, store):
    store.put("m", "people", documents_of_people({10: ADA})["people"])
    assert people.seats_of("m", "tafel/ada") == [0, 10]
    assert people.seats_of("m", "tafel/bob") == []


def test_the_forgotten_leave_behind_only_that_there_was_a_name(people, store):
    people.forget("m", [0])
    assert store.document("m", "people") == {"0": b'{"forgotten":true}', "2": b'{"name":"Bob"}'}


def test_they_are_stored_under_the_number_of_the_seat():
    stored = {"0": b'{"name":"Ada","player":"tafel/ada"}', "1": None}
    assert documents_of_people({0: ADA, 1: None}) == {"people": stored}


def test_nothing_is_written_where_nobody_comes_or_goes():
    assert documents_of_people({}) == {}


@pytest.mark.parametrize(
    ("player", "vouched"),
    [("tafel/ada", "tafel/ada"), ("guests/ada", "guests/ada"), ("guest/ada", None), (None, None)],
)
def test_nobody_vouches_for_guests(player, vouched):
    assert Person(player=player).vouched_player == vouched
