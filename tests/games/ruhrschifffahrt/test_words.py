"""Every code has its words in both languages, and every template can be filled in."""

import msgspec
import pytest

from games.kernel.words import LANGUAGES
from games.ruhrschifffahrt import reasons
from games.ruhrschifffahrt.board import REGISTERS
from games.ruhrschifffahrt.state import RuhrOptions
from support.games.ruhrschifffahrt_given import BOARD, EDITION, GAME
from support.games.walk import walk

SECTIONS = GAME.words.sections
REGISTER = REGISTERS[EDITION]


def tags(kinds):
    return {kind.__struct_config__.tag for kind in kinds}


def codes():
    questions = {
        kind for kind in GAME.items if "seat" in kind.__struct_fields__ and kind.__name__ != "OpenPurchases"
    }
    return {
        "questions": tags(questions),
        "commands": tags(GAME.commands),
        "events": tags(GAME.events),
        "reasons": {it.code for name, it in vars(reasons).items() if name.isupper()},
        "options": set(RuhrOptions.__struct_fields__),
    }


def components():
    """Printed id -> German name as printed."""
    printed = {space.id: space.name for space in REGISTER.river.spaces.values()}
    printed |= {tile.id: tile.name for tile in REGISTER.tiles.values()}
    printed |= {marker.id: marker.name for marker in REGISTER.markers.values()}
    for group in (
        BOARD.territories.list,
        BOARD.coal_stores.list,
        BOARD.port.columns,
        BOARD.transport_track.columns,
    ):
        printed |= {it.id: it.name for it in group}
    return printed


@pytest.mark.parametrize("section", codes())
def test_no_code_is_without_words_and_no_words_without_code(section):
    assert set(SECTIONS[section]) == codes()[section]


def test_every_text_stands_in_both_languages():
    for section, texts in SECTIONS.items():
        for code, text in texts.items():
            assert set(text) == set(LANGUAGES), f"{section}: {code}"
            assert all(text.values())


@pytest.mark.rule("RS-142")
def test_german_names_of_components_are_those_printed():
    for code, name in components().items():
        said = SECTIONS["components"][code]["de"]
        obstacle = code in REGISTER.river.obstacles
        assert said == (f"Hindernis {name}" if obstacle else name)


def test_every_other_component_has_a_name_too():
    known = set(SECTIONS["components"])
    assert set(REGISTER.options) | set(BOARD.areas.sizes) | set(BOARD.colours.list) <= known
    assert {
        "black",
        "white",
        "high",
        "low",
        "thalers",
        "points",
        "own_supply",
        "timeline",
        "first_lock",
    } <= known
    assert {"smithy", "hammer_mill", "gun_factory"} <= known


@pytest.mark.rule("RS-R62")
def test_every_score_category_has_words():
    ledger = {
        "levy",
        "gains",
        "locks",
        "city",
        "coal_stores",
        "port",
        "export",
        "inn",
        "rare_debt",
        "fallback",
    }
    final = {"ruhraake", "mayor", "railway", "city_trios", "coal_store_trio", "debt"}
    assert set(SECTIONS["categories"]) == ledger | final


def test_templates_name_only_fields_that_their_type_has():
    sample = {name: "x" for kind in (*GAME.events, *GAME.items) for name in kind.__struct_fields__}
    for section, kinds in (("events", GAME.events), ("questions", GAME.items)):
        for kind in kinds:
            text = SECTIONS[section].get(kind.__struct_config__.tag)
            fields = {name: sample[name] for name in kind.__struct_fields__}
            for lang in LANGUAGES if text else ():
                assert text[lang].format_map(fields)


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_happens_or_is_offered_in_a_game_can_be_said(seats):
    for position in walk("ruhrschifffahrt", seats=seats, seed=5):
        for lang in LANGUAGES:
            for event in position.events:
                assert GAME.words.said("events", event, lang)
            if position.question and position.number % 5 == 0:
                assert GAME.words.said("questions", position.question, lang)
                for offer in GAME.rules.offers(position.live, position.question):
                    command = getattr(offer, "command", offer)
                    facts = GAME.wording(position.live, command)
                    said = GAME.words.said("commands", command, lang, **facts)
                    assert "None" not in said


def test_each_phase_that_begins_has_a_name():
    phases = {
        event.phase
        for position in walk("ruhrschifffahrt", seats=2, seed=1)
        for event in position.events
        if type(event).__name__ == "PhaseBegan"
    }
    assert len(phases) == 7
    assert phases <= set(SECTIONS["components"])


def test_types_make_a_json_schema():
    _, components = msgspec.json.schema_components(
        [GAME.table, GAME.view_type, GAME.event_type, GAME.command_type]
    )
    assert {"Ruhr", "RuhrView", "CoalSold", "SellAt"} <= set(components)
