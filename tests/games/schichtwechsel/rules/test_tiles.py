"""Selection tiles: choosing them, their upper halves, their lower halves and every special situation."""

import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import ChooseTiles, PickTile, TakeUpperHalf, UseBar
from games.schichtwechsel.commands import Choose, LowerWater, PlaceCoke, PlaceCube, TakeTile, TradeSpoil
from games.schichtwechsel.events import (
    CoalGained,
    CokeGained,
    CokePlaced,
    DiscAdvanced,
    PointsScored,
    SpoilGained,
    TileTaken,
    ToolsDiscarded,
    ToolsGained,
    WagonFilled,
    WaterFell,
    WaterRose,
)
from games.schichtwechsel.reasons import TILE_IS_TAKEN
from support.games.schichtwechsel_given import LOCK, asks, performs, player, table

FULL = {"u1": (1, 0), "u2": (0, 1), "u3": (2, 0), "u4": (0, 2), "u5": (2, 0)}


def upper(tile, seats=4, card=1, **changes):
    """Seat 0 takes the upper half of a tile."""
    game = table(seats, card=card)
    player(game, tile=tile, **changes)
    return asks(game, TakeUpperHalf(0))


def lower(tile, seats=4, supply=None, **changes):
    """Seat 0 takes the lower half of a tile."""
    game = table(seats)
    game.supply |= supply or {}
    player(game, tile=tile, **changes)
    return performs(game, fx.LowerHalf())


@pytest.mark.rule("SW-50", "SW-R52")
def test_in_the_first_round_tiles_are_chosen_counter_clockwise_and_all_bonuses_follow():
    game = table(3, at_round=1, starter=1)
    scene = asks(game, ChooseTiles())
    assert [(type(item).__name__, item.seat) for item in game.agenda] == [
        ("PickTile", 0),  # right of the first player
        ("PickTile", 2),
        ("PickTile", 1),
        ("TakeUpperHalf", 0),
        ("TakeUpperHalf", 2),
        ("TakeUpperHalf", 1),
    ]
    scene.answer(TakeTile("coal_vendor"), TakeTile("gatekeeper"))
    assert game.players[0].water == 3, "no bonus before all have chosen"
    assert scene.answer(TakeTile("mine_rescue_team")) == [
        TileTaken(1, "mine_rescue_team", ""),
        WaterFell(0, 2),
        CokeGained(2),
        WaterRose(2, 4),
        ToolsGained(2, 1),
        CoalGained(1, 1),
    ]


@pytest.mark.rule("SW-51", "SW-52", "SW-R16", "SW-R52")
def test_later_each_chooses_returns_and_takes_the_bonus_before_the_next_one():
    game = table(2, starter=1)
    player(game, 0, tile="overman")
    player(game, 1, tile="gatekeeper")
    scene = asks(game, ChooseTiles())
    assert scene.question == PickTile(1)
    assert scene.reasons[TakeTile("gatekeeper")] == tuple(TILE_IS_TAKEN), "another one every round"
    assert scene.reasons[TakeTile("overman")] == tuple(TILE_IS_TAKEN)
    assert scene.answer(TakeTile("coal_vendor")) == [
        TileTaken(1, "coal_vendor", "gatekeeper"),
        WaterFell(1, 2),
    ]
    assert scene.question == PickTile(0)
    assert TakeTile("gatekeeper") in scene.legal, "what was given back may be taken"
    assert TakeTile("coal_vendor") not in scene.legal


@pytest.mark.rule("SW-52")
def test_four_players_always_have_three_tiles_to_choose_from():
    game = table(4)
    for seat, tile in enumerate(("overman", "gatekeeper", "hewer", "hauler")):
        player(game, seat, tile=tile)
    assert len(asks(game, PickTile(0)).legal) == 3


@pytest.mark.rule("SW-53", "SW-54", "SW-168")
def test_the_mine_rescue_team_brings_coal_onto_a_coal_wagon():
    scene = upper("mine_rescue_team", coal=5)
    assert scene.facts == [CoalGained(0, 1)]
    assert scene.game.supply["coal"] == 23
    assert upper("mine_rescue_team", coal=6).came_to_nothing, "full coal wagons: nothing"


@pytest.mark.rule("SW-55", "SW-R15")
@pytest.mark.parametrize("tile", ["overman", "hewer"])
def test_overman_and_hewer_bring_coal_onto_a_wagon(tile):
    scene = upper(tile)
    assert {command.kind for command in scene.legal} == {"coal"}
    assert scene.answer(PlaceCube("coal", "u5")) == [WagonFilled(0, "coal", "u5")]
    assert upper(tile, wagons=FULL).facts == [ToolsGained(0, 1)]


@pytest.mark.rule("SW-56", "SW-R15", "SW-R62")
def test_the_coal_vendor_lowers_the_water():
    assert upper("coal_vendor").facts == [WaterFell(0, 2)]
    assert upper("coal_vendor", water=1).facts == [WaterFell(0, 0), PointsScored(0, 1, "pit_water")]
    assert upper("coal_vendor", water=0).came_to_nothing


@pytest.mark.rule("SW-57", "SW-R15")
def test_the_train_driver_brings_either_kind_onto_a_wagon():
    scene = upper("train_driver")
    assert {command.kind for command in scene.legal} == {"coal", "spoil"}
    only_u5 = FULL | {"u5": (0, 0)}
    assert upper("train_driver", wagons=only_u5).facts == [WagonFilled(0, "coal", "u5")], "what fits is taken"
    assert upper("train_driver", wagons=FULL).facts == [ToolsGained(0, 1)]


@pytest.mark.rule("SW-58", "SW-74", "SW-R15")
def test_the_gatekeeper_brings_coke_with_water_and_a_tool_or_nothing_at_all():
    assert upper("gatekeeper").facts == [CokeGained(0), WaterRose(0, 4), ToolsGained(0, 1)]
    assert upper("gatekeeper", coke=6).came_to_nothing
    assert upper("gatekeeper", stock=0).came_to_nothing


@pytest.mark.rule("SW-59", "SW-R15", "SW-25")
def test_the_hauler_brings_spoil_onto_a_wagon():
    assert {command.wagon for command in upper("hauler").legal} == {"u1", "u2", "u3", "u4"}
    assert upper("hauler", wagons=FULL | {"u5": (0, 0)}).facts == [ToolsGained(0, 1)], "coal only"
    assert upper("hauler", card=LOCK, wagons=FULL | {"u4": (0, 0)}).facts == [ToolsGained(0, 1)], "locked"


@pytest.mark.rule("SW-R22")
def test_in_step_two_a_cube_that_the_supply_lacks_costs_no_tool():
    game = table()
    player(game, tile="overman", wagons=FULL)
    game.supply["coal"] = 0
    assert asks(game, TakeUpperHalf(0)).came_to_nothing
    player(game, tile="train_driver", wagons=FULL | {"u1": (0, 0)})
    assert asks(game, TakeUpperHalf(0)).facts == [WagonFilled(0, "spoil", "u1")]


@pytest.mark.rule("SW-72", "SW-73")
def test_the_lower_half_needs_the_last_bar_space_free():
    game = table()
    player(game, tile="coal_vendor", bar=("bar1", "bar2", "bar3", "bar4"))
    assert asks(game, UseBar(0)).legal == [Choose("canal_step"), Choose("point")]
    player(game, bar=("bar1", "bar2", "bar3", "bar5"))
    assert asks(game, UseBar(0)).question is None


@pytest.mark.rule("SW-72", "SW-76", "SW-R17")
def test_train_driver_below_a_rail_step_or_coal():
    scene = lower("train_driver")
    assert scene.legal == [Choose("rail_step"), Choose("coal_above")], "compulsory: no refusal"
    assert scene.answer(Choose("rail_step")) == [DiscAdvanced(0, "rail", 1)]
    assert lower("train_driver").answer(Choose("coal_above")) == [CoalGained(0, 1)]
    assert lower("train_driver", coal=6).facts == [DiscAdvanced(0, "rail", 1)]


@pytest.mark.rule("SW-75", "SW-76", "SW-R6")
def test_train_driver_full_coal_wagons_and_no_step_cost_a_tool():
    barrier, target = {"rail": 1}, {"rail": 12}
    assert lower("train_driver", coal=6, discs=barrier).facts == [ToolsGained(0, 1)]
    assert lower("train_driver", coal=6, discs=target).facts == [ToolsGained(0, 1)]
    assert lower("train_driver", coal=5, discs=barrier).facts == [CoalGained(0, 1)]
    assert lower("train_driver", supply={"coal": 0}, discs=barrier).facts == [ToolsGained(0, 1)]


@pytest.mark.rule("SW-74", "SW-77")
def test_mine_rescue_below_a_point_and_less_water_or_a_tool_away():
    scene = lower("mine_rescue_team")
    assert scene.legal == [Choose("point_and_water"), Choose("discard_tool")]
    scene.answer(Choose("point_and_water"))
    assert scene.legal == [LowerWater(0), LowerWater(1)], "the point alone is allowed"
    assert scene.answer(LowerWater(1)) == [WaterFell(0, 2)]
    assert scene.game.players[0].points == {"played": 1}
    assert lower("mine_rescue_team").answer(Choose("discard_tool")) == [ToolsDiscarded(0, 1)]


@pytest.mark.rule("SW-77", "SW-R17")
def test_mine_rescue_at_the_lowest_level_and_without_tools_gives_the_point_alone():
    assert lower("mine_rescue_team", water=0, tools=0).facts == [PointsScored(0, 1, "played")]


@pytest.mark.rule("SW-75", "SW-78", "SW-R62")
def test_gatekeeper_below_a_road_step_or_less_water_or_nothing():
    assert lower("gatekeeper").legal == [Choose("road_step"), Choose("lower_water")]
    assert lower("gatekeeper", discs={"road": 1}).facts == [WaterFell(0, 2)], "a barrier stands before 2"
    assert lower("gatekeeper", water=0).facts == [DiscAdvanced(0, "road", 1)]
    assert lower("gatekeeper", water=0, discs={"road": 1}).came_to_nothing


@pytest.mark.rule("SW-75", "SW-79")
def test_coal_vendor_below_a_canal_step_or_a_point():
    assert lower("coal_vendor").legal == [Choose("canal_step"), Choose("point")]
    assert lower("coal_vendor").answer(Choose("canal_step")) == [DiscAdvanced(0, "canal", 1)]
    assert lower("coal_vendor", discs={"canal": 1}).facts == [PointsScored(0, 1, "played")]


@pytest.mark.rule("SW-74", "SW-80")
def test_overman_below_coke_with_a_tool_or_spoil_on_the_tip():
    assert lower("overman").legal == [Choose("coke_and_tool"), Choose("spoil_on_tip")]
    assert lower("overman").answer(Choose("coke_and_tool")) == [CokeGained(0), ToolsGained(0, 1)]
    assert lower("overman").answer(Choose("spoil_on_tip")) == [SpoilGained(0, 1)]
    assert lower("overman", spoil=6).facts == [CokeGained(0), ToolsGained(0, 1)], "compulsory"
    assert lower("overman", spoil=6, coke=6).came_to_nothing
    assert lower("overman", stock=0).facts == [SpoilGained(0, 1)]


@pytest.mark.rule("SW-R17", "SW-R22")
def test_a_tool_that_the_supply_lacks_makes_no_bundle_impossible():
    assert lower("overman", spoil=6, supply={"tool": 0}).facts == [CokeGained(0)]


@pytest.mark.rule("SW-81", "SW-R57")
def test_hauler_below_coke_beside_own_coke_or_coal_on_a_wagon():
    assert {type(command) for command in lower("hauler").legal} == {PlaceCube}, "no own coke in the plant"
    scene = lower("hauler", own_space=True)
    assert scene.legal == [Choose("coke_in_plant"), Choose("coal_on_wagon")]
    scene.answer(Choose("coke_in_plant"))
    assert scene.answer(PlaceCoke("g4")) == [CokePlaced(0, "g4", 0), PointsScored(0, 1, "played")]
    full = lower("hauler", own_space=True, wagons=FULL)
    assert all(isinstance(command, PlaceCoke) for command in full.legal)


@pytest.mark.rule("SW-81")
def test_hauler_with_four_coke_in_the_plant_and_full_wagons_costs_a_tool():
    game = table(plant={"g1": 0, "g2": 0, "g3": 0})
    player(game, tile="hauler", own_space=True, wagons=FULL)
    assert performs(game, fx.LowerHalf()).facts == [ToolsGained(0, 1)]
    player(game, wagons={"u1": (0, 0)})
    assert performs(game, fx.LowerHalf()).facts == [WagonFilled(0, "coal", "u1")]


@pytest.mark.rule("SW-82", "SW-R61")
def test_hewer_below_two_spoil_beside_own_spoil_or_one_on_a_wagon():
    assert {type(command) for command in lower("hewer").legal} == {PlaceCube}, "no own spoil on the tip"
    scene = lower("hewer", spoil=4)
    assert scene.legal == [Choose("two_spoil_on_tip"), Choose("spoil_on_wagon")]
    assert scene.answer(Choose("two_spoil_on_tip")) == [SpoilGained(0, 2)]
    assert {type(command) for command in lower("hewer", spoil=5).legal} == {PlaceCube}, "two do not fit"
    assert lower("hewer", spoil=4, wagons=FULL).facts == [SpoilGained(0, 2)]
    assert {type(command) for command in lower("hewer", spoil=4, supply={"spoil": 1}).legal} == {PlaceCube}


@pytest.mark.rule("SW-82", "SW-R17")
def test_hewer_with_a_full_tip_and_full_wagons_costs_a_tool():
    assert lower("hewer", spoil=6, wagons=FULL).facts == [ToolsGained(0, 1)]
    assert lower("hewer", spoil=1, supply={"spoil": 0}).facts == [ToolsGained(0, 1)]


@pytest.mark.rule("SW-83")
def test_spoil_is_not_traded_during_preparation():
    game = table()
    player(game, tile="hewer", spoil=6, bar=(), coke=2)
    for scene in (asks(game, PickTile(0)), asks(game, UseBar(0))):
        assert not any(isinstance(command, TradeSpoil) for command in scene.legal)
