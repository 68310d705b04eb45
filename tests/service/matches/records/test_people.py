"""People, tokens and the seed of a match, and the index of a player's matches."""

import pytest

from events.store import ServerScope
from games.match.actor import HOST, Actor
from service.matches.records.people import (
    PEOPLE,
    PLAYER_MATCHES,
    TOKENS,
    Person,
    RecordChanges,
    forget_people,
    is_good_token,
    is_scope_of_player,
    matches_among,
    matches_of_player,
    person_in_seat,
    remember_match,
    scope_of_player,
    seats_of_player,
    seed_of,
)

ADA = Person(name="Ada", player="tafel/ada")


@pytest.fixture
def people(store):
    PEOPLE.put(store, "m", {0: ADA, 2: Person(name="Bob")})
    return store


def test_they_are_found_by_seat(people):
    assert PEOPLE.all(people, "m") == {0: ADA, 2: Person(name="Bob")}
    assert person_in_seat(people, "m", 0) == ADA


def test_nobody_in_particular_sits_where_nothing_is_recorded(people):
    assert person_in_seat(people, "m", 1) == Person()
    assert PEOPLE.all(people, "another") == {}


def test_a_player_is_found_in_every_seat(people, store):
    PEOPLE.put(store, "m", {10: ADA})
    assert seats_of_player(store, "m", "tafel/ada") == [0, 10]
    assert seats_of_player(store, "m", "tafel/bob") == []


def test_the_forgotten_leave_behind_only_that_there_was_a_name(people, store):
    forget_people(store, "m", [0])
    assert store.document("m", "people") == {"0": b'{"forgotten":true}', "2": b'{"name":"Bob"}'}


def test_they_are_stored_under_the_number_of_the_seat():
    stored = {"0": b'{"name":"Ada","player":"tafel/ada"}', "1": None}
    assert PEOPLE.changes({0: ADA, 1: None}) == {"people": stored}


def test_nothing_is_written_where_nobody_comes_or_goes():
    assert PEOPLE.changes({}) == {}


@pytest.mark.parametrize(
    ("player", "vouched"),
    [("tafel/ada", "tafel/ada"), ("guests/ada", "guests/ada"), ("guest/ada", None), (None, None)],
)
def test_nobody_vouches_for_guests(player, vouched):
    assert Person(player=player).vouched_player == vouched


@pytest.fixture
def player_matches(store):
    remember_match(store, "tafel/ada", "m1")
    remember_match(store, "tafel/ada", "m2")
    remember_match(store, "tafel/bob", "m3")
    return store


def test_a_player_is_found_in_every_match(player_matches):
    assert sorted(matches_of_player(player_matches, "tafel/ada")) == ["m1", "m2"]


def test_of_some_matches_those_of_the_player_are_picked(player_matches):
    assert matches_among(player_matches, "tafel/ada", ["m1", "m3", "m4"]) == {"m1"}


def test_the_forgotten_are_found_nowhere(player_matches):
    PLAYER_MATCHES.delete(player_matches, scope_of_player("tafel/ada"), ["m1", "m2"])
    assert matches_of_player(player_matches, "tafel/ada") == []
    assert matches_among(player_matches, "tafel/ada", ["m1"]) == set()
    assert matches_of_player(player_matches, "tafel/bob") == ["m3"]


def test_the_scope_of_a_player_is_the_same_for_ever_and_without_the_name(store, player_matches):
    assert scope_of_player("tafel/ada") == ServerScope("player-bb2017621522568eb7da562a")
    assert store.document(scope_of_player("tafel/ada"), "matches") == {"m1": b"1", "m2": b"1"}


def test_scopes_of_players_are_told_from_matches():
    assert is_scope_of_player(scope_of_player("tafel/ada"))
    assert not is_scope_of_player("m1")


@pytest.fixture
def tokens(store):
    TOKENS.put(store, "m", {"aa": HOST, "bb": Actor.person(1)})
    return store


def test_roles_are_found_by_the_hashes_of_their_tokens(tokens):
    assert TOKENS.all(tokens, "m") == {"aa": HOST, "bb": Actor.person(1)}
    assert TOKENS.all(tokens, "another") == {}


def test_a_role_is_stored_by_its_name(tokens, store):
    assert store.document("m", "tokens") == {"aa": b"host", "bb": b"seat:1"}


def test_a_token_is_good_for_its_own_match_alone(tokens):
    assert is_good_token(tokens, "m", "bb")
    assert not is_good_token(tokens, "m", "cc")
    assert not is_good_token(tokens, "another", "bb")


def test_a_token_that_was_made_void_is_good_for_nothing(tokens, store):
    TOKENS.delete(store, "m", ["bb"])
    assert not is_good_token(tokens, "m", "bb")
    assert TOKENS.all(tokens, "m") == {"aa": HOST}


def test_a_seed_is_found_as_it_was_written(store):
    store.put("m", "seed", RecordChanges(seed=bytes(range(32))).documents()["seed"])
    assert seed_of(store, "m") == bytes(range(32))


def test_a_match_from_elsewhere_has_no_seed(store):
    assert seed_of(store, "m") == b""


def test_what_an_entry_changes_is_stored_in_three_documents():
    changes = RecordChanges(
        seed=b"s", tokens={"aa": HOST, "bb": None}, people={0: Person(name="Ada"), 1: None}
    )
    assert changes.documents() == {
        "seed": {"seed": b"s"},
        "tokens": {"aa": b"host", "bb": None},
        "people": {"0": b'{"name":"Ada"}', "1": None},
    }


def test_an_entry_that_changes_no_record_touches_no_document():
    assert RecordChanges().documents() == {}
