"""Where a player sat is found under a place that does not tell the player's name."""

import pytest

from events.store import ServerScope
from service.matches.records.whereabouts import Whereabouts, is_scope_of_player, scope_of_player


@pytest.fixture
def whereabouts(store):
    known = Whereabouts(store)
    known.remember("tafel/ada", "m1")
    known.remember("tafel/ada", "m2")
    known.remember("tafel/bob", "m3")
    return known


def test_a_player_is_found_in_every_match(whereabouts):
    assert sorted(whereabouts.matches_of("tafel/ada")) == ["m1", "m2"]


def test_of_some_matches_those_of_the_player_are_picked(whereabouts):
    assert whereabouts.matches_among("tafel/ada", ["m1", "m3", "m4"]) == {"m1"}


def test_the_forgotten_are_found_nowhere(whereabouts):
    whereabouts.forget("tafel/ada", ["m1", "m2"])
    assert whereabouts.matches_of("tafel/ada") == []
    assert whereabouts.matches_among("tafel/ada", ["m1"]) == set()
    assert whereabouts.matches_of("tafel/bob") == ["m3"]


def test_the_place_of_a_player_is_the_same_for_ever_and_without_the_name(store, whereabouts):
    assert scope_of_player("tafel/ada") == ServerScope("player-bb2017621522568eb7da562a")
    assert store.document(scope_of_player("tafel/ada"), "matches") == {"m1": b"1", "m2": b"1"}


def test_places_of_players_are_told_from_matches():
    assert is_scope_of_player(scope_of_player("tafel/ada"))
    assert not is_scope_of_player("m1")
