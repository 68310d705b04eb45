"""What every store promises of the documents: what lies beside the hashed book."""

from __future__ import annotations

import pytest

from events.store import Append
from support.api.entries import entry_after


def test_documents_are_written_together_with_the_entry(store):
    first = entry_after()
    store.append(
        Append(match="m", entry=first, documents={"seed": {"secret": bytes(range(256))}, "people": {}})
    )
    assert store.document("m", "seed") == {"secret": bytes(range(256))}

    second = entry_after(first)
    changes = {"seed": {"secret": None}, "people": {"0": b"Ada", "1": "Jürgen".encode()}}
    store.append(Append(match="m", entry=second, documents=changes))

    assert store.document("m", "seed") == {}
    assert store.document("m", "people") == {"0": b"Ada", "1": "Jürgen".encode()}


def test_one_field_is_read_without_the_others(store):
    store.put("m", "snap", {"100": b"a", "200": bytes(range(256))})

    assert sorted(store.fields("m", "snap")) == ["100", "200"]
    assert store.field("m", "snap", "200") == bytes(range(256))
    assert store.field("m", "snap", "300") is None
    assert store.fields("m", "people") == []
    assert store.field("m", "people", "0") is None
    assert store.chosen("m", "snap", ["300", "200"]) == {"200": bytes(range(256))}
    assert store.chosen("m", "snap", []) == {}


@pytest.mark.parametrize("value", [b'{"name":"Ada"}', b"\xff\x01 seed", b""])
def test_a_value_is_the_same_however_it_is_asked_for(store, value):
    store.put("m", "people", {"0": value})

    assert store.field("m", "people", "0") == value
    assert store.document("m", "people") == store.chosen("m", "people", ["0"]) == {"0": value}


def test_a_refused_append_leaves_the_documents_alone(store):
    store.append(Append(match="m", entry=entry_after(), documents={"people": {"0": b"Ada"}}))

    store.append(
        Append(match="m", entry=entry_after(said="late"), documents={"people": {"0": None, "1": b"x"}})
    )

    assert store.document("m", "people") == {"0": b"Ada"}


def test_a_person_is_erased_without_an_entry_and_every_hash_holds(store):
    entry = entry_after()
    store.append(Append(match="m", entry=entry, documents={"people": {"0": b"Ada", "1": b"Bob"}}))

    store.put("m", "people", {"0": None, "1": b"Rob", "2": b"Cy"})
    store.put("m", "people", {})

    assert store.document("m", "people") == {"1": b"Rob", "2": b"Cy"}
    assert store.entries("m") == [entry]
    assert store.head("m").version == 1


@pytest.mark.parametrize("name", ["book", "head", "causes", "", "a:b", "People", "a" * 33])
def test_what_is_no_document_cannot_be_opened(store, everything_in, name):
    before = everything_in(store)

    with pytest.raises(ValueError, match="not the name of a document"):
        store.append(Append(match="m", entry=entry_after(), documents={name: {"v": b"9"}}))
    with pytest.raises(ValueError, match="not the name of a document"):
        store.put("m", name, {"v": b"9"})
    with pytest.raises(ValueError, match="not the name of a document"):
        store.document("m", name)

    assert everything_in(store) == before
