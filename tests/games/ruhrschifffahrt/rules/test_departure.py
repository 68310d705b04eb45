"""6.3, phase 3: start spaces, the duty to deliver, and passing."""

import pytest

from games.ruhrschifffahrt.agenda import BeginDepartures, BeginVoyages, ChooseOption, ChooseStart, Sail
from games.ruhrschifffahrt.commands import (
    HaulCoal,
    PassRound,
    StartAt,
    TakeNoOption,
    TakeOption,
    VisitInn,
)
from games.ruhrschifffahrt.events.rounds import PhaseBegan
from games.ruhrschifffahrt.events.ships import RoundPassed, ShipMoored, ShipSailed
from support.games.ruhrschifffahrt_given import Scene, player, table


def at(space="c_werden", *, ships=None, tiles=(), **changes):
    """Seat 0 with 9 Thaler, in round 5."""
    others = ships or {"c_witten": [1]}
    game = table(2, in_round=5, ships={space: [0], **others}, **changes)
    player(game, 0, tiles=list(tiles), thalers=9)
    return game


def starts(game, option=""):
    game.players[0].option = option
    return [command.depot for command in Scene(game, ChooseStart(0, "")).legal_of(StartAt)]


@pytest.mark.rule("RS-56", "RS-61")
def test_without_an_option_a_ship_starts_anywhere_downstream():
    game = at("i_horst", depots={"d07": 3, "d08": 4, "d15": 4})
    scene = Scene(game, ChooseOption(0))
    assert scene.legal[0] == TakeNoOption()
    scene.does(TakeNoOption())
    assert scene.legal == [StartAt("d07"), StartAt("d08"), StartAt("d15")]
    assert scene.does(StartAt("d15")) == [ShipMoored(0, "d15")]
    assert game.ships == {"d15": [0], "c_witten": [1]}


@pytest.mark.rule("RS-62", "RS-61")
def test_upstream_only_with_a_tow():
    game = at(depots={"d07": 3, "d08": 4, "d12": 4, "d13": 3})
    assert starts(game) == ["d12", "d13"]
    assert starts(game, "pilot") == ["d12", "d13"]
    assert starts(game, "tow") == ["d07", "d08"]
    assert Scene(game, ChooseStart(0, "")).barred()[StartAt("d12")] == ("lies_downstream", "RS-R18")
    game.players[0].option = ""
    assert Scene(game, ChooseStart(0, "")).barred()[StartAt("d07")] == ("lies_upstream", "RS-62")


@pytest.mark.rule("RS-58", "RS-R17")
def test_one_ship_lies_at_a_depot():
    game = at(ships={"d12": [1]}, depots={"d12": 4, "d13": 3, "d14": 3})
    assert starts(game) == ["d13", "d14"]
    assert Scene(game, ChooseStart(0, "")).barred()[StartAt("d12")] == ("depot_taken", "RS-58")


@pytest.mark.rule("RS-59", "RS-106", "RS-R55")
@pytest.mark.parametrize("tiles", [[], ["grafschaft_mark"]])
def test_the_mark_needs_its_tile(tiles):
    game = at(
        "c_witten", ships={"c_werden": [1]}, tiles=tiles, depots={"d02": 4, "d03": 4, "d07": 3, "d08": 3}
    )
    assert starts(game) == (["d02", "d03"] if tiles else []) + ["d07", "d08"]
    if not tiles:
        assert Scene(game, ChooseStart(0, "")).barred()[StartAt("d02")] == ("mark_closed", "RS-59")


@pytest.mark.rule("RS-79", "RS-144")
@pytest.mark.parametrize(("depot", "tiles"), [("d06", ["grafschaft_mark"]), ("d09", []), ("d10", [])])
def test_a_black_arrow_needs_a_pilot(depot, tiles):
    game = at("c_witten", ships={"c_werden": [1]}, tiles=tiles, depots={depot: 4, "d14": 3, "d15": 3})
    assert starts(game) == ["d14", "d15"]
    assert Scene(game, ChooseStart(0, "")).barred()[StartAt(depot)] == ("pilot_needed", "RS-79")
    assert starts(game, "pilot") == [depot, "d14", "d15"]


@pytest.mark.rule("RS-63", "RS-64", "RS-69")
def test_an_option_must_be_taken_where_nothing_else_reaches_a_die():
    game = at(depots={"d07": 3, "d08": 4})
    scene = Scene(game, ChooseOption(0))
    assert TakeNoOption() not in scene.legal
    assert scene.legal == [TakeOption("tow"), TakeOption("tow_and_pilot")]
    assert scene.barred()[TakeOption("pilot")] == ("no_delivery", "RS-64")


@pytest.mark.rule("RS-64", "RS-R46")
def test_every_option_offered_ends_in_a_start():
    """Whatever is answered from here on, a ship that takes an option lies at a depot with a die."""
    game = at("i_kettwig", depots={"d07": 3, "d10": 4}, track={"black": [3], "white": [4]})
    for first in Scene(game, ChooseOption(0)).legal:
        scene = Scene(
            at("i_kettwig", depots=dict(game.depots), track={"black": [3], "white": [4]}), ChooseOption(0)
        )
        scene.does(first)
        while scene.question:
            scene.does(scene.legal[-1])
        assert scene.game.loaded(0)


@pytest.mark.rule("RS-56", "RS-13", "RS-14", "RS-R9")
def test_the_order_of_the_phase_stands_though_ships_move():
    game = table(3, in_round=5, ships={"c_steele": [2], "c_werden": [0], "c_muelheim": [1]})
    for seat in range(3):
        player(game, seat, thalers=9)
    scene = Scene(game, BeginDepartures())
    assert scene.happened(PhaseBegan) == [PhaseBegan("start_space_and_option", (2, 0, 1))]
    scene.does(TakeNoOption())
    scene.does(StartAt("d14"))  # now the most downstream of all
    assert scene.question == ChooseOption(0)
    scene.does(TakeOption("tow"))
    scene.does(StartAt("d07"))
    assert scene.question == ChooseOption(1)


@pytest.mark.rule("RS-R16", "RS-R17")
def test_a_chosen_depot_keeps_its_die_until_the_ship_sails():
    game = at(depots={"d12": 4, "d13": 3})
    scene = Scene(game, ChooseOption(0))
    scene.does(TakeNoOption())
    scene.does(StartAt("d12"))
    assert game.depots["d12"] == 4


def nothing_delivers(*, tiles=(), ships=None):
    """High water, and the only die lies where a pilot is needed."""
    ships = ships or {"c_werden": [0], "c_witten": [1]}
    game = table(2, in_round=5, ships=ships, depots={"d10": 3}, pilot_closed=True)
    player(game, 0, tiles=list(tiles), thalers=2)
    return game


@pytest.mark.rule("RS-R19")
def test_where_nothing_delivers_the_player_passes():
    scene = Scene(nothing_delivers(), ChooseOption(0))
    assert scene.happened(RoundPassed) == [RoundPassed(0)]
    assert scene.game.players[0].option == ""
    assert scene.game.ship(0) == "c_werden"
    assert scene.question is None


@pytest.mark.rule("RS-R19")
def test_passing_is_never_offered_while_something_delivers():
    game = nothing_delivers(tiles=["inn"])
    game.depots["d07"] = 3  # a tow will do
    player(game, 0, thalers=0, supply=0, timeline=[], debts=4)  # though it cannot be paid
    scene = Scene(game, ChooseOption(0))
    assert PassRound() not in scene.legal
    assert TakeOption("tow") in scene.legal


@pytest.mark.rule("RS-R19")
def test_who_passes_may_still_use_inn_and_coal_hauler():
    scene = Scene(nothing_delivers(tiles=["inn", "coal_hauler_1"]), ChooseOption(0))
    assert scene.legal == [PassRound(), VisitInn("thalers"), VisitInn("points"), HaulCoal("d10")]


@pytest.mark.rule("RS-R19")
def test_who_passed_does_not_sail_and_lies_lowest_on_the_space():
    game = nothing_delivers(ships={"c_werden": [0], "d11": [1]})
    game.depots["d11"] = 4  # seat 1 sails from there to Werden
    scene = Scene(game, BeginVoyages())
    assert [event.seat for event in scene.happened(ShipSailed)] == [1]
    assert game.ships["c_werden"] == [0, 1]
    assert game.ship_order() == (1, 0)


@pytest.mark.rule("RS-R19")
def test_several_who_pass_keep_their_order_and_the_lowest_positions():
    game = table(3, in_round=5, ships={"c_werden": [2, 0], "d11": [1]}, depots={"d11": 4})
    scene = Scene(game, BeginVoyages())
    assert game.ships["c_werden"] == [2, 0, 1]
    assert scene.game.order == (1, 0, 2)


@pytest.mark.rule("RS-R19", "RS-R12")
def test_who_passed_can_be_the_start_player_of_a_phase():
    game = nothing_delivers(ships={"c_witten": [0], "d11": [1]})
    game.depots["d11"] = 4
    scene = Scene(game, BeginVoyages())
    assert scene.game.order[0] == 0


@pytest.mark.rule("RS-79", "RS-51")
def test_a_loaded_ship_is_asked_only_where_there_is_a_choice():
    game = table(2, in_round=5, ships={"d12": [0], "d13": [1]}, depots={"d12": 4, "d13": 3})
    game.players[0].option = "pilot"
    scene = Scene(game, Sail(0))
    assert scene.question == Sail(0)
    assert Scene(game, Sail(1)).question is None
