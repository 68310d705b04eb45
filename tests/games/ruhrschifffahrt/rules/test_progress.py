"""6.5, phase 5: stones earn tiles."""

import pytest

from games.ruhrschifffahrt.agenda import AwardTiles
from games.ruhrschifffahrt.events.rounds import PhaseBegan
from games.ruhrschifffahrt.events.tiles import BlankLaid, BonusWarehousesReceived, TileEarned, WhiteTileEarned
from support.games.ruhrschifffahrt_given import BOARD, Scene, player, table

TILES = {tile.id: tile for tile in (*BOARD.personal_tiles.list, *BOARD.white_tiles.list)}
FULL = dict(BOARD.areas.sizes)


def awarded(stones, *, in_round=2, seats=2, **changes):
    game = table(seats, in_round=in_round, **changes)
    player(game, 0, stones=dict(stones))
    return Scene(game, AwardTiles())


def earned(scene, seat=0):
    return [event.tile for event in scene.happened(TileEarned, WhiteTileEarned) if event.seat == seat]


@pytest.mark.rule("RS-96", "RS-98", "RS-99")
@pytest.mark.parametrize("tile", TILES)
def test_a_tile_comes_with_its_combination_and_not_with_a_stone_less(tile):
    needs = TILES[tile].needs
    assert tile in earned(awarded(needs))
    for area in needs:
        assert tile not in earned(awarded(needs | {area: needs[area] - 1}))
        assert tile not in earned(awarded(FULL | {area: needs[area] - 1}))


@pytest.mark.rule("RS-96", "RS-104")
def test_example_one_black_stone_each_from_industry_and_city_earns_lock_building():
    scene = awarded({"black_industry": 1, "black_city": 1})
    assert earned(scene) == ["lock"]
    assert scene.game.players[0].tiles == ["lock"]
    assert "lock" not in scene.game.players[0].above


@pytest.mark.rule("RS-96")
def test_several_tiles_may_come_at_once():
    scene = awarded({"black_industry": 2, "black_city": 2}, in_round=5)
    assert earned(scene) == [
        "lock", "coal_store", "essen_warehouse", "supply", "wages", "grafschaft_mark",
    ]  # fmt: skip


@pytest.mark.rule("RS-96")
def test_all_stones_earn_all_tiles():
    assert set(earned(awarded(FULL, in_round=9))) == set(TILES)


@pytest.mark.rule("RS-97")
def test_stones_stay_on_the_board_and_no_tile_comes_twice():
    scene = awarded({"black_industry": 1, "black_city": 1})
    assert scene.game.players[0].stones == {"black_industry": 1, "black_city": 1}
    assert earned(Scene(scene.game, AwardTiles())) == []


@pytest.mark.rule("RS-96", "RS-13")
def test_the_player_furthest_upstream_comes_first():
    game = table(2, in_round=5, ships={"c_werden": [0], "c_witten": [1]}, stock=dict.fromkeys(TILES, 1))
    for seat in range(2):
        player(game, seat, stones={"black_industry": 1, "black_port": 1})
    scene = Scene(game, AwardTiles())
    assert scene.happened(PhaseBegan) == [PhaseBegan("progress", (1, 0))]
    assert scene.happened(WhiteTileEarned, BlankLaid) == [
        WhiteTileEarned(1, "towing_1"),
        BlankLaid(0, "towing_1"),
    ]


@pytest.mark.rule("RS-99")
def test_a_white_tile_comes_from_the_supply():
    scene = awarded({"white_industry": 2}, seats=4)
    assert scene.happened(WhiteTileEarned) == [WhiteTileEarned(0, "coal_hauler_2")]
    assert scene.game.stock["coal_hauler_2"] == 2
    assert scene.game.stock["coal_hauler_1"] == 3


@pytest.mark.rule("RS-100", "RS-R57", "RS-R34")
def test_a_blank_closes_the_field_of_a_tile_that_is_sold_out_for_good():
    game = table(2, in_round=5)
    game.stock["towing_1"] = 0
    player(game, 0, stones={"black_industry": 1, "black_port": 1})
    scene = Scene(game, AwardTiles())
    assert scene.happened(BlankLaid) == [BlankLaid(0, "towing_1")]
    assert (game.players[0].blanks, game.players[0].tiles, game.blanks) == (["towing_1"], [], 8)
    game.stock["towing_1"] = 1
    assert Scene(game, AwardTiles()).happened(BlankLaid, WhiteTileEarned) == []
    assert game.white_tile(0, "towing") == ""


@pytest.mark.rule("RS-R56")
def test_two_fields_of_one_kind_have_their_own_combination_copies_and_blank():
    game = table(2, in_round=5)
    game.stock["towing_1"] = 0
    player(game, 0, stones={"black_industry": 1, "black_port": 1, "white_port": 1})
    scene = Scene(game, AwardTiles())
    assert scene.happened(BlankLaid, WhiteTileEarned) == [
        BlankLaid(0, "towing_1"),
        WhiteTileEarned(0, "towing_2"),
    ]


@pytest.mark.rule("RS-106", "RS-3", "RS-153")
def test_grafschaft_mark_brings_two_warehouses_from_the_board_once():
    scene = awarded({"black_industry": 2, "black_city": 2})
    assert scene.happened(BonusWarehousesReceived) == [BonusWarehousesReceived(0, "grafschaft_mark", 2)]
    it = scene.game.players[0]
    assert (it.supply, it.bonus) == (3, {"first_lock": 2, "grafschaft_mark": 0})
    assert Scene(scene.game, AwardTiles()).happened(BonusWarehousesReceived) == []


@pytest.mark.rule("RS-145")
@pytest.mark.parametrize(("in_round", "tiles"), [(1, []), (2, ["lock"])])
def test_progress_starts_in_round_two(in_round, tiles):
    assert earned(awarded({"black_industry": 1, "black_city": 1}, in_round=in_round)) == tiles
