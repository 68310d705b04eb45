"""Editions that come and go while something else happens, and matches on foreign ones that travel on."""

import msgspec
import pytest

from events.export import export_book
from events.memory_store import MemoryStore
from games.catalogue import GAMES
from games.kernel.editions.admission import Misprinted, admit
from games.kernel.editions.documents import canonical_form
from service.cli.report import decide_in_book
from service.editions.stored import StoredEditions, offered_editions, travelling_board
from service.problems import TooCostly
from service.verification.importing import bring_in
from service.verification.verifier_messages import Limits
from service.verification.verifier_pool import VerifierPool
from support.api import api, books
from support.api.room import Room
from support.games.corrected import corrected_document

NOW = 1_900_000_000_000
FILES = {"Content-Type": "application/x-ndjson"}
DEEP = 900  # lists within each other: JSON may have them


class Withdrawing(MemoryStore):
    """The operator withdraws every edition between the choice of one and the first entry."""

    def append(self, new):
        instance = StoredEditions(self)
        for edition, told in instance.records("schiefer").items():
            instance.change("schiefer", edition, msgspec.structs.replace(told, offered=False))
        return super().append(new)


def test_a_match_goes_on_that_was_opened_while_its_edition_was_withdrawn(bring, forget):
    store = Withdrawing()
    imprint = bring(store, "schiefer")
    room = Room(store=store, edition=imprint.id)
    room.plays(times=5)
    assert offered_editions(store, GAMES["schiefer"]) == ("reconstructed-1",)
    forget()
    assert api.client(store).get(f"/v1/matches/{room.id}/table").json["table"]["edition"] == imprint.id


@pytest.fixture
def imported(play_on, forget):
    """A server with an ended match on an edition of another one."""
    room, imprint = play_on(answers=20, resigning="end")
    room.resigns(0)
    raw, there = (
        export_book(room.store.entries(room.id), travelling_board("schiefer", imprint.id)),
        MemoryStore(),
    )
    forget()
    place = bring_in(there, raw, NOW).place
    forget()
    return there, place, imprint


def test_a_fork_of_an_import_on_a_foreign_edition_travels_on(imported, forget):
    there, place, imprint = imported
    forked = api.client(there).post(f"/v1/matches/{place}/forks", json={"version": 12}).json["match"]
    forget()
    raw = api.client(there).get(f"/v1/matches/{forked}/export").data
    forget()
    third = MemoryStore()
    assert api.client(third).post("/v1/verify", data=raw, headers=FILES).json["ok"]
    forget()
    assert bring_in(third, raw, NOW).header.edition == imprint.id
    assert StoredEditions(third).board("schiefer", imprint.id) == imprint.canonical


def test_a_report_decides_a_match_on_a_foreign_edition_again(imported):
    there, place, _ = imported
    assert decide_in_book(there, place) is None


def nested(depth):
    value = "x"
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "words", [{"ogwen-1": nested(DEEP)}, nested(DEEP), {"ogwen-1": {"en": nested(DEEP)}}]
)
def test_words_within_words_are_misprints_and_no_trouble(words):
    document = corrected_document("schiefer") | {"words": words}
    with pytest.raises(Misprinted):
        admit(GAMES["schiefer"], canonical_form(document))


def test_a_verifier_that_runs_out_of_memory_leaves_no_edition_behind(play_on, forget):
    room, imprint = play_on(answers=20)
    raw, store = (
        export_book(room.store.entries(room.id), travelling_board("schiefer", imprint.id)),
        MemoryStore(),
    )
    forget()
    with pytest.raises(TooCostly) as refusal:
        verifiers(memory=1).bring_in(raw + b" " * 2_000_000, NOW, store, lambda _: None)
    assert refusal.value.facts["limit"] == "memory"
    assert StoredEditions(store).records("schiefer") == {}
    verifiers(memory=256).bring_in(raw, NOW, store, lambda _: None)
    assert list(StoredEditions(store).records("schiefer")) == [imprint.id]


def verifiers(memory):
    return VerifierPool(Limits(seconds=60, memory=memory, patience=120), 1)


def test_an_edition_as_large_as_may_be_that_names_what_is_not_there_is_refused():
    names = {f"x{number}": {"en": "x", "de": "x"} for number in range(7_000)}
    document = corrected_document("schiefer") | {"words": names}
    raw, store = export_book(books.begin_book(), msgspec.Raw(canonical_form(document))), MemoryStore()
    verdict = verifiers(memory=64).verify(raw, store, lambda _: None)
    assert (verdict.ok, verdict.failure.entry) == (False, 1)
    assert StoredEditions(store).records("schiefer") == {}
