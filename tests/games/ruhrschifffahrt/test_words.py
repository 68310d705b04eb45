"""Every code has its words in both languages, and every template can be filled in."""

import msgspec
import pytest

from games.kernel.words import LANGUAGES, names_in, told_by
from games.ruhrschifffahrt import reasons
from games.ruhrschifffahrt.agenda import ChooseDieToRaise, ChooseOption
from games.ruhrschifffahrt.board import REGISTERS
from games.ruhrschifffahrt.commands import HaulCoal, RaiseDie, TakeOption
from games.ruhrschifffahrt.events.buildings import DebtTaken
from games.ruhrschifffahrt.events.coal import TrackCoalRaised
from games.ruhrschifffahrt.events.history import LevyPaid
from games.ruhrschifffahrt.events.rounds import PhaseBegan, ThalersReturned
from games.ruhrschifffahrt.events.ships import ExportMarkerMoved, OptionTaken
from games.ruhrschifffahrt.state import RuhrOptions
from support.games.ruhrschifffahrt_given import BOARD, EDITION, GAME, Scene, of_kind, player, table
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
    assert {told_by(code) for code in SECTIONS[section]} == codes()[section]


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


def test_templates_name_only_what_their_type_has():
    for section, kinds in (("events", GAME.events), ("questions", GAME.items)):
        for kind in kinds:
            texts = [text for code, text in SECTIONS[section].items() if told_by(code) in tags([kind])]
            for text in texts:
                assert all(hasattr(kind, name) for lang in LANGUAGES for name in names_in(text[lang]))


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_happens_or_is_offered_in_a_game_can_be_said(seats):
    for position in walk("ruhrschifffahrt", seats=seats, seed=5):
        for lang in LANGUAGES:
            for event in position.events:
                assert GAME.words.said("events", event, lang)
            if position.question and position.number % 5 == 0:
                facts = GAME.wording(position.live, position.question)
                assert GAME.words.said("questions", position.question, lang, **facts)
                for offer in GAME.rules.offers(position.live, position.question):
                    command = getattr(offer, "command", offer)
                    facts = GAME.wording(position.live, command)
                    said = GAME.words.said("commands", command, lang, **facts)
                    assert "None" not in said
                    assert "–" not in said


def label(scene, command, lang="en"):
    return GAME.words.said("commands", command, lang, **GAME.wording(scene.game, command))


def line(event, lang="en"):
    return GAME.words.said("events", event, lang, seat="Ada", order=["Bea", "Ada"])


def towing(**things):
    """Nothing but a tow, for one Thaler, leads to a die."""
    game = table(2, in_round=5, ships={"c_werden": [0], "c_muelheim": [1]}, depots={"d07": 3})
    player(game, 0, tiles=["inn"], **things)  # with the inn there is something to choose
    return Scene(game, ChooseOption(0))


@pytest.mark.rule("RS-69", "RS-132", "RS-R24", "RS-R43")
@pytest.mark.parametrize(
    ("things", "said"),
    [
        ({"thalers": 1}, "Tow for 1 Thaler"),
        ({"thalers": 0, "supply": 1}, "Tow for 1 Thaler (1 new debt)"),
        (
            {"thalers": 0, "supply": 0, "points": 5},
            "Tow for 1 Thaler (1 new debt with the timeline, 2 points lost)",
        ),
        (
            {"thalers": 0, "supply": 0, "points": 1},
            "Tow for 1 Thaler (1 new debt with the timeline, 1 point lost)",
        ),
        (
            {"thalers": 0, "supply": 2, "debts": BOARD.debts.spaces, "points": 5},
            "Tow for 1 Thaler (1 Thaler missing, 2 points lost)",
        ),
    ],
)
def test_an_option_says_what_it_costs_beyond_its_price(things, said):
    scene = towing(**things)
    assert TakeOption("tow") in scene.legal
    assert label(scene, TakeOption("tow")) == said


def test_what_is_lost_is_what_was_promised():
    """The events of the tow above take no other debts and points than its label names."""
    events = towing(thalers=0, supply=0, points=5).does(TakeOption("tow"))
    assert [(event.source, event.lost) for event in of_kind(events, DebtTaken)] == [("timeline", 2)]


@pytest.mark.rule("RS-63")
def test_who_must_take_an_option_is_told_so():
    scene = towing(thalers=9)
    facts = GAME.wording(scene.game, scene.question)
    assert "must take" in GAME.words.said("questions", scene.question, "en", seat="Ada", **facts)


@pytest.mark.rule("RS-15", "RS-73", "RS-108")
def test_a_die_says_to_what_it_rises():
    game = table(2, in_round=5, depots={"d07": 3, "d08": 5, "d11": 6})
    player(game, 0, option="supply", tiles=["coal_hauler_1"])
    scene = Scene(game, ChooseDieToRaise(0))
    assert label(scene, RaiseDie("d07")) == "Raise the 3 on Eintracht to 5"
    assert label(scene, RaiseDie("d08"), "de") == "Die 5 auf Deimelsberg auf 6 erhöhen"
    assert label(scene, RaiseDie("d11")) == "Name the 6 on Heisingen, which cannot rise"
    assert label(scene, HaulCoal("d11")) == "Coal hauler: name the 6 on Heisingen, which cannot rise"


@pytest.mark.rule("RS-R11")
def test_the_order_is_not_told_before_the_start_player_is_drawn():
    assert line(PhaseBegan("event", (0, 1))) == "Historical event"
    assert line(PhaseBegan("purchases", (1, 0))) == "Purchases, in the order Bea, Ada"


def test_lines_count_as_people_do():
    assert line(ExportMarkerMoved(0), "de") == "Der Exportanzeiger rückt auf Feld 1 der Skala"
    assert line(LevyPaid(0, 0, 1)) == "Ada pays 1 victory point"
    assert line(LevyPaid(0, 0, 0)) == "Ada pays 0 Thaler"
    assert line(TrackCoalRaised((3, 4), ())) == "The coal on the track rises – black: 3, 4"
    assert line(TrackCoalRaised((3, 4), (5,)), "de").endswith("steigt – schwarz: 3, 4; weiß: 5")
    assert line(ThalersReturned(0, 1), "de") == "Ada gibt 1 überzähligen Thaler zurück"
    assert line(OptionTaken(0, "wages", 0)) == "Ada takes “Wages” at no cost"


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
