"""A server keeps so many editions, and strangers cannot take the places of its operator."""

from contextlib import closing

import msgspec
import pytest

from events.export import export_book
from events.memory_store import MemoryStore
from service.editions import stored
from service.editions.stored import EditionRecord, StoredEditions, keep_edition, travelling_board
from service.problems import BadBook
from service.store import connect_redis
from support.api import api
from support.games.corrected import corrected_imprint
from support.servers.servers import Server, any_binary

BY_OPERATOR = EditionRecord(name="any", digest="0" * 64, at=1_700_000_000_000)
BY_IMPORT = msgspec.structs.replace(BY_OPERATOR, came_with="import-1", offered=False)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(stored, "MOST_EDITIONS", 3)
    monkeypatch.setattr(stored, "MOST_WITH_IMPORTS", 2)


def keep(store, name, told):
    imprint = corrected_imprint("schiefer", name)
    return keep_edition(store, "schiefer", imprint.canonical, told)


def test_imports_leave_places_to_the_operator(small, forget):
    store = MemoryStore()
    keep(store, "one", BY_IMPORT)
    keep(store, "two", BY_IMPORT)
    with pytest.raises(BadBook) as refusal:
        keep(store, "three", BY_IMPORT)
    assert refusal.value.facts["entry"] == 1
    assert len(StoredEditions(store).records("schiefer")) == 2
    _, is_new = keep(store, "mine", BY_OPERATOR)
    assert is_new


def test_nobody_adds_more_than_a_server_keeps_and_what_is_here_stays_welcome(small, forget):
    store = MemoryStore()
    for name in ("one", "two", "three"):
        keep(store, name, BY_OPERATOR)
    with pytest.raises(BadBook):
        keep(store, "four", BY_OPERATOR)
    _, is_new = keep(store, "one", BY_OPERATOR)
    assert not is_new


def test_whoever_brings_many_takes_no_place_of_others(forget, monkeypatch):
    monkeypatch.setattr(stored, "MOST_OF_ONE", 2)
    store = MemoryStore()
    instance = StoredEditions(store)

    def bring(name, account):
        return instance.keep(corrected_imprint("schiefer", name), BY_IMPORT, account)

    assert bring("one", "stranger")
    assert bring("two", "stranger")
    with pytest.raises(BadBook) as refusal:
        bring("three", "stranger")
    assert refusal.value.detail.code == "too_many_editions_of_one"
    assert not bring("two", "stranger")  # it is here, and costs nothing
    assert bring("honest", "another")
    assert "stranger" not in str(instance.records("schiefer"))


@pytest.fixture(scope="module")
def server():
    with Server(any_binary()) as running:
        yield running


@pytest.fixture
def bring_one(forget, monkeypatch):
    """One place for each account."""
    monkeypatch.setattr(stored, "MOST_OF_ONE", 1)
    return lambda store, name, account="stranger": StoredEditions(store).keep(
        corrected_imprint("schiefer", name), BY_IMPORT, account
    )


def test_what_the_operator_adds_frees_the_place_of_who_brought_it(bring_one):
    """Given no place left, when the operator adds the edition that was brought, then one more may come."""
    store = MemoryStore()
    bring_one(store, "one")
    with pytest.raises(BadBook):
        bring_one(store, "two")
    imprint = corrected_imprint("schiefer", "one")
    StoredEditions(store).change("schiefer", imprint.id, BY_OPERATOR)
    assert bring_one(store, "two")
    with pytest.raises(BadBook):
        bring_one(store, "three")


def test_two_imports_at_once_get_no_more_places_than_one_after_the_other(server, bring_one, monkeypatch):
    """Given one place, when another import comes between count and write, then one is refused."""
    with closing(connect_redis(server.url)) as store:
        store._redis.flushall()
        swap, others = store.swap, ["two"]

        def swap_late(*changes):
            while others:
                bring_one(store, others.pop())
            return swap(*changes)

        monkeypatch.setattr(store, "swap", swap_late)
        with pytest.raises(BadBook) as refusal:
            bring_one(store, "one")
        assert refusal.value.detail.code == "too_many_editions_of_one"
        assert len(StoredEditions(store).records("schiefer")) == 1
        imprint = corrected_imprint("schiefer", "one")
        assert StoredEditions(store).board("schiefer", imprint.id) is None


def test_an_import_counts_for_the_account_of_its_address(client, store, play_on, forget, monkeypatch):
    monkeypatch.setattr(stored, "MOST_OF_ONE", 0)
    room, _ = play_on()
    raw = export_book(room.store.entries(room.id), travelling_board("schiefer", room.match.edition))
    brought = client.post("/v1/matches/import", data=raw, content_type="application/x-ndjson")
    assert (brought.status_code, brought.json["code"]) == (422, "bad_book")
    assert "from your address" in brought.json["detail"]
    assert store.listing("").heads == []


def test_a_file_that_is_refused_for_its_edition_has_cost_what_it_took(store, play_on, forget, monkeypatch):
    """Whoever has no place left does not have files looked at for nothing."""
    monkeypatch.setattr(stored, "MOST_OF_ONE", 0)
    room, _ = play_on()
    raw = export_book(room.store.entries(room.id), travelling_board("schiefer", room.match.edition))
    client = api.client(store, audit_limit=3600)
    refused = client.post("/v1/matches/import", data=raw, content_type="application/x-ndjson")
    left = refused.headers["RateLimit"].partition('"audited";r=')[2].partition(";")[0]
    assert refused.status_code == 422
    assert left
    assert int(left) < 3_600_000
