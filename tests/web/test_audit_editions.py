"""The audit page compares the edition that a file brings along with the one on which the match was opened."""

import shutil

import msgspec
import pytest

from events.codec import encode
from events.export import export_book
from events.memory_store import MemoryStore
from games.catalogue import GAMES
from games.kernel.editions.documents import digest_of
from service.editions.stored import EditionRecord, keep_edition
from support.api import books
from support.api.room import Room
from support.games.corrected import corrected_document, corrected_imprint
from support.web.judging import failures, judge
from support.web.verdicts import give, wait_for_verdict

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")


@pytest.fixture(params=GAMES)
def played(request):
    """A few answers on a corrected edition, and the edition."""
    store, imprint = MemoryStore(), corrected_imprint(request.param)
    keep_edition(
        store,
        request.param,
        imprint.canonical,
        EditionRecord(name=imprint.name, digest=imprint.digest, at=1_700_000_000_000),
    )
    room = Room(store=store, game=request.param, edition=imprint.id)
    room.plays(times=5)
    yield store.entries(room.id), imprint
    del GAMES[request.param].editions[imprint.id]


def with_board(entries, document):
    return export_book(entries, msgspec.Raw(encode(document)))


def edition_finding(verdict):
    return next((one for one in verdict["findings"] if one["check"] == "edition"), None)


@needs_node
def test_the_edition_that_was_played_passes(played):
    entries, imprint = played
    [verdict] = judge(export_book(entries, msgspec.Raw(imprint.canonical)))

    assert failures(verdict) == set()
    assert edition_finding(verdict)["outcome"] == "passed"


@needs_node
def test_one_datum_of_it_changed_is_red_at_entry_1_with_both_digests(played):
    entries, imprint = played
    other = corrected_document(imprint.game)
    other["colours"]["list"] = other["colours"]["list"][::-1]
    [verdict] = judge(with_board(entries, other))

    assert failures(verdict) == {("edition", 1)}
    told = edition_finding(verdict)
    assert (told["expected"], told["found"]) == (imprint.digest, digest_of(encode(other)))
    assert verdict["first"] == 1


@needs_node
def test_an_edition_under_a_forged_digest_is_red_as_its_id_is_another(played):
    entries, imprint = played
    other = corrected_document(imprint.game, "their-copy")
    forged = encode(books.plain(entries)).replace(imprint.digest.encode(), digest_of(encode(other)).encode())
    resealed = list(books.reseal(msgspec.json.decode(forged)))
    [verdict] = judge(with_board(resealed, other))

    assert failures(verdict) == {("edition", 1)}
    assert edition_finding(verdict)["expected"] == imprint.id


@needs_node
def test_a_file_that_brings_no_edition_along_has_none_to_compare():
    [verdict] = judge(books.file_of(books.begin_book()))

    assert edition_finding(verdict) is None
    assert failures(verdict) == set()


def test_a_foreign_edition_is_red_in_the_browser(played, open_page):
    entries, imprint = played
    other = corrected_document(imprint.game)
    other["colours"]["list"] = other["colours"]["list"][::-1]
    page = open_page("/audit")
    give(page, with_board(entries, other))

    assert "Entry 1 " in wait_for_verdict(page, "failed")
    shown = page.locator("#checks [data-check=edition].failed").inner_text()
    assert imprint.digest in shown
    assert digest_of(encode(other)) in shown
