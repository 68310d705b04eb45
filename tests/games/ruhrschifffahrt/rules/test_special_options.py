"""5.2: the special options, one by one."""

import pytest

from games.ruhrschifffahrt.agenda import (
    BeginDepartures,
    ChooseDieToRaise,
    ChooseOption,
    ChooseStart,
    ChooseTarget,
    ChooseTransport,
    EndRound,
    Sail,
)
from games.ruhrschifffahrt.commands import (
    PutDie,
    RaiseDie,
    SellAt,
    StartAt,
    TakeNoOption,
    TakeOption,
    TransportDie,
)
from games.ruhrschifffahrt.events.coal import DieRaised, DieTransported
from games.ruhrschifffahrt.events.ships import OptionTaken, ShipMoored, WagesReceived
from support.games.ruhrschifffahrt_given import Scene, player, table

BLACK_START = {"d07": 3, "d08": 4, "d12": 4, "d14": 3}


def in_werden(*, depots=None, black=(), white=(), in_round=5, **has):
    """Seat 0 lies in Werden, between Heisingen (d11) and Bredeney (d12)."""
    game = table(
        2,
        in_round=in_round,
        ships={"c_werden": [0], "c_witten": [1]},
        depots=dict(BLACK_START if depots is None else depots),
        track={"black": list(black), "white": list(white)},
    )
    player(game, 0, **({"thalers": 9} | has))
    return game


def choosing(**position):
    return Scene(in_werden(**position), ChooseOption(0))


def options_of(scene):
    return {command.option for command in scene.legal_of(TakeOption)}


@pytest.mark.rule("RS-68", "RS-67")
def test_without_tiles_all_options_but_wages_and_supply_are_open():
    scene = choosing(black=[3])
    assert options_of(scene) == {
        "pilot", "transport", "tow", "transport_and_pilot", "tow_and_pilot", "tow_and_transport",
    }  # fmt: skip
    assert scene.barred()[TakeOption("wages")] == ("tile_missing", "RS-67")
    assert scene.barred()[TakeOption("supply")] == ("tile_missing", "RS-67")


@pytest.mark.rule("RS-67", "RS-107", "RS-R41")
def test_the_tiles_wages_and_supply_open_their_options():
    assert {"wages", "supply"} <= options_of(choosing(tiles=["wages", "supply"]))
    assert "supply" not in options_of(choosing(tiles=["wages"]))


@pytest.mark.rule("RS-33", "RS-67")
@pytest.mark.parametrize(("in_round", "is_open"), [(11, True), (12, False)])
def test_wages_and_supply_close_in_round_twelve(in_round, is_open):
    scene = choosing(in_round=in_round, tiles=["wages", "supply"])
    assert ({"wages", "supply"} <= options_of(scene)) == is_open
    if not is_open:
        assert scene.barred()[TakeOption("wages")] == ("option_closed", "RS-67")
        assert scene.barred()[TakeOption("supply")] == ("option_closed", "RS-67")


@pytest.mark.rule("RS-66")
def test_one_player_a_round_takes_wages_and_any_number_every_other_option():
    game = in_werden(tiles=["wages", "supply"], black=[3])
    scene = Scene(game, ChooseOption(0))
    free = options_of(scene)
    for taken in free:
        game.players[1].option = taken
        again = Scene(game, ChooseOption(0))
        assert options_of(again) == (free - {"wages"} if taken == "wages" else free)
        if taken == "wages":
            assert again.barred()[TakeOption("wages")] == ("wages_taken", "RS-66")


@pytest.mark.rule("RS-65", "RS-137")
def test_the_disc_lies_on_the_one_option_until_the_round_ends():
    scene = choosing()
    scene.does(TakeOption("pilot"))
    assert scene.game.players[0].option == "pilot"
    assert scene.legal_of(TakeOption) == []
    Scene(scene.game, EndRound())
    assert scene.game.players[0].option == ""


@pytest.mark.rule("RS-70", "RS-82", "RS-150")
def test_the_pilot_costs_nothing_and_works_when_the_ship_sails():
    scene = choosing()
    events = scene.does(TakeOption("pilot"))
    assert events == [OptionTaken(0, "pilot", 0)]
    scene.does(StartAt("d12"))
    sailing = Scene(scene.game, Sail(0))
    assert [command.space for command in sailing.legal_of(SellAt)] == [
        "c_kettwig", "i_kettwig", "i_mintard", "i_saarn", "c_muelheim", "i_speldorf", "port",
    ]  # fmt: skip


@pytest.mark.rule("RS-71", "RS-42", "RS-43", "RS-150")
def test_transport_takes_the_arrow_die_at_once_and_the_others_move_down():
    scene = choosing(black=[2, 5, 6])
    scene.does(TakeOption("transport"))
    assert scene.question == ChooseTarget(0, "black")  # only one colour lies on an arrow
    assert scene.legal == [PutDie(depot) for depot in ("d09", "d10", "d11", "d13", "d15")]
    events = scene.does(PutDie("d13"))
    assert events == [DieTransported(0, "d13", "black", 2)]
    assert scene.game.track["black"] == [5, 6]
    assert scene.game.depots["d13"] == 2
    assert scene.game.players[0].thalers == 9


@pytest.mark.rule("RS-R14", "RS-42")
def test_the_player_chooses_between_the_two_arrow_dice():
    scene = choosing(black=[2], white=[4])
    scene.does(TakeOption("transport"))
    assert scene.question == ChooseTransport(0)
    assert scene.legal == [TransportDie("black"), TransportDie("white")]
    scene.does(TransportDie("white"))
    assert scene.legal == [PutDie(depot) for depot in ("d01", "d02", "d03", "d04", "d05", "d06")]


@pytest.mark.rule("RS-R14", "RS-R55")
def test_a_white_die_may_be_moved_without_the_tile_grafschaft_mark():
    scene = choosing(white=[4])
    scene.does(TakeOption("transport"))
    scene.does(PutDie("d03"))
    assert scene.game.depots["d03"] == 4
    assert StartAt("d03") not in scene.legal


@pytest.mark.rule("RS-R14")
def test_without_a_die_on_an_arrow_no_transport():
    scene = choosing()
    assert options_of(scene) == {"pilot", "tow", "tow_and_pilot"}
    assert scene.barred()[TakeOption("transport")] == ("nothing_to_transport", "RS-R14")


@pytest.mark.rule("RS-R15", "RS-R16")
def test_the_transported_die_may_lie_upstream_and_another_be_carried():
    scene = choosing(black=[2])
    scene.does(TakeOption("transport"))
    scene.does(PutDie("d11"))  # upstream of Werden
    assert scene.legal == [StartAt("d12"), StartAt("d14")]


@pytest.mark.rule("RS-R16", "RS-R15")
def test_or_it_is_carried_itself():
    scene = choosing(black=[2])
    scene.does(TakeOption("transport"))
    scene.does(PutDie("d15"))
    scene.does(StartAt("d15"))
    assert scene.game.ship(0) == "d15"


@pytest.mark.rule("RS-R46", "RS-64", "RS-R14")
def test_without_another_delivery_the_die_must_go_where_it_can_be_carried():
    scene = choosing(black=[2], depots={"d07": 3}, thalers=0)  # nothing downstream
    scene.does(TakeOption("transport"))
    assert scene.legal == [PutDie(depot) for depot in ("d12", "d13", "d14", "d15")]


@pytest.mark.rule("RS-R46", "RS-64")
def test_a_colour_that_leads_to_no_delivery_is_not_offered():
    scene = choosing(black=[2], white=[5], depots={"d07": 3}, thalers=0)
    scene.does(TakeOption("transport"))
    assert scene.question == ChooseTarget(0, "black")


@pytest.mark.rule("RS-72", "RS-150")
def test_wages_bring_two_thalers_at_once():
    scene = choosing(tiles=["wages"], thalers=0)
    assert scene.does(TakeOption("wages")) == [OptionTaken(0, "wages", 0), WagesReceived(0, 2)]
    assert scene.game.players[0].thalers == 2
    assert isinstance(scene.question, ChooseStart)


@pytest.mark.rule("RS-73", "RS-15", "RS-150")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (4, 6), (5, 6), (6, 6)])
def test_supply_raises_any_die_on_a_depot_by_two_at_most_to_six(before, after):
    scene = choosing(tiles=["supply"], depots=BLACK_START | {"d01": before})
    scene.does(TakeOption("supply"))
    assert scene.question == ChooseDieToRaise(0)
    assert scene.legal == [RaiseDie(depot) for depot in scene.game.river.depots if depot in scene.game.depots]
    assert scene.does(RaiseDie("d01"))[0] == DieRaised(0, "d01", after)
    assert scene.game.depots["d01"] == after


@pytest.mark.rule("RS-R55", "RS-73")
def test_supply_may_raise_white_coal_and_coal_that_waits_for_another_ship():
    game = in_werden(tiles=["supply"], depots=BLACK_START | {"d01": 2})
    game.ships = {"c_werden": [0], "d14": [1]}
    scene = Scene(game, ChooseOption(0))
    scene.does(TakeOption("supply"))
    assert {RaiseDie("d01"), RaiseDie("d14")} <= set(scene.legal)


@pytest.mark.rule("RS-74", "RS-62", "RS-151", "RS-R18")
@pytest.mark.parametrize(("in_round", "price"), [(6, 1), (7, 2)])
def test_a_tow_leads_to_an_upstream_depot_with_a_die(in_round, price):
    scene = choosing(in_round=in_round)
    assert scene.does(TakeOption("tow")) == [OptionTaken(0, "tow", price)]
    assert scene.legal == [StartAt("d07"), StartAt("d08")]
    assert scene.barred()[StartAt("d14")] == ("lies_downstream", "RS-R18")
    scene.does(StartAt("d07"))
    assert scene.game.players[0].thalers == 9 - price


@pytest.mark.rule("RS-75")
@pytest.mark.parametrize(("in_round", "price"), [(6, 1), (7, 2)])
def test_transport_and_pilot_does_both(in_round, price):
    scene = choosing(in_round=in_round, black=[2], depots={"d12": 4})
    assert scene.does(TakeOption("transport_and_pilot")) == [OptionTaken(0, "transport_and_pilot", price)]
    scene.does(PutDie("d15"))
    scene.does(StartAt("d15"))
    sailing = Scene(scene.game, Sail(0))
    assert sailing.legal == [SellAt("c_muelheim"), SellAt("i_speldorf"), SellAt("port")]


@pytest.mark.rule("RS-76")
@pytest.mark.parametrize(("in_round", "price"), [(6, 2), (7, 3)])
def test_tow_and_pilot_does_both(in_round, price):
    scene = choosing(in_round=in_round, depots=BLACK_START | {"d10": 4})
    assert scene.does(TakeOption("tow_and_pilot")) == [OptionTaken(0, "tow_and_pilot", price)]
    assert scene.legal == [StartAt("d07"), StartAt("d08"), StartAt("d10")]  # Hinsbeck needs the pilot
    scene.does(StartAt("d10"))
    assert SellAt("port") in Scene(scene.game, Sail(0)).legal


@pytest.mark.rule("RS-77", "RS-R15", "RS-151", "RS-R18")
@pytest.mark.parametrize(("in_round", "price"), [(6, 2), (7, 3)])
def test_tow_and_transport_starts_at_an_upstream_empty_depot_that_gets_the_die(in_round, price):
    scene = choosing(in_round=in_round, black=[6], depots={"d07": 3, "d14": 3})
    scene.does(TakeOption("tow_and_transport"))
    # upstream and empty are Deimelsberg, Gewalt, Hinsbeck, Heisingen; two of them need a pilot
    assert scene.legal == [PutDie("d08"), PutDie("d11")]
    events = scene.does(PutDie("d08"))
    assert events == [DieTransported(0, "d08", "black", 6), ShipMoored(0, "d08")]
    assert scene.game.players[0].thalers == 9 - price


@pytest.mark.rule("RS-77", "RS-59", "RS-R14")
@pytest.mark.parametrize("tiles", [[], ["grafschaft_mark"]])
def test_tow_and_transport_of_white_coal_needs_the_tile_as_the_ship_starts_there(tiles):
    scene = choosing(white=[6], tiles=tiles)
    assert ("tow_and_transport" in options_of(scene)) == bool(tiles)
    if tiles:
        scene.does(TakeOption("tow_and_transport"))
        assert scene.legal == [PutDie(depot) for depot in ("d01", "d02", "d03", "d04", "d05")]  # not Baak


@pytest.mark.rule("RS-R46", "RS-150")
def test_the_price_is_paid_before_the_effect():
    scene = choosing(black=[2], thalers=1)
    events = scene.does(TakeOption("transport_and_pilot"))
    assert events == [OptionTaken(0, "transport_and_pilot", 1)]
    assert scene.game.players[0].thalers == 0
    assert scene.question == ChooseTarget(0, "black")


@pytest.mark.rule("RS-78")
def test_from_the_port_only_a_tow_leads_on():
    game = in_werden(black=[2])
    game.ships = {"port": [0], "c_witten": [1]}
    scene = Scene(game, ChooseOption(0))
    assert scene.legal_of(TakeNoOption) == []
    assert options_of(scene) == {"tow", "tow_and_pilot", "tow_and_transport"}


@pytest.mark.rule("RS-R47", "RS-57", "RS-68")
def test_in_round_one_only_the_pilot_is_of_any_use():
    game = table(3, in_round=1, ships={})
    game.order = (1, 2, 0)
    scene = Scene(game, BeginDepartures())
    assert scene.question == ChooseOption(1)
    assert scene.legal == [TakeNoOption(), TakeOption("pilot")]
    for option in ("tow", "tow_and_pilot", "tow_and_transport"):
        assert scene.barred()[TakeOption(option)] == ("nothing_upstream", "RS-R47")
    scene.does(TakeNoOption())
    assert scene.legal == [StartAt(depot) for depot in ("d07", "d08", "d11", "d12", "d13", "d14", "d15")]
    scene.does(StartAt("d07"))
    assert scene.question == ChooseOption(2)
    scene.does(TakeOption("pilot"))
    assert StartAt("d07") not in scene.legal
