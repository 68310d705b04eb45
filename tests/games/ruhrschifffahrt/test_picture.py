"""What lies on the table of Ruhrschifffahrt is seen in its picture."""

import re
from collections import Counter

import msgspec
import pytest

from games.ruhrschifffahrt import layout
from games.ruhrschifffahrt.board import BOARDS
from games.ruhrschifffahrt.river import Space
from support.games import drawings, golden

STARTS_AT = re.compile(r"M(-?[0-9.]+)")
PATHS = golden.histories("ruhrschifffahrt")[::5]


@pytest.fixture(params=PATHS, ids=lambda path: path.stem)
def positions(request):
    return list(drawings.drawn_positions(golden.load(request.param), 0.15, 0.5, 0.8, 1))


def test_every_die_is_drawn_with_its_pips(positions):
    for table, picture in positions:
        pips = [int(group.get("data-count")) for group in drawings.groups(picture, piece="die")]
        there = [*table.depots.values(), *(pips for lane in table.track.values() for pips in lane)]
        there += [die.pips for die in table.loose][:3]  # of more a number tells
        assert sorted(pips) == sorted(there)


def test_every_ship_lies_at_its_space(positions):
    for table, picture in positions:
        ships = drawings.groups(picture, piece="ship")
        shown = {(group.get("data-id"), int(group.get("data-seat"))) for group in ships}
        assert shown == {(space, seat) for space, seats in table.ships.items() for seat in seats}


def test_every_warehouse_is_drawn(positions):
    for table, picture in positions:
        there = Counter(seat for owners in table.warehouses.values() for seat in owners)
        assert drawings.pieces(picture, "warehouse") == there
        waiting = Counter({seat: len(player.timeline) for seat, player in enumerate(table.players)})
        assert drawings.pieces(picture, "waiting") == +waiting


def test_demand_is_drawn_in_thalers(positions):
    for table, picture in positions:
        assert sum(drawings.pieces(picture, "thaler").values()) == sum(table.demand.values())


def test_weirs_lie_where_no_lock_is_built(positions):
    for table, picture in positions:
        assert len(drawings.groups(picture, piece="obstacle")) == len(table.obstacles)


def test_what_a_tile_still_needs_leaves_its_frame_free(positions):
    for _, picture in positions:
        for tile in drawings.groups(picture, kind="tile"):
            frame = float(tile.find(f"{drawings.NAMESPACE}rect").get("x"))
            paths = [path.get("d") for path in tile.findall(f"{drawings.NAMESPACE}path")]
            assert all(float(STARTS_AT.match(path)[1]) >= frame + 2 for path in paths)


def test_stocks_are_numbers(positions):
    for table, picture in positions:
        assert drawings.count_of(picture, "bag") == table.bag
        for seat, player in enumerate(table.players):
            shown = {
                name: drawings.count_of(picture, f"seat-{seat}:{name}")
                for name in (
                    "thalers",
                    "supply",
                    "stones",
                    "debts",
                    "points",
                    "first_lock",
                    "grafschaft_mark",
                )
            }
            assert shown == {
                "thalers": player.thalers,
                "supply": player.supply,
                "stones": player.stone_supply,
                "debts": player.debts,
                "points": player.points,
            } | {field: player.bonus.get(field, 0) for field in ("first_lock", "grafschaft_mark")}


def test_stones_and_tiles_of_every_seat_are_drawn(positions):
    for table, picture in positions:
        for seat, player in enumerate(table.players):
            part = drawings.part(picture, f"seat:{seat}")
            stones = drawings.groups(part, kind="area")
            assert {it.get("data-id"): int(it.get("data-count")) for it in stones} == {
                area: player.stones.get(area, 0) for area in table.board.areas.sizes
            }
            assert len(drawings.groups(part, kind="tile")) == 17  # 8 personal and 9 white ones


def test_white_tiles_left_are_counted(positions):
    for table, picture in positions:
        shown = {
            it.get("data-id"): int(it.get("data-count")) for it in drawings.groups(picture, kind="stock")
        }
        assert shown == {tile.id: table.stock.get(tile.id, 0) for tile in table.board.white_tiles.list}


def test_a_space_without_a_place_lies_among_the_spare_things():
    board = next(iter(BOARDS.values()))
    depot = Space(id="d16", type="depot", name="Styrum", territory="berg")
    river = msgspec.structs.replace(board.river, spaces=(*board.river.spaces, depot))
    custom = msgspec.structs.replace(board, river=river)
    assert layout.LAYOUT.unplaced(custom) == ["d16"]
    assert layout.LAYOUT.space(custom, "d16").at == layout.LAYOUT.spare.spot(0)
    assert layout.LAYOUT.sheet(custom)[3] > layout.LAYOUT.sheet(board)[3]
