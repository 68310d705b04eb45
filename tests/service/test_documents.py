"""Documents beside the book: values of one type under keys, in each scope."""

import msgspec
import pytest

from events.store import Guard
from service.documents import Documents, swap


class Coin(msgspec.Struct, frozen=True):
    value: int
    year: int = 1800


COINS = Documents[str, int, Coin]("coins", int, Coin)
WORDS = Documents[str, str, str]("words", str, str)
BYTES = Documents[str, str, bytes]("bytes", str, bytes)
REMADE = Documents[str, int, Coin]("coins", int, Coin, remakeable=True)


def test_a_value_is_found_under_its_key_in_its_scope_alone(store):
    COINS.put(store, "m", {1: Coin(5), 2: Coin(7)})

    assert COINS.get(store, "m", 1) == Coin(5)
    assert COINS.get(store, "m", 3) is None
    assert COINS.all(store, "m") == {1: Coin(5), 2: Coin(7)}
    assert COINS.some(store, "m", [2, 3]) == {2: Coin(7)}
    assert sorted(COINS.keys(store, "m")) == [1, 2]
    assert COINS.all(store, "another") == {}


def test_what_is_stored_is_canonical_or_as_it_is(store):
    COINS.put(store, "m", {1: Coin(5)})
    WORDS.put(store, "m", {"a": "Grün"})
    BYTES.put(store, "m", {"a": b"\xff"})

    assert store.document("m", "coins") == {"1": b'{"value":5,"year":1800}'}
    assert store.document("m", "words") == {"a": "Grün".encode()}
    assert store.document("m", "bytes") == {"a": b"\xff"}
    assert WORDS.get(store, "m", "a") == "Grün"
    assert BYTES.all(store, "m") == {"a": b"\xff"}


def test_values_are_deleted(store):
    COINS.put(store, "m", {1: Coin(5), 2: Coin(7), 3: Coin(9)})
    COINS.delete(store, "m", [1])
    COINS.put(store, "m", {2: None})

    assert COINS.all(store, "m") == {3: Coin(9)}


def test_the_first_to_add_a_value_wins(store):
    assert COINS.add(store, "m", 1, Coin(5))
    assert not COINS.add(store, "m", 1, Coin(7))
    assert COINS.get(store, "m", 1) == Coin(5)


def test_an_update_in_between_is_seen(store):
    COINS.put(store, "m", {1: Coin(5)})
    seen = []

    def double(known):
        if not seen:
            COINS.put(store, "m", {1: Coin(6)})
        seen.append(known)
        return Coin(known.value * 2)

    assert COINS.update(store, "m", 1, double) == Coin(12)
    assert seen == [Coin(5), Coin(6)]


def test_an_update_may_leave_the_value_alone(store):
    assert COINS.update(store, "m", 1, lambda known: known) is None
    assert COINS.all(store, "m") == {}


def test_several_documents_change_while_the_guard_holds(store):
    COINS.put(store, "m", {1: Coin(5)})
    changes = COINS.changes({1: None}), WORDS.changes({"a": "b"})

    assert not swap(store, "m", COINS.guard(1, None), *changes)
    assert not swap(store, "m", COINS.guard(1, Coin(6)), *changes)
    assert WORDS.all(store, "m") == {}
    assert swap(store, "m", COINS.guard(1, Coin(5)), *changes)
    assert (COINS.all(store, "m"), WORDS.all(store, "m")) == ({}, {"a": "b"})
    assert COINS.guard(1, None) == Guard("coins", "1", None)


def test_what_cannot_be_read_counts_as_missing_only_where_it_can_be_made_again(store):
    store.put("m", "coins", {"1": b"spoilt"})

    with pytest.raises(msgspec.MsgspecError):
        COINS.update(store, "m", 1, lambda _: Coin(5))
    assert REMADE.get(store, "m", 1) is None
    assert REMADE.update(store, "m", 1, lambda known: known or Coin(5)) == Coin(5)
