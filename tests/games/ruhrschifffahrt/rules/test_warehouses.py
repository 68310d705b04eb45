"""6.6: warehouses in cities, coal stores and the port."""

import pytest

from games.ruhrschifffahrt.agenda import Purchase
from games.ruhrschifffahrt.commands import BuildWarehouse, FinishPurchases, MoveWarehouse
from games.ruhrschifffahrt.events.buildings import WarehouseBuilt, WarehouseMoved
from games.ruhrschifffahrt.events.tiles import TileUsed, WhiteTileUsed
from support.games.ruhrschifffahrt_given import Scene, of_kind, player, table

ESSEN = ("c_steele", "c_werden", "c_kettwig")
MARK = ("c_witten", "c_blankenstein", "c_hattingen")
STORES = ("k_mark", "k_essen", "k_werden", "k_berg")
COLUMNS = ("belgium", "netherlands", "rhineland")


def buying(*tiles, thalers=20, supply=3, in_round=8, seats=4, built=(), **changes):
    """Seat 0 buys; `built` lists site and seats."""
    game = table(seats, in_round=in_round)
    player(game, 0, tiles=list(tiles), thalers=thalers, supply=supply, **changes)
    for site, owners in dict(built).items():
        game.warehouses[site] = list(owners)
    return Scene(game, Purchase(0))


def sites(scene, tile):
    return [command.site for command in scene.legal_of(BuildWarehouse) if command.tile == tile]


def price(scene, tile, site):
    (built,) = of_kind(scene.does(BuildWarehouse(tile, site)), WarehouseBuilt)
    assert scene.game.warehouses[site][-1] == 0
    return built.thalers


@pytest.mark.rule("RS-101", "RS-102", "RS-103", "RS-105", "RS-154")
@pytest.mark.parametrize(
    ("tile", "where"),
    [("essen_warehouse", ESSEN), ("mark_warehouse", MARK), ("coal_store", STORES), ("port", COLUMNS)],
)
def test_each_tile_builds_at_its_own_places(tile, where):
    scene = buying(tile)
    assert sorted(sites(scene, tile)) == sorted(where)


@pytest.mark.rule("RS-154", "RS-129")
def test_muelheim_is_closed_to_the_city_tiles():
    scene = buying("essen_warehouse", "mark_warehouse", "coal_store", "port")
    assert all(command.site != "c_muelheim" for command in scene.legal_of(BuildWarehouse))


@pytest.mark.rule("RS-R40")
def test_coal_stores_and_mark_cities_need_no_grafschaft_mark():
    scene = buying("coal_store", "warehouse")
    assert BuildWarehouse("coal_store", "k_mark") in scene.legal
    assert BuildWarehouse("warehouse", "c_witten") in scene.legal


@pytest.mark.rule("RS-120", "RS-121")
@pytest.mark.parametrize(("before", "due"), [((), 3), ((1,), 4), ((1, 2), 5)])
def test_city_places_fill_from_the_left_for_three_four_and_five(before, due):
    for tile, cities in (("essen_warehouse", ESSEN), ("mark_warehouse", MARK)):
        for city in cities:
            assert price(buying(tile, built={city: before}), tile, city) == due


@pytest.mark.rule("RS-120", "RS-121")
@pytest.mark.parametrize(("before", "due"), [((), 2), ((1,), 3)])
def test_coal_stores_cost_two_and_three(before, due):
    for store in STORES:
        assert price(buying("coal_store", built={store: before}), "coal_store", store) == due


@pytest.mark.rule("RS-122", "RS-126")
@pytest.mark.parametrize(
    ("tile", "site", "category"),
    [
        ("essen_warehouse", "c_werden", "city"),
        ("coal_store", "k_berg", "coal_stores"),
        ("port", "belgium", "port"),
    ],
)
def test_every_warehouse_gives_two_points_at_once(tile, site, category):
    scene = buying(tile)
    scene.does(BuildWarehouse(tile, site))
    it = scene.game.players[0]
    assert {name: (tally.points, tally.count) for name, tally in it.ledger.items()} == {category: (2, 1)}
    assert it.supply == 2


@pytest.mark.rule("RS-123")
def test_one_warehouse_per_player_and_city():
    scene = buying("essen_warehouse", built={"c_werden": [0]})
    assert sorted(sites(scene, "essen_warehouse")) == ["c_kettwig", "c_steele"]
    assert scene.barred()[BuildWarehouse("essen_warehouse", "c_werden")] == ("already_here", "RS-123")


@pytest.mark.rule("RS-R22")
def test_several_of_one_player_in_a_coal_store():
    assert "k_mark" in sites(buying("coal_store", built={"k_mark": [0]}), "coal_store")


@pytest.mark.rule("RS-R51")
def test_a_full_site_is_closed():
    scene = buying("essen_warehouse", "coal_store", built={"c_werden": [1, 2, 3], "k_mark": [1, 2]})
    assert "c_werden" not in sites(scene, "essen_warehouse")
    assert scene.barred()[BuildWarehouse("essen_warehouse", "c_werden")] == ("no_free_place", "RS-R51")
    assert scene.barred()[BuildWarehouse("coal_store", "k_mark")] == ("no_free_place", "RS-R51")


@pytest.mark.rule("RS-124")
def test_nothing_is_built_without_a_warehouse_in_supply():
    scene = buying("essen_warehouse", "coal_store", "port", "warehouse", "inn", supply=0)
    assert scene.legal_of(BuildWarehouse) == []
    assert set(scene.barred().values()) == {("no_warehouse", "RS-124")}


@pytest.mark.rule("RS-152", "RS-98")
@pytest.mark.parametrize(
    ("tile", "site"),
    [
        ("essen_warehouse", "c_werden"),
        ("mark_warehouse", "c_witten"),
        ("coal_store", "k_berg"),
        ("port", "belgium"),
    ],
)
def test_each_tile_builds_once_a_round(tile, site):
    scene = buying(tile, "inn")
    events = scene.does(BuildWarehouse(tile, site))
    assert of_kind(events, TileUsed) == [TileUsed(0, tile)]
    assert sites(scene, tile) == []
    assert ("tile_used", "RS-152") in scene.barred().values()


@pytest.mark.rule("RS-125", "RS-R21")
@pytest.mark.parametrize(
    ("built", "due"),
    [
        ({}, 3),
        ({"belgium": [1]}, 4),
        ({"belgium": [1], "rhineland": [1]}, 4),
        ({"belgium": [1, 2], "rhineland": [1]}, 5),
        ({"belgium": [1, 2, 3], "rhineland": [1, 2, 3]}, 5),
    ],
)
def test_port_warehouses_cost_three_four_four_then_five_whoever_owns_them(built, due):
    assert price(buying("port", built=built), "port", "netherlands") == due


@pytest.mark.rule("RS-126")
def test_two_per_player_in_different_columns():
    scene = buying("port", built={"belgium": [0]})
    assert sites(scene, "port") == ["netherlands", "rhineland"]
    assert scene.barred()[BuildWarehouse("port", "belgium")] == ("already_here", "RS-126")
    scene = buying("port", built={"belgium": [0], "rhineland": [1, 0]})
    assert sites(scene, "port") == []
    assert scene.barred()[BuildWarehouse("port", "netherlands")] == ("port_limit", "RS-126")


@pytest.mark.rule("RS-126", "RS-R51")
def test_the_topmost_free_space_of_a_column_and_none_beyond_three():
    scene = buying("port", built={"belgium": [1, 2], "rhineland": [1, 2, 3]})
    assert sites(scene, "port") == ["belgium", "netherlands"]
    scene.does(BuildWarehouse("port", "belgium"))
    assert scene.game.warehouses["belgium"] == [1, 2, 0]  # position 3


@pytest.mark.rule("RS-127", "RS-R23")
def test_moving_costs_two_and_those_below_move_up():
    scene = buying("port", built={"belgium": [0, 1, 2], "rhineland": [3]})
    moves = scene.legal_of(MoveWarehouse)
    assert moves == [MoveWarehouse("belgium", "netherlands"), MoveWarehouse("belgium", "rhineland")]
    events = scene.does(MoveWarehouse("belgium", "rhineland"))
    assert events == [WarehouseMoved(0, "belgium", "rhineland", 2)]
    assert scene.game.warehouses["belgium"] == [1, 2]
    assert scene.game.warehouses["rhineland"] == [3, 0]
    it = scene.game.players[0]
    assert (it.thalers, it.points, it.supply) == (18, 0, 3)  # no points for moving


@pytest.mark.rule("RS-127", "RS-R23")
def test_moving_any_number_of_times_while_the_money_lasts():
    scene = buying("port", "inn", built={"belgium": [0]}, thalers=4, supply=0)
    scene.does(MoveWarehouse("belgium", "rhineland"))
    scene.does(MoveWarehouse("rhineland", "netherlands"))
    assert scene.legal_of(MoveWarehouse) == []
    assert scene.barred()[MoveWarehouse("netherlands", "belgium")] == ("not_enough_money", "RS-127")


@pytest.mark.rule("RS-127", "RS-R23", "RS-152")
def test_moving_is_open_though_the_tile_has_built_this_round():
    scene = buying("port", built={"belgium": [0]})
    scene.does(BuildWarehouse("port", "rhineland"))
    assert scene.legal_of(BuildWarehouse) == []
    assert scene.legal_of(MoveWarehouse) == [
        MoveWarehouse("belgium", "netherlands"),
        MoveWarehouse("rhineland", "netherlands"),
    ]


@pytest.mark.rule("RS-R23", "RS-R51")
def test_two_own_warehouses_never_come_into_one_column_nor_into_a_full_one():
    scene = buying("port", "inn", built={"belgium": [0], "rhineland": [0], "netherlands": [1, 2, 3]})
    assert scene.legal_of(MoveWarehouse) == []
    assert scene.barred()[MoveWarehouse("belgium", "netherlands")] == ("no_free_place", "RS-R51")


@pytest.mark.rule("RS-127", "RS-R61")
def test_without_the_tile_nothing_moves():
    scene = buying("warehouse", "inn", built={"belgium": [0]})
    assert scene.legal_of(MoveWarehouse) == []


@pytest.mark.rule("RS-111", "RS-R21", "RS-129")
@pytest.mark.parametrize(
    "site", ["c_witten", "c_blankenstein", "c_hattingen", *ESSEN, "c_muelheim", *COLUMNS]
)
def test_the_lagerhaus_tile_builds_in_any_city_or_the_port_for_two(site):
    scene = buying("warehouse", built={site: [1]})
    events = scene.does(BuildWarehouse("warehouse", site))
    category = "port" if site in COLUMNS else "city"
    assert events == [WhiteTileUsed(0, "warehouse"), WarehouseBuilt(0, site, category, 2, 2)]
    assert scene.game.players[0].points == 2


@pytest.mark.rule("RS-111", "RS-R21")
def test_it_builds_no_coal_store():
    assert not set(sites(buying("warehouse"), "warehouse")) & set(STORES)


@pytest.mark.rule("RS-129", "RS-R51")
def test_muelheim_has_three_places():
    scene = buying("warehouse", built={"c_muelheim": [1, 2, 3]})
    assert "c_muelheim" not in sites(scene, "warehouse")


@pytest.mark.rule("RS-R21", "RS-R61")
def test_it_builds_besides_the_tile_of_the_round_and_within_all_limits():
    scene = buying("essen_warehouse", "port", "warehouse", built={"belgium": [0]})
    scene.does(BuildWarehouse("port", "rhineland"))
    scene.does(BuildWarehouse("essen_warehouse", "c_werden"))
    places = sites(scene, "warehouse")
    assert "c_werden" not in places  # one per city
    assert not set(places) & set(COLUMNS)  # two in the port
    scene.does(BuildWarehouse("warehouse", "c_steele"))
    assert scene.game.players[0].points == 6


@pytest.mark.rule("RS-99", "RS-111")
def test_it_builds_once_per_game():
    scene = buying("warehouse", "inn", turned=["warehouse"])
    assert sites(scene, "warehouse") == []
    assert ("tile_used", "RS-99") in scene.barred().values()


@pytest.mark.rule("RS-R21", "RS-125")
def test_a_port_warehouse_of_the_lagerhaus_tile_counts_for_later_prices():
    scene = buying("warehouse", "port")
    scene.does(BuildWarehouse("warehouse", "belgium"))
    assert price(scene, "port", "rhineland") == 4


@pytest.mark.rule("RS-R45", "RS-111")
def test_two_thalers_are_due_all_the_same():
    scene = buying("warehouse", "inn", thalers=1, supply=1)
    assert sites(scene, "warehouse") == []


@pytest.mark.rule("RS-152")
def test_what_is_built_stays():
    scene = buying("essen_warehouse", built={"c_werden": [0], "k_berg": [0]})
    assert {type(command) for command in scene.legal} == {BuildWarehouse, FinishPurchases}
