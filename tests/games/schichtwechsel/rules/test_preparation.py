"""Preparation, steps III to VI: water, action tokens, selling coke, the bar."""

import pytest

from games.schichtwechsel.agenda import GainActionTokens, RaisePitWater, SellOnePair, UseBar, UseBarSpaces
from games.schichtwechsel.commands import (
    Choose,
    Decline,
    LiftWagon,
    PlaceHouse,
    SellCoke,
    TakeHouse,
)
from games.schichtwechsel.events import (
    CoalLifted,
    CoinsGained,
    CokeSold,
    DiscAdvanced,
    PointsScored,
    TokensGained,
    ToolsGained,
    WaterFell,
    WaterRose,
)
from support.games.schichtwechsel_given import BOARD, LOCK, asks, kinds, player, table

ALL = ("bar1", "bar2", "bar3", "bar4", "bar5")


def bar(*free, at_round=2, card=1, **changes):
    """Seat 0 uses the bar, on which only these spaces are free."""
    game = table(at_round=at_round, card=card)
    player(game, bar=tuple(space for space in ALL if space not in free), tile="coal_vendor", **changes)
    return asks(game, UseBar(0))


@pytest.mark.rule("SW-60", "SW-29")
def test_the_water_of_everybody_rises_by_one():
    game = table(3, starter=1)
    player(game, 0, water=6)
    assert asks(game, RaisePitWater()).facts == [
        WaterRose(1, 4),
        WaterRose(2, 4),
        WaterRose(0, 7),
        ToolsGained(0, 1),
        WaterFell(0, 4),
    ]


@pytest.mark.rule("SW-61", "SW-62", "SW-R18", "SW-R60")
@pytest.mark.parametrize(
    ("changes", "tokens"),
    [
        ({}, 3),
        ({"water": 6}, 2),  # exactly on the token level
        ({"water": 5}, 3),
        ({"coal": 5}, 2),
        ({"coal": 4}, 3),
        ({"own_space": True}, 2),
        ({"water": 6, "coal": 6, "own_space": True}, 0),
    ],
)
def test_each_free_token_space_gives_a_token_three_at_most(changes, tokens):
    game = table()
    player(game, **changes)
    gained = [event for event in asks(game, GainActionTokens()).facts if event.seat == 0]
    assert gained == ([TokensGained(0, tokens)] if tokens else [])


@pytest.mark.rule("SW-62")
def test_three_tokens_are_the_limit_of_the_step():
    assert BOARD.action_tokens.most_per_round == 3


@pytest.mark.rule("SW-63", "SW-64")
def test_a_pair_is_sold_for_a_coin_and_a_token_and_its_points_wait():
    game = table()
    player(game, coke=3, pairs=1)
    scene = asks(game, SellOnePair())
    assert scene.legal == [SellCoke(), Decline()]
    assert scene.answer(SellCoke()) == [CokeSold(0, column=2, worth=6), CoinsGained(0, 1), TokensGained(0, 1)]
    assert game.players[0].points == {}


@pytest.mark.rule("SW-63", "SW-28")
def test_one_coke_is_no_pair():
    game = table()
    player(game, coke=1)
    assert asks(game, SellOnePair()).came_to_nothing


@pytest.mark.rule("SW-65", "SW-R19")
def test_one_pair_a_round_and_none_in_the_first():
    game = table(at_round=1)
    player(game, coke=4)
    assert asks(game, SellOnePair()).question is None
    game.round = 2
    scene = asks(game, SellOnePair())
    scene.answer(SellCoke())
    assert scene.question is None, "four coke are still one pair a round"
    assert game.players[0].coke == 2


@pytest.mark.rule("SW-R19")
def test_selling_may_be_declined():
    game = table()
    player(game, coke=2)
    assert asks(game, SellOnePair()).answer(Decline()) == []
    assert game.players[0].coke == 2


@pytest.mark.rule("SW-64", "SW-R22")
def test_without_a_coin_in_the_supply_the_token_alone_is_gained():
    game = table()
    player(game, coke=2)
    game.supply["coin"] = 0
    assert asks(game, SellOnePair()).answer(SellCoke()) == [CokeSold(0, 1, 4), TokensGained(0, 1)]


@pytest.mark.rule("SW-65", "SW-R41")
def test_after_five_pairs_nothing_more_is_sold():
    game = table()
    player(game, coke=2, pairs=5)
    assert asks(game, SellOnePair()).question is None


@pytest.mark.rule("SW-66")
def test_the_bar_is_not_used_in_the_first_round():
    game = table(at_round=1)
    player(game, bar=())
    assert asks(game, UseBarSpaces()).came_to_nothing
    game.round = 2
    assert asks(game, UseBarSpaces()).question is not None


@pytest.mark.rule("SW-7", "SW-66")
def test_a_space_with_a_house_gives_nothing():
    assert bar().came_to_nothing
    assert bar("bar2").facts == [TokensGained(0, 1)]


@pytest.mark.rule("SW-66", "SW-R17")
def test_free_spaces_are_used_from_left_to_right():
    scene = bar("bar1", "bar2", "bar3", "bar5", discs={"canal": 1})
    assert scene.legal == [Choose("lower_water"), Choose("point"), Decline()]
    assert scene.answer(Choose("point")) == [PointsScored(0, 1, "played"), TokensGained(0, 1)]
    assert scene.legal == [Choose("road_step"), Choose("point"), Decline()]
    assert scene.answer(Decline()) == [PointsScored(0, 1, "played")], "the tile half is compulsory"


@pytest.mark.rule("SW-67", "SW-R62")
def test_space_one_lowers_the_water_or_gives_a_point_or_is_left():
    assert bar("bar1").answer(Choose("lower_water")) == [WaterFell(0, 2)]
    assert bar("bar1").answer(Choose("point")) == [PointsScored(0, 1, "played")]
    assert bar("bar1").answer(Decline()) == []
    assert bar("bar1", water=0).legal == [Choose("point"), Decline()]


@pytest.mark.rule("SW-68", "SW-R17")
def test_space_two_gives_a_token_without_a_question():
    scene = bar("bar2")
    assert scene.question is None
    assert scene.game.players[0].white == 1


@pytest.mark.rule("SW-69", "SW-169", "SW-105")
def test_space_three_advances_on_the_road_over_barriers_or_gives_a_point():
    assert bar("bar3").answer(Choose("road_step")) == [DiscAdvanced(0, "road", 1)]
    assert bar("bar3").answer(Choose("point")) == [PointsScored(0, 1, "played")]
    scene = bar("bar3", discs={"road": 1})
    scene.answer(Choose("road_step"))
    assert scene.legal == [Choose("miner"), Choose("headframe"), Decline()]
    assert bar("bar3", discs={"road": 12}).legal == [Choose("point"), Decline()], "the target is reached"


@pytest.mark.rule("SW-70")
def test_a_space_freed_in_this_step_waits_until_the_next_round():
    scene = bar("bar3", discs={"road": 2}, wagons={"u1": (1, 0)})
    scene.answer(Choose("road_step"), TakeHouse("bar4"), PlaceHouse("pit_vp2"))
    assert "bar4" not in scene.game.players[0].bar
    assert scene.question is None, "the full wagon is not lifted now"
    assert asks(scene.game, UseBar(0)).legal == [Choose("road_step"), Choose("point"), Decline()]


@pytest.mark.rule("SW-71", "SW-R17", "SW-166")
def test_space_four_lifts_one_full_wagon_or_is_left():
    scene = bar("bar4", wagons={"u1": (1, 0), "u2": (1, 0)})
    assert scene.legal == [LiftWagon("u1"), LiftWagon("u2"), Decline()]
    assert scene.answer(LiftWagon("u2")) == [CoalLifted(0, "u2", 1)]
    assert scene.question is None
    assert bar("bar4", wagons={"u1": (1, 0)}).answer(Decline()) == []
    assert bar("bar4", card=LOCK, wagons={"u4": (2, 0)}).question is None, "locked"


@pytest.mark.rule("SW-R9")
def test_any_house_may_have_left_the_bar():
    scene = bar("bar2", "bar4", wagons={"u1": (1, 0)})
    assert kinds(scene.facts) == ["TokensGained"]
    assert scene.legal == [LiftWagon("u1"), Decline()]


@pytest.mark.rule("SW-43", "SW-R48", "SW-R31")
@pytest.mark.parametrize("step", [GainActionTokens(), SellOnePair(), UseBarSpaces()])
def test_steps_four_to_six_go_clockwise_from_who_began_the_round(step):
    game = table(3, starter=2, marker=1)
    for seat in range(3):
        player(game, seat, coke=2, bar=("bar1", "bar3", "bar4", "bar5"))
    scene = asks(game, step)
    while scene.question:
        scene.answer(SellCoke())
    assert [event.seat for event in scene.facts if isinstance(event, TokensGained)] == [2, 0, 1]
