"""What each action card does, and what it costs."""

import pytest

from games.schichtwechsel.board import Cost
from games.schichtwechsel.commands import (
    AdvanceDisc,
    Choose,
    CopyCard,
    Decline,
    LiftWagon,
    LoadCoke,
    LowerWater,
    MoveHeadframe,
    MoveMiner,
    PlaceCoke,
    RefineWagon,
)
from games.schichtwechsel.events import (
    CoalLifted,
    CokeLoaded,
    CokePlaced,
    DiscAdvanced,
    HeadframeMoved,
    MarkerTaken,
    MinerMoved,
    PointsScored,
    SpoilLifted,
    ToolsDiscarded,
    WaterFell,
    WaterRose,
)
from games.schichtwechsel.state import HEADFRAME_AREA
from support.games.schichtwechsel_given import BOARD, kinds, player, plays, table

FULL = {"u1": (1, 0), "u2": (0, 1), "u3": (2, 0), "u4": (0, 2)}


def after_paying(scene):
    """What the card did, without its payment."""
    return scene.facts[1:]


PRINTED = {
    "wagon_big": ("large", Cost(player=1)),
    "wagon_medium": ("medium", Cost(white=2)),
    "wagon_small": ("small", Cost(white=1)),
    "coking_big": ("large", Cost(player=1)),
    "coking_medium": ("medium", Cost(white=2)),
    "coking_small": ("small", Cost(white=1)),
    "loading_big": ("large", Cost(player=1)),
    "loading_medium": ("medium", Cost(white=2)),
    "loading_small": ("small", Cost(white=1)),
    "route_big": ("large", Cost(player=1)),
    "route_medium_a": ("medium", Cost(white=2)),
    "route_medium_b": ("medium", Cost(white=2)),
    "route_small": ("small", Cost(white=1)),
    "miner_big": ("large", Cost(player=1)),
    "miner_medium_a": ("medium", Cost(white=2)),
    "miner_medium_b": ("medium", Cost(white=2)),
    "pit_water_white": ("small", Cost(white=1)),
    "pit_water_player": ("large", Cost(player=1)),
    "headframe_both": ("special", Cost(coin=1)),
    "headframe_one": ("special", Cost(white=2)),
    "first_player": ("special", Cost(player=1)),
}


@pytest.mark.rule("SW-116", "SW-118", "SW-136", "SW-R27")
def test_the_printed_costs():
    for card in BOARD.action_cards.list:
        if card.id in PRINTED:
            (use,) = card.uses
            assert (use.size, use.cost) == PRINTED[card.id]
        else:
            assert card.id == "pit_water_2_3"
            assert [use.cost for use in card.uses] == [Cost(white=1), Cost(player=1)]
    assert BOARD.personal_card.card.uses[0].cost == Cost(white=1)


@pytest.mark.rule("SW-95", "SW-96")
def test_wagon_big_lifts_three_and_may_lower_the_water():
    game = table()
    player(game, wagons=FULL)
    scene = plays(game, "wagon_big")
    scene.answer(LiftWagon("u1"), LiftWagon("u4"), LiftWagon("u3"))
    assert scene.legal == [LowerWater(0), LowerWater(1)]
    scene.answer(LowerWater(1))
    assert after_paying(scene) == [
        CoalLifted(0, "u1", 1),
        SpoilLifted(0, "u4", 2),
        CoalLifted(0, "u3", 2),
        WaterFell(0, 2),
    ]


@pytest.mark.rule("SW-R55")
def test_wagon_big_lifts_nothing_only_if_the_water_falls():
    game = table()
    player(game, wagons=FULL)
    scene = plays(game, "wagon_big")
    scene.answer(Decline())
    assert after_paying(scene) == [WaterFell(0, 2)], "the last way to change something"
    game = table()
    player(game, wagons=FULL, water=0)
    assert Decline() not in plays(game, "wagon_big").legal


@pytest.mark.rule("SW-95", "SW-R55")
def test_wagon_medium_lifts_two():
    game = table()
    player(game, wagons=FULL)
    scene = plays(game, "wagon_medium")
    assert Decline() not in scene.legal
    scene.answer(LiftWagon("u2"))
    assert Decline() in scene.legal, "one is enough"
    scene.answer(LiftWagon("u3"))
    assert after_paying(scene) == [SpoilLifted(0, "u2", 1), CoalLifted(0, "u3", 2)]
    assert scene.question is None, "two are the most"


@pytest.mark.rule("SW-95", "SW-96")
def test_wagon_small_lifts_one_and_raises_the_water():
    game = table()
    player(game, wagons=FULL)
    scene = plays(game, "wagon_small")
    assert Decline() not in scene.legal
    scene.answer(LiftWagon("u3"))
    assert after_paying(scene) == [CoalLifted(0, "u3", 2), WaterRose(0, 4)]


@pytest.mark.rule("SW-97")
def test_coking_big_refines_three():
    game = table()
    player(game, coal=6)
    scene = plays(game, "coking_big")
    scene.answer(RefineWagon(1), PlaceCoke("g1"), RefineWagon(1), PlaceCoke("g2"), RefineWagon(2))
    assert scene.question is None, "a large wagon is still full, but three are enough"
    # the third coke has to take the own space
    assert after_paying(scene) == [CokePlaced(0, "g1", 1), CokePlaced(0, "g2", 1), CokePlaced(0, "own", 2)]


@pytest.mark.rule("SW-97")
def test_coking_medium_refines_two():
    game = table()
    player(game, coal=6)
    scene = plays(game, "coking_medium")
    scene.answer(RefineWagon(2), PlaceCoke("own"), RefineWagon(2), PlaceCoke("g4"))
    assert scene.question is None, "two small wagons are still full, but two are enough"
    assert after_paying(scene) == [
        CokePlaced(0, "own", 2),
        CokePlaced(0, "g4", 2),
        PointsScored(0, 1, "played"),
    ]


@pytest.mark.rule("SW-97", "SW-98")
def test_coking_small_refines_one_and_raises_the_water():
    game = table()
    player(game, coal=4)
    scene = plays(game, "coking_small")
    assert scene.legal == [RefineWagon(1), RefineWagon(2)], "one has to be refined"
    scene.answer(RefineWagon(1), PlaceCoke("g1"))
    assert after_paying(scene) == [CokePlaced(0, "g1", 1), WaterRose(0, 4)]


@pytest.mark.rule("SW-99", "SW-100", "SW-R55")
def test_loading_big_loads_three_and_scores():
    game = table(plant={"g1": 0, "g2": 0, "g3": 0})
    player(game, own_space=True)
    scene = plays(game, "loading_big")
    assert Decline() in scene.legal, "the point alone is a change"
    scene.answer(LoadCoke("g2"), LoadCoke("own"), LoadCoke("g1"))
    assert kinds(after_paying(scene)) == ["CokeLoaded"] * 3 + ["PointsScored"]
    assert game.players[0].coke == 3


@pytest.mark.rule("SW-99", "SW-100")
def test_loading_medium_loads_two_and_may_lower_the_water():
    game = table(plant={"g1": 0, "g2": 0, "g3": 0})
    scene = plays(game, "loading_medium")
    scene.answer(LoadCoke("g2"), LoadCoke("g1"))
    assert scene.legal == [LowerWater(0), LowerWater(1)]
    scene.answer(LowerWater(1))
    assert after_paying(scene) == [CokeLoaded(0, "g2"), CokeLoaded(0, "g1"), WaterFell(0, 2)]


@pytest.mark.rule("SW-99", "SW-100")
def test_loading_small_loads_one():
    game = table(plant={"g1": 0, "g2": 0})
    scene = plays(game, "loading_small")
    assert Decline() not in scene.legal
    scene.answer(LoadCoke("g2"))
    assert scene.question is None
    assert after_paying(scene) == [CokeLoaded(0, "g2")]


@pytest.mark.rule("SW-101", "SW-102", "SW-R5")
def test_route_big_goes_two_on_the_road_and_one_on_the_canal_in_any_order():
    game = table()
    player(game, discs={"road": 3})
    scene = plays(game, "route_big")
    assert scene.legal == [AdvanceDisc("road"), AdvanceDisc("canal")], "steps are not declined"
    scene.answer(AdvanceDisc("road"), AdvanceDisc("canal"))
    assert after_paying(scene) == [
        DiscAdvanced(0, "road", 4),
        DiscAdvanced(0, "canal", 1),
        DiscAdvanced(0, "road", 5),
        ToolsDiscarded(0, 1),
    ]


@pytest.mark.rule("SW-101")
def test_route_medium_a_goes_one_on_rail_and_one_on_the_canal():
    scene = plays(table(), "route_medium_a")
    scene.answer(AdvanceDisc("canal"))
    assert after_paying(scene) == [DiscAdvanced(0, "canal", 1), DiscAdvanced(0, "rail", 1)]


@pytest.mark.rule("SW-101")
def test_route_medium_b_goes_two_on_rail():
    game = table()
    player(game, discs={"rail": 5})
    assert after_paying(plays(game, "route_medium_b"))[0:1] == [DiscAdvanced(0, "rail", 6)]
    assert game.players[0].discs["rail"] == 7


@pytest.mark.rule("SW-103")
def test_route_small_goes_one_on_the_road_or_scores():
    scene = plays(table(), "route_small")
    assert scene.legal == [Choose("road_step"), Choose("point")]
    scene.answer(Choose("point"))
    assert after_paying(scene) == [PointsScored(0, 1, "played")]
    scene = plays(table(), "route_small")
    scene.answer(Choose("road_step"))
    assert after_paying(scene) == [DiscAdvanced(0, "road", 1)]


@pytest.mark.rule("SW-111")
def test_miner_big_moves_the_miner_and_discards_a_tool():
    assert after_paying(plays(table(), "miner_big")) == [
        MinerMoved(0, 2, "tally_office"),
        PointsScored(0, 1, "played"),
        ToolsDiscarded(0, 1),
    ]


@pytest.mark.rule("SW-111")
@pytest.mark.parametrize("card", ["miner_medium_a", "miner_medium_b"])
def test_the_medium_miner_cards_move_the_miner(card):
    assert after_paying(plays(table(), card)) == [
        MinerMoved(0, 2, "tally_office"),
        PointsScored(0, 1, "played"),
    ]


@pytest.mark.rule("SW-116", "SW-R26", "SW-R55")
def test_the_white_pit_water_card_lowers_by_up_to_three():
    game = table()
    player(game, water=5)
    scene = plays(game, "pit_water_white")
    assert scene.legal == [LowerWater(1), LowerWater(2), LowerWater(3)], "nothing at all is not offered"
    game = table()
    player(game, water=2)
    assert plays(game, "pit_water_white").legal == [LowerWater(1), LowerWater(2)]


@pytest.mark.rule("SW-116")
def test_the_other_pit_water_card_lowers_by_up_to_four_and_scores():
    game = table()
    player(game, water=6)
    scene = plays(game, "pit_water_player")
    assert scene.legal == [LowerWater(levels) for levels in range(5)]
    scene.answer(LowerWater(4))
    assert after_paying(scene) == [WaterFell(0, 2), PointsScored(0, 2, "played")]


@pytest.mark.rule("SW-128")
def test_the_coin_card_moves_both_headframes():
    game = table()
    player(game, headframes=0, raised=2)
    scene = plays(game, "headframe_both")
    scene.answer(
        MoveHeadframe(HEADFRAME_AREA, "big_coke_wagon"), MoveHeadframe(HEADFRAME_AREA, "small_point")
    )
    assert after_paying(scene) == [
        HeadframeMoved(0, HEADFRAME_AREA, "big_coke_wagon"),
        *scene.facts[2:4],
        HeadframeMoved(0, HEADFRAME_AREA, "small_point"),
        PointsScored(0, 1, "played"),
    ]
    assert kinds(scene.facts[2:4]) == ["CokeGained", "WaterRose"]


@pytest.mark.rule("SW-129")
def test_the_other_headframe_card_moves_exactly_one():
    game = table()
    player(game, headframes=0, raised=2)
    scene = plays(game, "headframe_one")
    scene.answer(MoveHeadframe(HEADFRAME_AREA, "small_tool"))
    assert after_paying(scene) == [HeadframeMoved(0, HEADFRAME_AREA, "small_tool"), ToolsDiscarded(0, 1)]


@pytest.mark.rule("SW-136", "SW-R32")
def test_the_first_player_card_copies_and_takes_the_marker():
    game = table(marker=2)
    scene = plays(game, "first_player")
    assert Decline() in scene.legal
    scene.answer(CopyCard("route_small", "small"), Choose("point"))
    assert kinds(after_paying(scene)) == ["CardCopied", "PointsScored", "MarkerTaken"]
    game = table(marker=2)
    scene = plays(game, "first_player")
    scene.answer(Decline())
    assert after_paying(scene) == [MarkerTaken(0)], "just for the marker"


@pytest.mark.rule("SW-117", "SW-118", "SW-6")
def test_the_personal_card_lowers_the_water_while_both_headframes_cover_it():
    assert after_paying(plays(table(), "personal")) == [WaterFell(0, 2)]


@pytest.mark.rule("SW-118", "SW-167")
def test_each_headframe_off_the_personal_card_uncovers_a_rail_step_that_may_be_declined():
    game = table()
    player(game, headframes=0, raised=2, discs={"rail": 5})
    scene = plays(game, "personal")
    scene.answer(LowerWater(1))
    assert scene.legal == [AdvanceDisc("rail"), Decline()]
    scene.answer(AdvanceDisc("rail"))
    assert scene.legal == [AdvanceDisc("rail"), Decline()]
    scene.answer(Decline())
    assert scene.question is None
    assert after_paying(scene) == [WaterFell(0, 2), DiscAdvanced(0, "rail", 6)]


@pytest.mark.rule("SW-118")
def test_headframes_are_counted_when_the_rail_effect_begins():
    game = table()
    player(game, headframes=1, raised=1, discs={"rail": 1})
    scene = plays(game, "personal")
    scene.answer(LowerWater(1), AdvanceDisc("rail"), Choose("headframe"))
    assert game.players[0].headframes == 0
    assert scene.question is None, "the second one came too late for another step"


@pytest.mark.rule("SW-100", "SW-R54")
def test_loading_big_is_offered_for_its_point_alone():
    assert after_paying(plays(table(), "loading_big")) == [PointsScored(0, 1, "played")]


@pytest.mark.rule("SW-112", "SW-111")
def test_a_house_at_the_working_speed_lets_the_miner_choose():
    game = table()
    game.sites["working_speed"] = [0]
    scene = plays(game, "miner_medium_a")
    assert scene.legal == [MoveMiner(2), MoveMiner(3)]
