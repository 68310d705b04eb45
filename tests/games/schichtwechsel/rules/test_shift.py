"""The miner's shift: reach, skipping, every space, with and without its use."""

import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.commands import (
    Accept,
    Choose,
    CopyCard,
    Decline,
    LiftWagon,
    LowerWater,
    MoveMiner,
)
from games.schichtwechsel.events import (
    CoalGained,
    CoinsGained,
    ExitReached,
    MinerMoved,
    PointsScored,
    SpoilGained,
    ToolsDiscarded,
    ToolsGained,
    WaterFell,
)
from support.games.schichtwechsel_given import BOARD, kinds, performs, player, table


def walks(space, *, use=True, seats=4, **changes):
    """The miner of seat 0 moves by one onto a space."""
    game = table(seats)
    player(game, miner=space - 1, **changes)
    return performs(game, fx.MoveMiner(use_space=use))


def used(scene):
    """What the space gave."""
    return scene.facts[1:]


@pytest.mark.rule("SW-111", "SW-R65")
@pytest.mark.parametrize(("houses", "reach"), [([], [5]), ([0], [5, 6]), ([0, 0, 1], [5, 6, 7])])
def test_a_miner_moves_one_space_and_one_more_for_each_own_house_at_working_speed(houses, reach):
    game = table()
    player(game, miner=4)
    game.sites["working_speed"] = houses
    scene = performs(game, fx.MoveMiner(use_space=False))
    if len(reach) > 1:
        assert scene.legal == [MoveMiner(space) for space in reach], "stopping earlier is allowed"
    else:
        assert scene.facts == [MinerMoved(0, 5, "manwinding_down")]


@pytest.mark.rule("SW-112", "SW-R38", "SW-R39")
def test_spaces_held_by_other_miners_are_skipped_and_not_counted():
    game = table()
    player(game, 0, miner=4)
    player(game, 1, miner=5)
    player(game, 2, miner=7)
    game.sites["working_speed"] = [0]
    assert performs(game, fx.MoveMiner(use_space=False)).legal == [MoveMiner(6), MoveMiner(8)]


@pytest.mark.rule("SW-112", "SW-R37", "SW-R65")
def test_the_exit_takes_all_miners_and_ends_the_movement():
    game = table()
    player(game, 0, miner=13)
    player(game, 1, miner=14)
    game.sites["working_speed"] = [0, 0]
    assert performs(game, fx.MoveMiner()).facts == [MinerMoved(0, 14, "gate_exit"), ExitReached(0)]
    assert game.players[0].points == {}, "the movement that arrives is no further one"


@pytest.mark.rule("SW-113")
def test_only_the_last_space_is_used():
    game = table()
    player(game, miner=1)
    game.sites["working_speed"] = [0]
    scene = performs(game, fx.MoveMiner())
    assert scene.answer(MoveMiner(3)) == [MinerMoved(0, 3, "changing_room")], "the tally office is passed"
    assert game.players[0].points == {}


@pytest.mark.rule("SW-113", "SW-170")
@pytest.mark.parametrize(
    ("space", "gain"),
    [
        (2, [PointsScored(0, 1, "played")]),
        (8, [PointsScored(0, 2, "played")]),
        (12, [CoinsGained(0, 1)]),
        (13, [ToolsDiscarded(0, 1)]),
        (14, [ExitReached(0)]),
    ],
)
def test_spaces_that_give_at_once(space, gain):
    assert used(walks(space)) == gain


@pytest.mark.rule("SW-113", "SW-R26")
def test_the_changing_room_and_the_water_gallery_may_lower_the_water():
    scene = walks(3)
    assert scene.legal == [LowerWater(0), LowerWater(1)]
    assert scene.answer(LowerWater(1)) == [WaterFell(0, 2)]
    scene = walks(10)
    assert scene.legal == [LowerWater(0), LowerWater(1), LowerWater(2)]
    assert scene.answer(LowerWater(2)) == [WaterFell(0, 1)]
    assert used(walks(3, water=0)) == []
    assert walks(3, water=0).question is None, "nothing to lower"


@pytest.mark.rule("SW-113", "SW-R74")
def test_the_shaft_station_offers_spoil_and_the_coal_face_coal():
    assert walks(6).answer(Accept()) == [SpoilGained(0, 1)]
    assert walks(6).answer(Decline()) == []
    assert walks(7).answer(Accept()) == [CoalGained(0, 1)]
    for full in (walks(6, spoil=6), walks(7, coal=6)):
        assert used(full) == []
        assert full.question is None


@pytest.mark.rule("SW-114", "SW-115", "SW-135", "SW-R30")
def test_the_lamp_room_copies_a_large_card_and_gives_a_tool_in_any_case():
    scene = walks(4, wagons={"u1": (1, 0)})
    assert [command.card for command in scene.legal[:-1]] == [
        "wagon_big",
        "loading_big",
        "route_big",
        "pit_water_player",
    ], "coking would change nothing"
    scene.answer(CopyCard("loading_big", "large"))
    assert kinds(used(scene)) == ["CardCopied", "PointsScored", "ToolsGained"]
    declined = walks(4)
    assert declined.answer(Decline()) == [ToolsGained(0, 1)]


@pytest.mark.rule("SW-114", "SW-135")
@pytest.mark.parametrize("space", [5, 9, 11])
def test_manwinding_and_overman_copy_a_small_card(space):
    scene = walks(space, wagons={"u1": (1, 0)})
    assert [command.card for command in scene.legal[:-1]] == ["wagon_small", "route_small", "pit_water_white"]
    assert scene.answer(CopyCard("route_small", "small")) != []
    assert scene.answer(Choose("point")) == [PointsScored(0, 1, "played")]
    assert walks(space).answer(Decline()) == []


@pytest.mark.rule("SW-130", "SW-R66", "SW-148")
@pytest.mark.parametrize("space", range(2, 15))
def test_without_its_use_a_space_only_takes_a_tool_away(space):
    scene = walks(space, use=False, wagons={"u1": (1, 0)})
    assert scene.question is None
    gains = [event for event in used(scene) if not isinstance(event, ExitReached)]
    assert gains == ([ToolsDiscarded(0, 1)] if BOARD.shift.spaces[space - 1].id == "end_of_shift" else [])


@pytest.mark.rule("SW-149", "SW-R66")
@pytest.mark.parametrize("use", [True, False])
def test_a_miner_at_the_exit_scores_two_and_discards_a_tool_for_each_further_movement(use):
    game = table()
    player(game, miner=14)
    for _ in range(2):
        assert performs(game, fx.MoveMiner(use_space=use)).facts == [
            PointsScored(0, 2, "played"),
            ToolsDiscarded(0, 1),
        ]
    player(game, tools=0)
    assert performs(game, fx.MoveMiner(use_space=use)).facts == [PointsScored(0, 2, "played")]


@pytest.mark.rule("SW-R70", "SW-150")
def test_who_reached_the_exit_first_is_remembered():
    game = table()
    player(game, 1, miner=13)
    player(game, 0, miner=13)
    performs(game, fx.MoveMiner(), seat=1)
    performs(game, fx.MoveMiner(), seat=0)
    assert game.arrivals == {"exit": [1, 0]}


@pytest.mark.rule("SW-R73")
def test_a_copied_card_too_has_to_change_something():
    scene = walks(5, wagons={"u1": (1, 0)})
    scene.answer(CopyCard("wagon_small", "small"))
    assert "CoalLifted" in kinds(scene.facts), "the only wagon is lifted without a question"
    scene = walks(5, wagons={"u1": (1, 0), "u2": (1, 0)})
    scene.answer(CopyCard("wagon_small", "small"))
    assert scene.legal == [LiftWagon("u1"), LiftWagon("u2")], "not lifting would change nothing but the water"
