"""Standing rules of the pit board and the coking plant."""

import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import (
    EndRound,
    EnterPlant,
    FillOneWagon,
    GainActionTokens,
    LiftWagons,
    LoadCokeWagons,
    RefineCoal,
    SellOnePair,
    StowCubes,
)
from games.schichtwechsel.commands import (
    Accept,
    Decline,
    LiftWagon,
    LoadCoke,
    PlaceCoke,
    PlaceCube,
    RefineWagon,
    SellCoke,
)
from games.schichtwechsel.events import (
    CoalLifted,
    CokeLoaded,
    CokePlaced,
    PointsScored,
    SpoilLifted,
    ToolsGained,
    WagonFilled,
    WaterFell,
    WaterRose,
)
from games.schichtwechsel.score import score
from games.schichtwechsel.state import Load
from support.games.luck import Seeded
from support.games.schichtwechsel_given import BOARD, LOCK, PLAIN, asks, laid, performs, player, table


def wagons_for(scene, kind):
    return [
        command.wagon for command in scene.legal if isinstance(command, PlaceCube) and command.kind == kind
    ]


@pytest.mark.rule("SW-19", "SW-20", "SW-21")
def test_a_wagon_takes_one_kind_and_one_of_them_coal_only():
    game = table(hand={"coal": 1, "spoil": 1, "blue": 0})
    scene = asks(game, StowCubes(0))
    assert wagons_for(scene, "coal") == ["u1", "u2", "u3", "u4", "u5"]
    assert wagons_for(scene, "spoil") == ["u1", "u2", "u3", "u4"]
    player(game, wagons={"u1": (1, 0), "u3": (1, 0), "u4": (0, 1)})
    scene = asks(game, StowCubes(0))
    assert wagons_for(scene, "coal") == ["u2", "u3", "u5"], "u1 is full, u4 holds spoil"
    assert wagons_for(scene, "spoil") == ["u2", "u4"]
    assert sorted(wagon.spaces for wagon in BOARD.pit.wagons) == [1, 1, 2, 2, 2]


@pytest.mark.rule("SW-22", "SW-95", "SW-R59")
def test_lifted_coal_goes_onto_coal_wagons_and_spoil_onto_the_tip():
    game = table()
    player(game, wagons={"u1": (1, 0), "u3": (0, 2)}, coal=1, spoil=3)
    scene = asks(game, LiftWagons(0, 2, must=True))
    assert scene.legal == [LiftWagon("u1"), LiftWagon("u3")]
    assert scene.answer(LiftWagon("u3")) == [SpoilLifted(0, "u3", 2)]
    assert scene.answer(LiftWagon("u1")) == [CoalLifted(0, "u1", 1)]
    assert (game.players[0].coal, game.players[0].spoil) == (2, 5)


@pytest.mark.rule("SW-23")
def test_only_full_wagons_are_lifted():
    game = table()
    player(game, wagons={"u2": (1, 0), "u3": (1, 0), "u5": (2, 0)})
    scene = asks(game, LiftWagons(0, 3, must=False))
    assert scene.legal == [LiftWagon("u2"), LiftWagon("u5"), Decline()]
    assert scene.reasons[LiftWagon("u3")] == ("wagon_is_not_full", "SW-23")
    assert scene.reasons[LiftWagon("u1")] == ("wagon_is_not_full", "SW-23"), "an empty wagon is not full"


@pytest.mark.rule("SW-23", "SW-24", "SW-34", "SW-97", "SW-R13")
def test_coal_above_ground_stands_as_it_is_needed_and_each_full_wagon_makes_one_coke():
    game = table()
    player(game, coal=2)
    scene = asks(game, RefineCoal(0, 3, (), must=True))
    assert scene.legal == [RefineWagon(1), RefineWagon(2)], "two small wagons, or a large one"
    made = scene.answer(RefineWagon(2), PlaceCoke("own"))
    assert made == [CokePlaced(0, "own", coal=2)]
    assert (game.players[0].coal, game.players[0].stock, game.supply["coal"]) == (0, 10, 24 + 2)


@pytest.mark.rule("SW-23", "SW-34")
@pytest.mark.parametrize(("coal", "sizes"), [(0, []), (1, [1]), (2, [1, 2])])
def test_no_coal_wagon_is_refined_before_it_is_full(coal, sizes):
    game = table()
    player(game, coal=coal)
    scene = asks(game, RefineCoal(0, 3, (), must=False))
    assert [command for command in scene.legal if command != Decline()] == [
        RefineWagon(spaces) for spaces in sizes
    ]


@pytest.mark.rule("SW-R13")
def test_a_wagon_is_refined_once_within_one_effect():
    game = table()
    player(game, coal=6)
    scene = asks(game, RefineCoal(0, 3, (1, 1), must=False))
    assert scene.legal == [RefineWagon(2), Decline()], "both small wagons have been emptied"
    scene = asks(game, RefineCoal(0, 3, (2, 2), must=False))
    assert scene.legal == [RefineWagon(1), Decline()]


@pytest.mark.rule("SW-25", "SW-40", "SW-166", "SW-R14")
def test_a_locked_wagon_is_neither_filled_nor_lifted_until_the_next_card():
    game = table(card=LOCK, hand={"coal": 1, "spoil": 0, "blue": 0})
    player(game, wagons={"u4": (2, 0), "u1": (1, 0)})
    scene = asks(game, LiftWagons(0, 3, must=False))
    assert scene.legal == [LiftWagon("u1"), Decline()]
    assert scene.reasons[LiftWagon("u4")] == ("wagon_is_locked", "SW-25")
    assert (game.players[0].wagons["u4"].coal) == 2, "its cubes stay"
    player(game, wagons={"u4": (1, 0)})
    assert "u4" not in wagons_for(asks(game, StowCubes(0)), "coal")
    assert "u4" not in wagons_for(asks(game, FillOneWagon(0, ("coal",))), "coal")
    game.round_cards = (LOCK, PLAIN)
    assert "u4" in wagons_for(asks(game, StowCubes(0)), "coal")
    player(game, wagons={"u4": (2, 0)})
    assert LiftWagon("u4") in asks(game, LiftWagons(0, 3, must=False)).legal


@pytest.mark.rule("SW-26", "SW-R12")
def test_the_tip_holds_six_spoil_and_nothing_is_lifted_in_part():
    game = table()
    player(game, spoil=5, coal=5, wagons={"u1": (0, 1), "u3": (0, 2), "u5": (2, 0), "u2": (1, 0)})
    scene = asks(game, LiftWagons(0, 3, must=False))
    assert scene.legal == [LiftWagon("u1"), LiftWagon("u2"), Decline()]
    assert scene.reasons[LiftWagon("u3")] == ("no_room_above", "SW-R12"), "one place left on the tip"
    assert scene.reasons[LiftWagon("u5")] == ("no_room_above", "SW-R12"), "one place left on coal wagons"
    assert performs(game, fx.SpoilOnTip(2)).came_to_nothing
    assert performs(game, fx.SpoilOnTip(1)).game.players[0].spoil == 6


@pytest.mark.rule("SW-27", "SW-28")
def test_two_coke_on_coke_wagons_are_always_a_pair_to_sell():
    game = table()
    player(game, coke=1, own_space=True)
    asks(game, LoadCokeWagons(0, 1, must=True))
    assert game.players[0].coke == 2
    scene = asks(game, SellOnePair())
    assert scene.legal == [SellCoke(), Decline()]
    player(game, coke=3)
    scene = asks(game, SellOnePair())
    scene.answer(SellCoke())
    assert game.players[0].coke == 1, "what was above moves down"


@pytest.mark.rule("SW-27", "SW-R58")
def test_coke_wagons_hold_six():
    game = table()
    player(game, coke=5, own_space=True)
    game.plant = {"g1": 0}
    scene = asks(game, LoadCokeWagons(0, 3, must=False))
    assert scene.answer(LoadCoke("g1")) == [CokeLoaded(0, "g1")]
    assert scene.question is None, "only one fits; nothing more is asked"
    assert game.players[0].own_space
    assert performs(game, fx.CokeOnWagon()).came_to_nothing


@pytest.mark.rule("SW-29", "SW-R44")
def test_at_the_top_the_water_takes_a_tool_and_falls_by_three_in_between():
    game = table()
    player(game, water=6)
    assert performs(game, fx.RaiseWater(2)).facts == [
        WaterRose(0, 7),
        ToolsGained(0, 1),
        WaterFell(0, 4),
        WaterRose(0, 5),
    ]


@pytest.mark.rule("SW-30", "SW-117", "SW-R43")
def test_coming_down_to_the_lowest_level_scores_every_time_and_lying_there_never():
    game = table()
    player(game, water=2)
    assert performs(game, fx.LowerWater(3)).facts == [WaterFell(0, 0), PointsScored(0, 1, "pit_water")]
    assert performs(game, fx.LowerWater(3)).came_to_nothing
    performs(game, fx.RaiseWater(1))
    performs(game, fx.LowerWater(1))
    assert game.players[0].points == {"pit_water": 2}


@pytest.mark.rule("SW-31", "SW-143")
def test_coins_stay_white_tokens_go_and_the_own_token_comes_home():
    game = table(at_round=1, laid={"wagon_big": [laid(0, own=1)]})
    player(game, coins=3, white=2, token=False)
    white = game.supply["white"]
    asks(game, EndRound(), luck=Seeded(1))
    assert (game.players[0].coins, game.players[0].token) == (3, True)
    assert game.supply["white"] == white + 2 - sum(it.white for it in game.players)


@pytest.mark.rule("SW-32", "SW-162", "SW-R1")
def test_a_tool_costs_two_points():
    game = table()
    player(game, tools=3)
    lines = {line.category: line for line in score(game) if line.seat == 0}
    assert (lines["tool_markers"].points, lines["tool_markers"].count) == (-6, 3)


@pytest.mark.rule("SW-33", "SW-170")
def test_golden_points_are_not_scored_before_the_end_and_others_at_once():
    game = table()
    player(game, discs={"road": 10}, pairs=3)
    performs(game, fx.Points(2))
    assert game.players[0].points == {"played": 2}
    assert {line.category: line.points for line in score(game) if line.seat == 0}["road"] == 3


@pytest.mark.rule("SW-35", "SW-36", "SW-R53")
def test_the_own_space_the_grey_ones_and_what_two_of_these_give():
    game = table()
    scene = asks(game, EnterPlant(0, coal=0))
    assert [command.space for command in scene.legal] == ["own", "g1", "g2", "g3", "g4", "g5"]
    assert scene.answer(PlaceCoke("g4")) == [CokePlaced(0, "g4", 0), PointsScored(0, 1, "played")]
    scene = asks(game, EnterPlant(1, coal=0))
    assert PlaceCoke("g4") not in scene.legal, "held by another player"
    assert scene.answer(PlaceCoke("g5")) == [CokePlaced(1, "g5", 0), WaterRose(1, 4)]
    assert asks(game, EnterPlant(2, coal=0)).answer(PlaceCoke("own")) == [CokePlaced(2, "own", 0)]


@pytest.mark.rule("SW-37", "SW-R10")
def test_at_the_latest_the_third_coke_takes_the_own_space():
    game = table(plant={"g1": 0})
    assert len(asks(game, EnterPlant(0, coal=0)).legal) == 5, "the second may stand on any space"
    game.plant = {"g1": 0, "g2": 0}
    assert asks(game, EnterPlant(0, coal=0)).facts == [CokePlaced(0, "own", 0)], "the third has no choice"
    game.plant = {"g1": 0}
    scene = asks(game, EnterPlant(0, coal=0))
    assert PlaceCoke("own") not in scene.legal, "the own space is filled"
    assert len(scene.legal) == 4


@pytest.mark.rule("SW-38", "SW-R11")
def test_four_coke_a_player_are_the_most():
    game = table(plant={"g1": 0, "g2": 0, "g3": 0})
    player(game, own_space=True, coal=6)
    assert asks(game, RefineCoal(0, 3, (), must=True)).came_to_nothing, "nothing can be refined"
    game.plant = {"g1": 0, "g2": 0}
    scene = asks(game, RefineCoal(0, 3, (), must=True))
    scene.answer(RefineWagon(1), PlaceCoke("g3"))
    assert scene.question is None, "the fourth was the last"


@pytest.mark.rule("SW-R11")
def test_without_coke_in_stock_or_a_free_space_nothing_is_refined():
    game = table(2, plant={"g1": 1, "g4": 1, "g5": 1})
    player(game, own_space=True, coal=6)
    assert asks(game, RefineCoal(0, 3, (), must=True)).came_to_nothing
    player(game, own_space=False, stock=0)
    assert asks(game, RefineCoal(0, 3, (), must=True)).came_to_nothing
    player(game, stock=1)
    assert asks(game, RefineCoal(0, 3, (), must=True)).legal == [RefineWagon(1), RefineWagon(2)]


@pytest.mark.rule("SW-R56")
def test_coke_leaves_from_any_space_whatever_then_stands_where():
    game = table(plant={"g1": 0, "g2": 0, "g3": 1})
    player(game, own_space=True)
    scene = asks(game, LoadCokeWagons(0, 2, must=False))
    assert scene.legal == [LoadCoke("own"), LoadCoke("g1"), LoadCoke("g2"), Decline()]
    scene.answer(LoadCoke("own"))
    assert scene.legal == [LoadCoke("g1"), LoadCoke("g2"), Decline()]


@pytest.mark.rule("SW-R22", "SW-168")
def test_an_empty_supply_gives_nothing_and_the_rest_stays():
    game = table()
    game.supply |= {"tool": 0, "coin": 0, "coal": 0, "spoil": 0}
    effects = (fx.GainTool(1), fx.Coin(1), fx.CoalAbove(1), fx.SpoilOnTip(1), fx.Points(1))
    assert performs(game, *effects).facts == [PointsScored(0, 1, "played")]
    player(game, stock=0)
    assert performs(game, fx.CokeOnWagon(), fx.CokeIntoPlant()).came_to_nothing


@pytest.mark.rule("SW-168")
def test_gains_come_from_the_supply_and_the_own_stock():
    game = table()
    supply = dict(game.supply)
    performs(game, fx.GainTool(1), fx.Coin(1), fx.CoalAbove(1), fx.SpoilOnTip(1), fx.CokeOnWagon())
    assert game.supply == supply | {name: supply[name] - 1 for name in ("tool", "coin", "coal", "spoil")}
    assert (game.players[0].stock, game.players[0].coke) == (10, 1)
    performs(game, fx.DiscardTool(1))
    assert game.supply["tool"] == supply["tool"]


@pytest.mark.rule("SW-R74")
def test_coal_and_spoil_that_may_be_taken_are_asked_for():
    game = table()
    for effect in (fx.CoalAbove(1, optional=True), fx.SpoilOnTip(1, optional=True)):
        scene = performs(game, effect)
        assert scene.legal == [Accept(), Decline()]
        assert scene.answer(Decline()) == []
        assert len(performs(game, effect).answer(Accept())) == 1
    assert (game.players[0].coal, game.players[0].spoil) == (1, 1)


@pytest.mark.rule("SW-R60")
@pytest.mark.parametrize(("coal", "tokens"), [(4, 3), (5, 2)])
def test_coal_lies_beside_the_token_space_as_long_as_it_can(coal, tokens):
    game = table()
    player(game, coal=coal)
    asks(game, GainActionTokens())
    assert game.players[0].white == tokens


@pytest.mark.rule("SW-19")
def test_a_cube_from_the_supply_goes_onto_an_underground_wagon():
    game = table()
    scene = performs(game, fx.FillWagon(("coal",)))
    assert scene.answer(PlaceCube("coal", "u5")) == [WagonFilled(0, "coal", "u5")]
    assert game.players[0].wagons["u5"] == Load(coal=1)
    performs(game, fx.FillWagon(("spoil",))).answer(PlaceCube("spoil", "u3"))
    assert game.players[0].wagons["u3"] == Load(spoil=1)
