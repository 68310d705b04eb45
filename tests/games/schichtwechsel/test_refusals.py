"""A refusal names the rule that is behind it, whether the option is shown as barred or not."""

import pytest

from games.kernel import NotOffered, decide
from games.schichtwechsel.agenda import (
    CloseTurn,
    EnterPlant,
    FillOneWagon,
    LiftWagons,
    PickSite,
    PickTile,
    PlaceHeadframe,
    PumpWater,
    TakeTurn,
    WalkOn,
)
from games.schichtwechsel.commands import (
    Decline,
    LowerWater,
    MoveHeadframe,
    MoveMiner,
    PlaceCoke,
    PlaceCube,
    PlaceHouse,
    TakeTile,
    TradeSpoil,
    UseCard,
)
from support.games.luck import Seeded
from support.games.schichtwechsel_given import GAME, LOCK, asks, player, table


def rule_against(game, question, command):
    scene = asks(game, question)
    with pytest.raises(NotOffered) as refusal:
        decide(GAME.rules, scene.game, question.seat, command, Seeded(0))
    return refusal.value.reason and refusal.value.reason.rule


@pytest.mark.rule("SW-121", "SW-122", "SW-123")
@pytest.mark.parametrize(("spoil", "rule"), [(3, "SW-121"), (5, "SW-122"), (6, "SW-123")])
def test_too_little_spoil_is_against_the_price_of_the_trade(spoil, rule):
    game = table()
    player(game, spoil=spoil - 1)
    assert rule_against(game, TakeTurn(0), TradeSpoil(spoil)) == rule


@pytest.mark.rule("SW-124")
def test_a_second_trade_of_the_turn_is_against_the_limit_of_one():
    game = table()
    player(game, spoil=6)
    assert rule_against(game, TakeTurn(0, traded=True), TradeSpoil(3)) == "SW-124"
    assert TradeSpoil(3) in asks(game, CloseTurn(0)).legal


@pytest.mark.rule("SW-R76")
def test_the_working_speed_takes_two_own_houses():
    game = table()
    game.sites["working_speed"] = [0, 1, 1]
    assert PlaceHouse("working_speed") in asks(game, PickSite(0, "bar1")).legal
    game.sites["working_speed"] = [0, 1, 0]
    assert rule_against(game, PickSite(0, "bar1"), PlaceHouse("working_speed")) == "SW-R76"


@pytest.mark.rule("SW-R55")
def test_the_last_refusal_that_would_leave_nothing_names_its_ruling():
    game = table()
    player(game, water=3, wagons={"u1": (1, 0), "u2": (1, 0)})
    assert rule_against(game, LiftWagons(0, 2, must=True), Decline()) == "SW-R55"
    assert rule_against(game, PumpWater(0, 3, 1), LowerWater(0)) == "SW-R55"


@pytest.mark.rule("SW-111", "SW-112", "SW-16")
@pytest.mark.parametrize(("space", "rule"), [(4, "SW-112"), (5, "SW-16"), (8, "SW-111")])
def test_a_miner_is_told_why_it_cannot_stop(space, rule):
    game = table(2)
    player(game, miner=3)
    player(game, seat=1, miner=4)
    game.sites["working_speed"] = [0]
    assert rule_against(game, WalkOn(0, use_space=True), MoveMiner(space)) == rule


@pytest.mark.rule("SW-127", "SW-R36")
def test_a_headframe_is_told_why_it_cannot_go_there():
    game = table()
    player(game, headframes=1, raised=1, stock=0)
    game.bonus["big_miner"] = 1
    question = PlaceHeadframe(0, "any", second=False)
    assert rule_against(game, question, MoveHeadframe("headframe_area", "big_miner")) == "SW-127"
    assert rule_against(game, question, MoveHeadframe("headframe_area", "big_coke_wagon")) == "SW-R36"


@pytest.mark.rule("SW-35", "SW-37")
def test_coke_is_told_why_it_cannot_stand_on_a_grey_space():
    game = table()
    game.plant.update(g1=1)
    player(game, seat=0, own_space=False)
    assert rule_against(game, EnterPlant(0, 0), PlaceCoke("g1")) == "SW-35"
    game.plant.update(g2=0, g3=0)
    reasons = {barred.command: barred.reason.rule for barred in GAME.rules.barred(game, EnterPlant(0, 0))}
    assert reasons[PlaceCoke("g4")] == "SW-37"


@pytest.mark.rule("SW-20", "SW-21", "SW-25")
@pytest.mark.parametrize(
    ("kind", "wagon", "rule"),
    [("coal", "u4", "SW-25"), ("spoil", "u5", "SW-21"), ("coal", "u1", "SW-20"), ("coal", "u3", "SW-20")],
)
def test_a_cube_is_told_why_it_does_not_fit(kind, wagon, rule):
    game = table(card=LOCK)
    player(game, wagons={"u1": (1, 0), "u3": (0, 1)})
    question = FillOneWagon(0, ("coal", "spoil"))
    assert rule_against(game, question, PlaceCube(kind, wagon)) == rule


@pytest.mark.rule("SW-171")
def test_what_is_out_of_play_is_refused_with_its_rule_and_not_shown():
    game = table(2)
    assert rule_against(game, PickTile(0), TakeTile("hewer")) == "SW-171"
    assert rule_against(table(2), TakeTurn(0), UseCard("wagon_medium", "medium")) == "SW-171"
    shown = {offer.command for offer in GAME.rules.barred(game, PickTile(0))}
    assert TakeTile("hewer") not in shown
