"""6.4, phase 4: trips and sales."""

import msgspec
import pytest

from games.ruhrschifffahrt import state as state_module
from games.ruhrschifffahrt.agenda import BeginVoyages, Sail
from games.ruhrschifffahrt.commands import SellAt
from games.ruhrschifffahrt.events.rounds import PhaseBegan
from games.ruhrschifffahrt.events.ships import (
    CoalSold,
    DemandTaken,
    ExportMarkerMoved,
    PortReached,
    ShipSailed,
    WarehouseEarned,
)
from games.ruhrschifffahrt.rules.sailing import trip
from support.games.ruhrschifffahrt_given import BOARD, EDITION, GAME, Scene, player, table


def loaded(depot, pips, *, option="", stones=None, thalers=0, **changes):
    """Seat 0 at this depot in round 5; the others wait far upstream."""
    ships = {depot: [0], "c_witten": [1]}
    game = table(**({"seats": 2, "in_round": 5, "ships": ships, "depots": {depot: pips}} | changes))
    player(game, 0, option=option, stones=dict(stones or {}), thalers=thalers)
    return game


def sale(depot, space, pips, **position):
    scene = Scene(loaded(depot, pips, option="pilot", **position), Sail(0))
    if scene.question:
        scene.does(SellAt(space))
    return scene


@pytest.mark.rule("RS-87", "RS-88", "RS-R36")
def test_first_example_black_three_at_small_industry_gives_a_stone_and_two_thalers():
    scene = Scene(loaded("d13", 3), Sail(0))  # Laupendahl, to the hammer mill of Mintard
    assert scene.happened(CoalSold) == [CoalSold(0, "i_mintard", "black_industry", 1, 2)]
    it = scene.game.players[0]
    assert (it.stones, it.stone_supply, it.thalers) == ({"black_industry": 1}, 11, 2)


@pytest.mark.rule("RS-87", "RS-88", "RS-84")
def test_second_example_black_four_in_werden_gives_a_stone_and_three_thalers():
    game = loaded("d11", 4)
    game.obstacles.remove("o04")  # a lock stands at Neukirchen
    scene = Scene(game, Sail(0))
    assert scene.happened(CoalSold) == [CoalSold(0, "c_werden", "black_city", 1, 3)]
    assert (scene.game.players[0].stones, scene.game.players[0].thalers) == ({"black_city": 1}, 3)


@pytest.mark.rule("RS-81", "RS-85", "RS-R1")
@pytest.mark.parametrize(
    ("depot", "space"),
    [
        ("d01", "c_witten"), ("d02", "i_herbede"), ("d03", "c_blankenstein"), ("d04", "i_stiepel"),
        ("d05", "c_hattingen"), ("d07", "c_steele"), ("d08", "i_steele"), ("d11", "c_werden"),
        ("d12", "c_kettwig"), ("d13", "i_mintard"), ("d14", "i_saarn"), ("d15", "c_muelheim"),
    ],
)  # fmt: skip
def test_a_simple_trip_ends_where_the_arrow_points(depot, space):
    scene = Scene(loaded(depot, 4), Sail(0))
    assert [event.space for event in scene.happened(ShipSailed)] == [space]
    assert scene.game.ship(0) == space


@pytest.mark.rule("RS-81")
def test_a_lock_counts_as_a_space_like_an_obstacle():
    game = loaded("d11", 4, obstacles=[])
    scene = Scene(game, Sail(0))
    assert scene.game.ship(0) == "c_werden"


@pytest.mark.rule("RS-82", "RS-85", "RS-R3", "RS-70")
def test_a_pilot_leads_to_any_sales_space_downstream_even_the_next():
    scene = Scene(loaded("d14", 3, option="pilot"), Sail(0))
    assert scene.legal == [SellAt(space) for space in ("i_saarn", "c_muelheim", "i_speldorf", "port")]


@pytest.mark.rule("RS-70", "RS-R2")
@pytest.mark.parametrize("option", ["pilot", "transport_and_pilot", "tow_and_pilot"])
def test_the_port_needs_a_pilot(option):
    assert SellAt("port") in Scene(loaded("d15", 4, option=option), Sail(0)).legal
    assert Scene(loaded("d15", 4, option="tow"), Sail(0)).happened(ShipSailed)[0].space == "c_muelheim"


@pytest.mark.rule("RS-83", "RS-R5")
@pytest.mark.parametrize(
    ("depot", "space", "arrives"),
    [
        ("d07", "c_steele", 4),  # nothing in between
        ("d08", "i_steele", 3),  # one obstacle
        ("d07", "i_rellinghausen", 3),  # three obstacles
        ("d07", "port", 3),  # eight
    ],
)
def test_obstacles_cost_one_pip_once_per_trip(depot, space, arrives):
    scene = sale(depot, space, 4)
    assert scene.happened(ShipSailed)[0].pips == arrives


@pytest.mark.rule("RS-84", "RS-R5")
def test_locks_cost_nothing_but_the_last_obstacle_does():
    game = loaded("d07", 4)
    between = ["o08", "o07", "o06"]  # on the way to Rellinghausen
    for lock in between[:2]:
        game.obstacles.remove(lock)
    assert trip(game, 0, "d07", "i_rellinghausen", 4).pips == 3
    game.obstacles.remove("o06")
    assert trip(game, 0, "d07", "i_rellinghausen", 4).pips == 4


@pytest.mark.rule("RS-R5")
@pytest.mark.parametrize(
    ("depot", "space", "aside"),
    [
        ("d12", "c_kettwig", "o04"),  # further up
        ("d11", "i_werden", "o05"),  # right before the depot
        ("d12", "i_kettwig", "o02"),  # right behind the sale
        ("d12", "c_kettwig", "o02"),  # further down
    ],
)
def test_an_obstacle_before_the_depot_or_behind_the_sale_does_not_count(depot, space, aside):
    assert trip(loaded(depot, 4, obstacles=[aside]), 0, depot, space, 4).pips == 4


@pytest.mark.rule("RS-R4")
@pytest.mark.parametrize(("stones", "thalers", "given"), [(0, 0, 1), (2, 1, 0)])
def test_a_die_of_one_pip_stays_at_one_behind_an_obstacle(stones, thalers, given):
    scene = Scene(loaded("d08", 1, stones={"black_industry": stones}), Sail(0))
    assert scene.happened(ShipSailed)[0].pips == 1
    assert scene.happened(CoalSold) == [CoalSold(0, "i_steele", "black_industry", given, thalers)]


@pytest.mark.rule("RS-92", "RS-88")
def test_a_full_area_pays_the_full_pips_and_no_stone():
    scene = Scene(loaded("d07", 5, stones={"black_city": 2}), Sail(0))
    assert scene.happened(CoalSold) == [CoalSold(0, "c_steele", "black_city", 0, 5)]
    assert scene.game.players[0].stones == {"black_city": 2}
    assert scene.game.players[0].stone_supply == 12


@pytest.mark.rule("RS-88", "RS-R36")
@pytest.mark.parametrize(
    ("depot", "space", "area"),
    [
        ("d07", "i_steele", "black_industry"),
        ("d07", "c_werden", "black_city"),
        ("d07", "port", "black_port"),
        ("d01", "i_speldorf", "white_industry"),
        ("d01", "c_muelheim", "white_city"),
        ("d01", "port", "white_port"),
    ],
)
def test_the_area_is_the_colour_of_the_coal_and_the_kind_of_place(depot, space, area):
    scene = sale(depot, space, 4)
    assert scene.happened(CoalSold)[0].area == area
    assert scene.game.players[0].stones == {area: 1}


@pytest.mark.rule("RS-89", "RS-92")
@pytest.mark.parametrize(("stones", "total"), [(0, 3), (2, 4)])
def test_the_port_always_gives_one_thaler_more(stones, total):
    scene = sale("d15", "port", 4, stones={"black_port": stones})  # 3 on arrival
    assert scene.happened(PortReached) == [PortReached(0, 1, 1)]
    assert scene.game.players[0].thalers == total


@pytest.mark.rule("RS-90", "RS-91", "RS-R59", "RS-86", "RS-R8")
def test_ships_in_the_port_take_positions_in_order_of_arrival():
    game = table(
        3, in_round=5, ships={"d13": [0], "d14": [1], "d15": [2]}, depots={"d13": 3, "d14": 3, "d15": 4}
    )
    for it in game.players:
        it.option = "pilot"
    scene = Scene(game, BeginVoyages())
    for _ in range(3):
        scene.does(SellAt("port"))
    assert [(event.seat, event.position) for event in scene.happened(PortReached)] == [(0, 1), (1, 2), (2, 3)]
    assert scene.happened(ExportMarkerMoved) == [ExportMarkerMoved(1)]  # only the first one moves it
    assert game.ship_order() == (2, 1, 0)  # position 1 is the last


@pytest.mark.rule("RS-91")
@pytest.mark.parametrize(("pips", "steps"), [(2, 1), (4, 1), (5, 2), (6, 2)])
def test_the_export_marker_moves_by_the_pips_sold_after_the_obstacle(pips, steps):
    scene = sale("d15", "port", pips, export_marker=1)  # one pip is lost at Mülheim
    assert scene.happened(ExportMarkerMoved) == [ExportMarkerMoved(1 + steps)]


@pytest.mark.rule("RS-91", "RS-R8")
def test_it_stops_at_the_right_end():
    assert sale("d15", "port", 6, export_marker=6).game.export_marker == 7
    assert sale("d15", "port", 6, export_marker=7).happened(ExportMarkerMoved) == []


@pytest.mark.rule("RS-91", "RS-R8")
def test_only_the_first_seller_of_the_round_moves_it():
    game = loaded("d15", 6, option="pilot", port_sales=1)
    scene = Scene(game, Sail(0))
    scene.does(SellAt("port"))
    assert scene.happened(ExportMarkerMoved) == []


@pytest.mark.rule("RS-91")
def test_it_moves_in_rounds_before_the_first_export_too():
    assert sale("d15", "port", 4, in_round=1).game.export_marker == 1


@pytest.mark.rule("RS-R8")
def test_another_reading_is_a_switch_of_the_board(monkeypatch):
    scale = msgspec.structs.replace(BOARD.export_scale, moved_by="every_seller")
    other = msgspec.structs.replace(BOARD, export_scale=scale)
    monkeypatch.setattr(state_module, "BOARDS", {EDITION: other})
    scene = sale("d15", "port", 6, port_sales=1)
    assert scene.happened(ExportMarkerMoved) == [ExportMarkerMoved(2)]


@pytest.mark.rule("RS-91", "RS-R8")
def test_a_sale_elsewhere_leaves_the_marker_alone():
    assert sale("d15", "i_speldorf", 6).happened(ExportMarkerMoved) == []


@pytest.mark.rule("RS-94", "RS-R6", "RS-R42", "RS-148")
@pytest.mark.parametrize(("depot", "thalers"), [("d07", 3), ("d01", 3)])
def test_the_next_seller_takes_all_demand_with_black_or_white_coal(depot, thalers):
    scene = sale(depot, "c_steele", 4, demand={"c_steele": 2, "c_werden": 1}, obstacles=[], thalers=10)
    assert scene.happened(DemandTaken) == [DemandTaken(0, "c_steele", 2)]
    assert scene.game.demand == {"c_werden": 1}
    assert scene.game.players[0].thalers == 10 + thalers + 2


@pytest.mark.rule("RS-93", "RS-R7")
def test_every_owner_of_a_warehouse_in_the_city_gets_a_thaler_the_seller_too():
    game = loaded("d07", 4, seats=3)
    game.warehouses["c_steele"] = [2, 0]
    game.warehouses["c_werden"] = [1]
    scene = Scene(game, Sail(0))
    assert scene.happened(WarehouseEarned) == [
        WarehouseEarned(2, "c_steele", 1),
        WarehouseEarned(0, "c_steele", 1),
    ]
    assert [it.thalers for it in game.players] == [4, 2, 3]  # 3 for the coal and 1; 2 to start with


@pytest.mark.rule("RS-93", "RS-94", "RS-R7")
def test_a_sale_is_offered_for_all_that_the_seller_gets():
    game = loaded("d15", 4, option="pilot", obstacles=[], demand={"c_muelheim": 2})
    game.warehouses["c_muelheim"] = [1, 0]
    scene = Scene(game, Sail(0))
    promised = GAME.wording(game, SellAt("c_muelheim"))
    assert promised == {"thalers": 3 + 2 + 1, "stones": 1}  # coal, demand, the own warehouse
    scene.does(SellAt("c_muelheim"))
    assert scene.game.players[0].thalers == promised["thalers"]


@pytest.mark.rule("RS-93")
def test_coal_stores_and_the_port_earn_nothing_by_a_sale():
    game = loaded("d15", 4, option="pilot")
    game.warehouses |= {"belgium": [1], "k_berg": [1], "c_muelheim": [1]}
    scene = Scene(game, Sail(0))
    scene.does(SellAt("port"))
    assert scene.happened(WarehouseEarned) == []


@pytest.mark.rule("RS-R48")
def test_a_sale_goes_step_by_step():
    game = loaded("d15", 4, option="pilot", demand={"port": 1}, track={"black": [1, 2, 3, 4], "white": []})
    scene = Scene(game, Sail(0))
    events = scene.does(SellAt("port"))
    assert [type(event).__name__ for event in events] == [
        "ShipSailed", "CoalSold", "PortReached", "ExportMarkerMoved", "DemandTaken", "DiePushedOff",
        "CoalLaidOnTrack",
    ]  # fmt: skip


@pytest.mark.rule("RS-80", "RS-13", "RS-R9")
def test_ships_sail_from_the_source_down_in_the_order_of_their_depots():
    game = table(
        3, in_round=5, ships={"d14": [0], "d07": [1], "d12": [2]}, depots={"d14": 3, "d07": 3, "d12": 4}
    )
    scene = Scene(game, BeginVoyages())
    assert scene.happened(PhaseBegan) == [PhaseBegan("move_and_sell", (1, 2, 0))]
    assert [event.seat for event in scene.happened(ShipSailed)] == [1, 2, 0]


@pytest.mark.rule("RS-86", "RS-R10")
def test_on_one_space_the_earlier_ship_lies_further_downstream():
    game = table(2, in_round=5, ships={"d07": [0], "d12": [1]}, depots={"d07": 3, "d12": 4})
    for it in game.players:
        it.option = "pilot"
    scene = Scene(game, BeginVoyages())
    scene.does(SellAt("i_kettwig"))
    scene.does(SellAt("i_kettwig"))
    assert game.ships == {"i_kettwig": [0, 1]}
    assert game.ship_order() == (1, 0)
