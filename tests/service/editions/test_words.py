"""Things that only one edition has go by its words, in labels, lines and pictures, here and elsewhere."""

import pytest

from events.export import export_book
from events.memory_store import MemoryStore
from games.catalogue import GAMES
from games.kernel.editions.admission import admit, misprints
from games.kernel.editions.changes import apply_changes
from service.editions.stored import travelling_board
from service.verification.importing import bring_in
from support.api import api
from support.api.room import Room
from support.games import drawings
from support.games.corrected import corrected_document, corrected_imprint

NOW = 1_700_000_000_000
MINE = {"valleys": {"list": {"ogwen": {"mines": {"ogwen-1": {"id": "deep_pit"}}}}}}
NAMED = MINE | {"words": {"deep_pit": {"en": "Deep Pit", "de": "Tiefe Grube"}}}
EVERYWHERE = [("en", "Deep Pit"), ("de", "Tiefe Grube")]


@pytest.fixture
def open_mine(bring):
    """A match in which the mine with the new name is opened."""

    def play(changes):
        store = MemoryStore()
        room = Room(store=store, edition=bring(store, "schiefer", changes=changes).id)
        while "deep_pit" not in room.match.table.mines:
            wanted = [command for command in room.options() if getattr(command, "mine", "") == "deep_pit"]
            room.plays(wanted[0] if wanted else None)
        return room

    return play


def text_of(room, path, lang, store=None):
    return api.client(store or room.store).get(f"/v1{path}{'&' if '?' in path else '?'}lang={lang}").text


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_a_thing_of_its_own_goes_by_its_words_wherever_it_is_named(open_mine, lang, name):
    room = open_mine(NAMED)
    edition, opened = room.match.edition, room.live.version
    match = f"/matches/{room.id}"
    before = text_of(room, f"{match}/commands?version={opened - 1}", lang)
    assert name in before
    assert name in text_of(room, f"{match}/story", lang)
    assert name in text_of(room, f"{match}/table.svg", lang)
    assert name in text_of(room, f"/games/schiefer/components/deep_pit.svg?edition={edition}", lang)
    words = f"/games/schiefer/words?edition={edition}"
    assert f'"deep_pit":"{name}"' in text_of(room, words, lang)
    assert "deep_pit" not in text_of(room, "/games/schiefer/words", lang)


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_the_words_travel_with_the_match(open_mine, forget, lang, name):
    room, there = open_mine(NAMED), MemoryStore()
    raw = export_book(room.store.entries(room.id), travelling_board("schiefer", room.match.edition))
    forget()
    done = bring_in(there, raw, NOW)
    forget()
    assert name in text_of(room, f"/matches/{done.place}/story", lang, there)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_without_words_an_id_is_said_as_it_reads(open_mine, lang):
    room = open_mine(MINE)
    assert "deep pit" in text_of(room, f"/matches/{room.id}/story", lang)


def test_without_words_a_thing_goes_by_the_name_that_the_board_gives_it():
    game = GAMES["ruhrschifffahrt"]
    changes = {"river": {"spaces": {"o14": {"id": "o_new", "name": "Neue Schleuse"}}}}
    words = words_on(game, changes)
    assert {words.name("o_new", lang) for lang in ("en", "de")} == {"Neue Schleuse"}


def words_on(game, changes):
    imprint = corrected_imprint(game.name, changes=changes)
    admit(game, imprint.canonical)
    try:
        return game.words_of(imprint.id)
    finally:
        del game.editions[imprint.id]


def test_a_thing_of_the_built_in_edition_may_be_called_otherwise():
    game = GAMES["schiefer"]
    words = words_on(game, {"words": {"ogwen-1": {"en": "Old Pit", "de": "Alte Grube"}}})
    assert words.name("ogwen-1", "de") == "Alte Grube"
    assert game.words.name("ogwen-1", "de") == "Ogwen 1"


def test_words_are_part_of_the_edition_and_no_words_are_not():
    none, some = (corrected_imprint("schiefer", changes=changes) for changes in (MINE, NAMED))
    assert b'"words"' not in none.canonical
    assert some.digest != none.digest


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ({"nowhere": {"en": "Nowhere", "de": "Nirgends"}}, "/words"),
        ({"coal": {"en": "Coal", "de": "Kohle"}}, "/words"),
        ({"deep_pit": {"en": "Deep Pit"}}, "/words/deep_pit/de"),
        ({"deep_pit": {"en": "Deep Pit", "de": ""}}, "/words/deep_pit/de"),
        ({"deep_pit": {"en": "Deep Pit", "de": "x" * 61}}, "/words/deep_pit/de"),
        ({"deep_pit": {"en": "Deep\nPit", "de": "Tiefe Grube"}}, "/words/deep_pit/en"),
        ({"deep_pit": {"en": "Deep Pit", "de": "Tiefe Grube", "fr": "Fosse"}}, "/words/deep_pit/fr"),
        ({"deep_pit": "Deep Pit"}, "/words/deep_pit"),
        ({}, "/words"),
        ("deep_pit", "/words"),
    ],
)
def test_words_name_things_of_this_board_in_both_languages(words, path):
    document = apply_changes(corrected_document("schiefer", changes=MINE), {}) | {"words": words}
    found = list(misprints(GAMES["schiefer"], document))
    assert {misprint.path for misprint in found} == {path}


def test_a_name_is_text_whatever_it_looks_like(open_mine):
    hostile = "<b>{mine}</b>"
    room = open_mine(MINE | {"words": {"deep_pit": {"en": hostile, "de": hostile}}})
    drawn = drawings.parsed(text_of(room, f"/matches/{room.id}/table.svg", "en"))
    titles = {title.text for title in drawn.iter(f"{drawings.NAMESPACE}title")}
    assert any(hostile in (title or "") for title in titles)
    assert hostile in text_of(room, f"/matches/{room.id}/story", "en")
