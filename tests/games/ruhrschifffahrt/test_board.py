"""The printed components: counts, places, prices and combinations, number by number."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
import yaml

from games.ruhrschifffahrt import board as board_module
from games.ruhrschifffahrt.board import REGISTERS
from games.ruhrschifffahrt.rules.special_options import price
from support.games.ruhrschifffahrt_given import BOARD, EDITION, table

RIVER = REGISTERS[EDITION].river
TILES = REGISTERS[EDITION].tiles


def names(kind):
    return [space.name for space in RIVER.spaces.values() if space.type == kind]


@pytest.mark.rule("RS-142")
def test_the_river_has_15_depots_7_cities_12_industries_14_obstacles_and_the_port():
    assert Counter(space.type for space in RIVER.spaces.values()) == {
        "depot": 15,
        "city": 7,
        "industry": 12,
        "obstacle": 14,
        "port": 1,
    }
    assert names("city") == ["Witten", "Blankenstein", "Hattingen", "Steele", "Werden", "Kettwig", "Mülheim"]
    assert list(RIVER.spaces)[-1] == "port"
    assert len(RIVER.sales_spaces) == 20  # cities, industries and the port


@pytest.mark.rule("RS-142")
def test_each_territory_has_one_industry_of_each_kind():
    kinds = [(it.territory, it.industry) for it in RIVER.spaces.values() if it.type == "industry"]
    assert len(set(kinds)) == 12
    assert {kind for _, kind in kinds} == {"smithy", "hammer_mill", "gun_factory"}


@pytest.mark.rule("RS-142")
def test_obstacles_come_in_the_order_of_their_lock_numbers():
    assert RIVER.obstacles == tuple(f"o{number:02}" for number in range(14, 0, -1))
    assert names("obstacle")[0] == "Herbede"
    assert names("obstacle")[-1] == "Mülheim"


@pytest.mark.rule("RS-18")
def test_white_coal_lies_in_the_mark_and_black_coal_everywhere_else():
    territories = {depot: RIVER.spaces[depot].territory for depot in RIVER.depots}
    assert Counter(territories.values()) == {"mark": 6, "essen": 3, "werden": 3, "berg": 3}
    assert {depot for depot, coal in RIVER.coal.items() if coal == "white"} == {
        depot for depot, territory in territories.items() if territory == "mark"
    }


@pytest.mark.rule("RS-144", "RS-81", "RS-R1", "RS-R2")
def test_an_arrow_shows_the_only_sales_space_within_two_spaces():
    for depot in RIVER.depots:
        target = RIVER.spaces[depot].target
        assert RIVER.simple_trips[depot] == ((target,) if target else ())


@pytest.mark.rule("RS-144", "RS-79")
def test_three_depots_have_a_black_arrow():
    black = [RIVER.spaces[depot].name for depot in RIVER.depots if not RIVER.spaces[depot].target]
    assert black == ["Baak", "Gewalt", "Hinsbeck"]


@pytest.mark.rule("RS-118")
def test_a_lock_is_worth_three_points_in_the_mark_and_two_elsewhere_horst_included():
    points = {RIVER.spaces[it].name: RIVER.spaces[it].lock_points for it in RIVER.obstacles}
    three = {name for name, worth in points.items() if worth == 3}
    assert three == {"Herbede", "Blankenstein", "Hattingen", "Winz", "Dahlhausen"}
    assert points["Horst"] == 2
    assert sorted(points.values()) == [2] * 9 + [3] * 5


@pytest.mark.rule("RS-26", "RS-70", "RS-71", "RS-72", "RS-73", "RS-74", "RS-75", "RS-76", "RS-77")
@pytest.mark.parametrize(
    ("option", "early", "late", "effects"),
    [
        ("pilot", 0, 0, {"pilot"}),
        ("transport", 0, 0, {"transport"}),
        ("wages", 0, 0, {"wages"}),
        ("supply", 0, 0, {"supply"}),
        ("tow", 1, 2, {"tow"}),
        ("transport_and_pilot", 1, 2, {"transport", "pilot"}),
        ("tow_and_pilot", 2, 3, {"tow", "pilot"}),
        ("tow_and_transport", 2, 3, {"tow", "transport"}),
    ],
)
def test_paid_options_cost_one_more_from_round_seven_on(option, early, late, effects):
    it = REGISTERS[EDITION].options[option]
    assert [price(table(in_round=number), it) for number in range(1, 13)] == [early] * 6 + [late] * 6
    shown = {name for name in ("pilot", "transport", "tow") if getattr(it, name)}
    shown |= {"wages"} if it.thalers == 2 else set()
    shown |= {"supply"} if it.raise_die == 2 else set()
    assert shown == effects


@pytest.mark.rule("RS-66", "RS-67")
def test_wages_and_supply_need_their_tile_and_close_after_round_eleven():
    closing = {it.id: (it.needs_tile, it.last_round) for it in BOARD.special_options.list if it.needs_tile}
    assert closing == {"wages": ("wages", 11), "supply": ("supply", 11)}
    assert [it.id for it in BOARD.special_options.list if it.players_per_round == 1] == ["wages"]


@pytest.mark.rule("RS-1", "RS-4", "RS-8")
def test_the_timeline_runs_from_1769_to_1890():
    rounds = BOARD.timeline.rounds
    assert [it.year for it in rounds] == [
        1769, 1774, 1776, 1778, 1780, 1782, 1784, 1787, 1809, 1860, 1880, 1890,
    ]  # fmt: skip
    assert [it.arms for it in rounds] == [
        "", "essen", "werden", "berg", "essen", "werden", "berg", "essen", "werden", "berg", "essen", "",
    ]  # fmt: skip
    years = {rounds[number - 1].year for number in BOARD.timeline.rounds_with("timeline_warehouse")}
    assert years == {1782, 1784, 1809, 1860, 1880}
    assert BOARD.timeline.rounds_with("turn_country_marker") == tuple(range(4, 12))


@pytest.mark.rule("RS-35")
def test_the_track_gets_shorter_and_has_a_white_column_from_the_paved_road_on():
    columns = [(it.id, it.from_round, it.spaces) for it in BOARD.transport_track.columns]
    assert columns == [
        ("clay", 1, {"black": 5}),
        ("paved", 4, {"black": 4, "white": 4}),
        ("rail", 8, {"black": 3, "white": 3}),
    ]


@pytest.mark.rule("RS-47", "RS-48", "RS-49", "RS-52", "RS-55")
def test_there_are_twenty_markers_with_two_starred_ones():
    markers = BOARD.demand_markers.list
    assert len(markers) == 20
    assert sorted(it.industry_in for it in markers if it.industry_in) == ["berg", "essen", "mark", "werden"]
    kinds = Counter(it.industry for it in markers if it.industry)
    assert kinds == {"smithy": 2, "hammer_mill": 2, "gun_factory": 2}
    cities = Counter(city for it in markers for city in it.cities)
    assert cities == dict.fromkeys(BOARD.cities.slots, 2)
    water = [(it.water, it.depot_dice, it.starred) for it in markers if it.water]
    assert water == [("high", 0, False), ("low", 0, False), ("high", -1, True), ("low", 1, True)]


@pytest.mark.rule("RS-8")
def test_three_country_markers_show_the_rhineland_three_the_netherlands_and_two_belgium():
    assert BOARD.country_markers.counts == {"rhineland": 3, "netherlands": 3, "belgium": 2}


@pytest.mark.rule("RS-88", "RS-6")
def test_six_areas_of_two_hold_the_twelve_stones():
    colours, kinds = ("black", "white"), ("industry", "city", "port")
    assert BOARD.areas.sizes == {f"{colour}_{kind}": 2 for colour in colours for kind in kinds}
    assert BOARD.pieces.stones_per_player == 12


COMBINATIONS = {
    "lock": {"black_industry": 1, "black_city": 1},
    "coal_store": {"black_industry": 2},
    "essen_warehouse": {"black_city": 2},
    "port": {"black_city": 1, "black_port": 1},
    "supply": {"black_industry": 2, "black_city": 1},
    "wages": {"black_industry": 1, "black_city": 2},
    "grafschaft_mark": {"black_industry": 2, "black_city": 2},
    "mark_warehouse": {"black_city": 1, "white_city": 1},
    "towing_1": {"black_industry": 1, "black_port": 1},
    "coal_hauler_1": {"black_industry": 1, "black_city": 1, "black_port": 1},
    "inn": {"black_industry": 2, "white_industry": 1},
    "warehouse": {"black_city": 2, "white_city": 1},
    "coal_hauler_2": {"white_industry": 2},
    "towing_2": {"black_port": 1, "white_port": 1},
    "ruhraake": {"black_port": 2, "white_industry": 1},
    "mayor": {"white_industry": 1, "white_city": 1, "white_port": 1},
    "railway": {"black_city": 2, "white_city": 2},
}


@pytest.mark.rule("RS-96", "RS-R56")
def test_every_tile_has_its_combination():
    assert {tile.id: tile.needs for tile in TILES.values()} == COMBINATIONS


@pytest.mark.rule("RS-60", "RS-145")
def test_the_mark_takes_four_sales_so_white_coal_comes_in_round_five_at_the_earliest():
    assert all(sum(needs.values()) >= 2 for needs in COMBINATIONS.values())
    assert sum(COMBINATIONS["grafschaft_mark"].values()) == 4
    assert all(area.startswith("black") for area in COMBINATIONS["grafschaft_mark"])


@pytest.mark.rule("RS-101", "RS-102", "RS-103", "RS-105", "RS-111", "RS-154")
def test_every_building_tile_has_its_sites():
    sites = {tile.id: set(tile.sites) for tile in TILES.values() if tile.sites}
    port = {"belgium", "netherlands", "rhineland"}
    essen, mark = {"c_steele", "c_werden", "c_kettwig"}, {"c_witten", "c_blankenstein", "c_hattingen"}
    assert sites == {
        "coal_store": {"k_mark", "k_essen", "k_werden", "k_berg"},
        "essen_warehouse": essen,
        "mark_warehouse": mark,
        "port": port,
        "warehouse": essen | mark | port | {"c_muelheim"},
    }


@pytest.mark.rule("RS-121", "RS-129")
def test_city_places_cost_three_to_five_and_two_in_muelheim():
    slots = BOARD.cities.slots
    assert {city: places for city, places in slots.items() if places != (3, 4, 5)} == {
        "c_muelheim": (2, 2, 2)
    }
    assert len(slots) == 7
    assert [store.slots for store in BOARD.coal_stores.list] == [(2, 3)] * 4


@pytest.mark.rule("RS-125", "RS-126", "RS-135")
def test_the_port_has_three_columns_of_three_places():
    port = BOARD.port
    assert [column.name for column in port.columns] == ["Belgien", "Niederlande", "Rheinland"]
    assert port.position_bonus == (1, 0, -1)
    assert port.prices == (3, 4, 4, 5, 5, 5, 5, 5, 5)


@pytest.mark.rule("RS-9", "RS-134")
def test_the_export_scale_starts_at_one_and_ends_at_two():
    assert BOARD.export_scale.values == (1, 1, 1, 1, 2, 2, 2, 2)


@pytest.mark.rule("RS-5", "RS-6")
def test_eight_personal_tiles_and_nine_white_fields_of_seven_kinds():
    assert len(BOARD.personal_tiles.list) == 8
    assert len(BOARD.white_tiles.list) == 9
    assert len({tile.effect for tile in BOARD.white_tiles.list}) == 7
    assert BOARD.white_tiles.copies == {2: 1, 3: 2, 4: 3}


def test_every_group_of_the_board_says_where_it_comes_from():
    data = yaml.safe_load(Path(board_module.__file__).with_name("board.yaml").read_text("utf-8"))
    known = {"rulebook", "derived", "web", "reconstructed"}
    assert all(group["source"] in known for name, group in data.items() if name != "edition")
    assert msgspec.convert(data, board_module.Board) == BOARD
