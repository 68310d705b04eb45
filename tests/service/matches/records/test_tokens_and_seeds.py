"""Tokens and the seed lie beside the book, and nothing else of the match does under their names."""

import pytest

from games.match.actor import HOST, Actor
from service.matches.records.changes import RecordChanges
from service.matches.records.people import Person
from service.matches.records.seeds import Seeds, documents_of_seed
from service.matches.records.tokens import Tokens, documents_of_tokens


@pytest.fixture
def tokens(store):
    store.put("m", "tokens", documents_of_tokens({"aa": HOST, "bb": Actor.person(1)})["tokens"])
    return Tokens(store)


def test_roles_are_found_by_the_hashes_of_their_tokens(tokens):
    assert tokens.of_match("m") == {"aa": HOST, "bb": Actor.person(1)}
    assert tokens.of_match("another") == {}


def test_a_role_is_stored_by_its_name(tokens, store):
    assert store.document("m", "tokens") == {"aa": b"host", "bb": b"seat:1"}


def test_a_token_is_good_for_its_own_match_alone(tokens):
    assert tokens.is_good("m", "bb")
    assert not tokens.is_good("m", "cc")
    assert not tokens.is_good("another", "bb")


def test_a_token_that_was_made_void_is_good_for_nothing(tokens, store):
    store.put("m", "tokens", documents_of_tokens({"bb": None})["tokens"])
    assert not tokens.is_good("m", "bb")
    assert tokens.of_match("m") == {"aa": HOST}


def test_a_seed_is_found_as_it_was_written(store):
    store.put("m", "seed", documents_of_seed(bytes(range(32)))["seed"])
    assert Seeds(store).of_match("m") == bytes(range(32))


def test_a_match_from_elsewhere_has_no_seed(store):
    assert Seeds(store).of_match("m") == b""


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
