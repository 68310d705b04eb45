"""Laws of the table, each broken once by as little as possible; what the rules come to breaks none."""

import msgspec
import pytest

from games.kernel import LawBroken
from games.kernel.laws import breaches, read_table
from games.ruhrschifffahrt.agenda import (
    AwardTiles,
    BeginDepartures,
    BeginPurchases,
    BeginVoyages,
    BuildForcedLock,
    ChooseOption,
    ChooseTarget,
    ChooseTransport,
    DrawDemand,
    EndRound,
    OpenPurchases,
    Purchase,
    Sail,
    ScoreExports,
)
from games.ruhrschifffahrt.setup import blank_table
from games.ruhrschifffahrt.state import LooseDie, RuhrOptions, Tally
from support.games.ruhrschifffahrt_given import EDITION, GAME, table

END = (ScoreExports(), EndRound())
VOYAGES = (BeginVoyages(), AwardTiles(), BeginPurchases(), *END)


def asked(*agenda, phase, seats=2, **changes):
    game = table(seats, phase=phase, **changes)
    game.agenda = agenda
    return game


def buying(**changes):
    """The first of two players buys in round 2."""
    return asked(Purchase(0), OpenPurchases(1), *END, phase="purchases", **changes)


def departing(first=None, **changes):
    later = (ChooseOption(1), *VOYAGES)
    return asked(first or ChooseOption(0), *later, phase="start_space_and_option", **changes)


def wrong(game):
    return [(breach.law, breach.pointer) for breach in breaches(GAME, game)]


@pytest.mark.parametrize("game", [buying(), departing(), buying(variant=True)])
def test_what_the_rules_come_to_breaks_no_law(game):
    assert wrong(game) == []


@pytest.mark.parametrize("seats", GAME.seats)
def test_nor_does_the_table_before_the_start(seats):
    assert wrong(blank_table(seats, EDITION, RuhrOptions())) == []


def give(field, value, seat=0):
    return lambda game: setattr(game.players[seat], field, value)


def lay(field, value):
    return lambda game: setattr(game, field, value)


@pytest.mark.rule("RS-1", "RS-2", "RS-13", "RS-58", "RS-86", "RS-R10")
@pytest.mark.parametrize(
    ("change", "law", "pointer"),
    [
        (lay("round", 13), "round", "/round"),
        (lay("phase", ""), "phase", "/phase"),
        (lay("order", (0, 0)), "order", "/order"),
        (lay("order", (1, 0)), "agenda", "/agenda"),
        (lay("ships", {"c_steele": [1], "i_steele": [0]}), "order", "/order"),
        (lay("ships", {"c_steele": [0, 0, 1]}), "ships", "/ships"),
        (lay("ships", {"c_steele": [0]}), "ships", "/ships"),
        (lay("ships", {"d07": [0], "i_steele": [1]}), "ships", "/ships/d07"),
        (give("colour", "red"), "colours", "/players/0/colour"),
        (give("option", "wages"), "option", "/players/0/option"),
        (give("used", ["lock"]), "tiles", "/players/0/used"),
        (lay("port_sales", 1), "port", "/port_sales"),
        (lay("pilot_closed", value=True), "water", "/pilot_closed"),
    ],
)
def test_what_is_in_the_wrong_place(change, law, pointer):
    game = buying()
    change(game)

    assert wrong(game) == [(law, pointer)]


@pytest.mark.rule("RS-6", "RS-10", "RS-15", "RS-18", "RS-19", "RS-50", "RS-97", "RS-R34")
@pytest.mark.parametrize(
    ("change", "law", "pointer"),
    [
        (lambda game: game.depots.update(d06=3), "dice", "/depots"),
        (lambda game: game.depots.update(d01=7), "pips", "/depots"),
        (lambda game: game.track.pop("white"), "dice", "/track"),
        (lay("column", "rail"), "track", "/column"),
        (lambda game: game.loose.append(LooseDie("black", 3)), "dice", "/depots"),
        (give("supply", 2), "warehouses", "/players/0"),
        (lambda game: game.warehouses.pop("port", game.warehouses.pop("c_werden")), "sites", "/warehouses"),
        (give("stone_supply", 11), "stones", "/players/0"),
        (give("tiles", ["grafschaft_mark"]), "bonus", "/players/0/bonus"),
        (give("above", []), "tiles", "/players/0/above"),
        (give("turned", ["inn"]), "tiles", "/players/0/turned"),
        (lambda game: game.stock.update(inn=0), "white_tiles", "/stock"),
        (lay("blanks", 8), "white_tiles", "/blanks"),
        (lambda game: game.unseen.pop(), "markers", "/unseen"),
        (lambda game: game.obstacles.pop(), "markers", "/bag"),
        (lay("countries_shown", ["belgium"]), "countries", "/countries_down"),
        (lay("demand", {"c_werden": 3}), "demand", "/demand/c_werden"),
        (lay("export_marker", 8), "export_marker", "/export_marker"),
    ],
)
def test_a_piece_too_many_or_too_few(change, law, pointer):
    game = buying()
    change(game)

    assert (law, pointer) in wrong(game)


@pytest.mark.rule("RS-17", "RS-118", "RS-122", "RS-138")
@pytest.mark.parametrize(
    ("change", "law", "pointer"),
    [
        (give("thalers", 50), "money", "/players/0/thalers"),
        (give("ledger", {"gains": Tally(1, 1)}), "points", "/players/0/ledger/gains"),
        (give("ledger", {"city": Tally(2, 1)}), "points", "/players/0/ledger/city"),
        (give("ledger", {"fallback": Tally(-2, 1)}), "points", "/players/0/ledger"),
    ],
)
def test_money_and_points_that_came_from_nowhere(change, law, pointer):
    game = buying()
    change(game)

    assert wrong(game) == [(law, pointer)]


@pytest.mark.rule("RS-140")
def test_nothing_is_asked_though_the_game_is_not_over():
    assert wrong(asked(phase="export_and_round_end")) == [("agenda", "/agenda")]


@pytest.mark.rule("RS-14", "RS-115")
@pytest.mark.parametrize(
    "agenda",
    [
        (Purchase(0), *END),
        (Purchase(0), OpenPurchases(1), OpenPurchases(1), *END),
        (Purchase(1), OpenPurchases(0), *END),
        (Purchase(0), OpenPurchases(1), EndRound()),
        (Purchase(0), Purchase(0), OpenPurchases(1), *END),
        (Purchase(0), DrawDemand(), BeginDepartures(), *VOYAGES),
    ],
)
def test_another_order_of_things_than_that_of_a_round(agenda):
    assert wrong(asked(*agenda, phase="purchases")) == [("agenda", "/agenda")]


@pytest.mark.parametrize("question", [Sail(0), ChooseOption(0)])
def test_a_question_of_another_phase(question):
    assert wrong(asked(question, OpenPurchases(1), *END, phase="purchases")) == [("phase", "/phase")]


@pytest.mark.rule("RS-71", "RS-R14")
@pytest.mark.parametrize("question", [ChooseTransport(0), ChooseTarget(0, "black")])
def test_a_die_is_not_transported_without_the_option(question):
    assert wrong(departing(question)) == [("question", "/agenda/0")]


@pytest.mark.rule("RS-54")
def test_a_lock_that_nothing_forces():
    agenda = (BuildForcedLock(0), Purchase(0), OpenPurchases(1), *END)

    assert wrong(asked(*agenda, phase="purchases")) == [("question", "/agenda/0")]


@pytest.mark.parametrize(
    ("change", "law", "pointer"),
    [
        (lambda plain: plain["players"][0].update(thalers=2**53 - 1), "bounds", "/players/0/thalers"),
        (lambda plain: plain["players"][0].update(supply=-1), "bounds", "/players/0/supply"),
        (lambda plain: plain["depots"].update(o01=3), "depot", "/depots/o01"),
        (lambda plain: plain["ships"].update(nowhere=[0]), "space", "/ships/nowhere"),
        (lambda plain: plain["players"][1].update(option="fly"), "option_or_none", "/players/1/option"),
        (
            lambda plain: plain["players"][0]["ledger"].update(luck={"points": 9}),
            "category",
            "/players/0/ledger/luck",
        ),
        (lambda plain: plain.update(order=[0]), "seat", "/order"),
    ],
)
def test_a_forged_value_is_refused_before_anything_is_counted(change, law, pointer):
    plain = msgspec.to_builtins(buying(), str_keys=True)
    change(plain)

    with pytest.raises(LawBroken) as refusal:
        read_table(GAME, plain)
    assert refusal.value.breach[:2] == (law, pointer)
