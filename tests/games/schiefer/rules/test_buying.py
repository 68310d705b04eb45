"""Buying markers, and the special case of an empty supply."""

import pytest

from games.kernel import NotYourTurn, decide
from games.schiefer import reasons
from games.schiefer.agenda import BuyOrSitOut, CloseTurn, EndRound, Execute, PrepareActions, RollDice
from games.schiefer.commands import (
    BuyMarker,
    EndTurn,
    LetLapse,
    MarkActions,
    OpenMine,
    SellSlate,
    SitOut,
    TakeSupply,
)
from games.schiefer.events import ActionLapsed, DiceRolled, MarkerBought, MineOpened, RoundSatOut
from games.schiefer.game import SCHIEFER
from support.games.luck import Rigged, dice
from support.games.schiefer_given import (
    BLUE,
    RED,
    answer,
    at_work,
    barred,
    given,
    legal,
    of,
    player,
    rolled,
    run,
    shown,
    turn_of,
)

FOR_3, FOR_4 = BuyMarker("buy_marker_3"), BuyMarker("buy_marker_4")
BOTH = {"buy_marker_3": [BLUE], "buy_marker_4": [BLUE]}
BROKE = player(supply=0, money=2)


def rich(**things):
    return [player(**({"money": 20} | things)), player()]


@pytest.mark.rule("SF-29")
@pytest.mark.parametrize(("purchase", "price"), [(FOR_3, 3), (FOR_4, 4)])
def test_a_box_sells_a_marker_from_the_reserve(purchase, price):
    game = rolled(1, 2, 3, boxes=BOTH, players=rich(supply=5, money=10))
    reserve = game.players[BLUE].reserve
    assert answer(game, purchase) == [MarkerBought(BLUE, purchase.box, price)]
    buyer = game.players[BLUE]
    assert (buyer.supply, buyer.reserve, buyer.money) == (6, reserve - 1, 10 - price)


@pytest.mark.rule("SF-29", "SF-30")
def test_a_box_sells_once_a_round_and_shows_that_it_did():
    game = rolled(1, 2, 3, boxes=BOTH, players=rich())
    answer(game, FOR_3)
    assert game.players[BLUE].used_boxes == ("buy_marker_3",)
    assert barred(game, BuyMarker) == {FOR_3: reasons.ALREADY_BOUGHT_HERE}


@pytest.mark.rule("SF-30")
def test_the_box_sells_again_in_the_next_round():
    game = rolled(1, 2, 3, boxes=BOTH, players=rich())
    answer(game, FOR_3)
    game.agenda = (EndRound(),)
    run(game, dice(1, 1, 1, 1, 1, 1))
    assert game.players[BLUE].used_boxes == ()


@pytest.mark.rule("SF-R8")
def test_who_holds_both_boxes_buys_from_each():
    game = rolled(1, 2, 3, boxes=BOTH, players=rich(supply=3, money=7))
    answer(game, FOR_4)
    answer(game, FOR_3)
    assert (game.players[BLUE].supply, game.players[BLUE].money) == (5, 0)
    assert set(barred(game, BuyMarker).values()) == {reasons.ALREADY_BOUGHT_HERE}


@pytest.mark.rule("SF-29")
def test_buying_needs_the_price():
    game = rolled(1, 2, 3, boxes=BOTH, players=rich(money=3))
    assert legal(game, BuyMarker) == [FOR_3]
    assert barred(game, BuyMarker) == {FOR_4: reasons.NOT_ENOUGH_MONEY_TO_BUY}


@pytest.mark.rule("SF-R9", "SF-29")
def test_nothing_can_be_bought_out_of_an_empty_reserve():
    game = rolled(1, 2, 3, boxes=BOTH, players=rich(reserve=0))
    assert barred(game, BuyMarker) == dict.fromkeys([FOR_3, FOR_4], reasons.NO_MARKER_TO_BUY)


@pytest.mark.rule("SF-29")
def test_only_who_is_in_the_box_buys():
    game = rolled(1, 2, 3, boxes={"buy_marker_3": [RED]}, players=rich())
    assert shown(game, BuyMarker) == []


@pytest.mark.rule("SF-29", "SF-R7")
def test_nobody_buys_in_another_players_turn():
    game = rolled(1, 2, 3, boxes={"buy_marker_3": [RED]}, players=[player(), player(money=9)])
    with pytest.raises(NotYourTurn):
        decide(SCHIEFER.rules, game, RED, FOR_3, Rigged())


@pytest.mark.rule("SF-R7")
def test_a_marker_bought_while_rolling_may_be_placed_at_once():
    game = rolled(1, 2, 3, boxes=BOTH, players=rich(supply=1))
    assert MarkActions((1, 2)) not in legal(game)
    answer(game, FOR_3)
    answer(game, MarkActions((1, 2)))
    assert game.pending(BLUE) == (1, 2)


@pytest.mark.rule("SF-R7")
def test_a_marker_may_be_bought_before_the_action_and_pay_for_it():
    # dysynni-2 costs two markers, one is at hand
    game = at_work(3, mines={"dysynni-1": RED}, boxes=BOTH, players=rich(supply=1))
    mine = OpenMine("dysynni-2")
    assert mine not in legal(game)
    answer(game, FOR_3)
    assert game.agenda[0] == Execute(BLUE, 3)
    assert of(answer(game, mine), MineOpened) == [MineOpened(BLUE, "dysynni-2", 2, (), to_reserve=1)]


@pytest.mark.rule("SF-R7")
def test_money_just_earned_may_buy_after_the_action():
    # the sale of ogwen-1 brings four coins: enough for either box, not for both
    game = at_work(
        4, mines={"ogwen-1": BLUE}, boxes=BOTH, players=rich(money=0), after=(CloseTurn(BLUE), RollDice(RED))
    )
    assert legal(game, BuyMarker) == []
    answer(game, SellSlate("ogwen-1"))
    assert legal(game) == [FOR_3, FOR_4, EndTurn()]
    # With nothing left to buy the turn ends by itself, and the next player rolls.
    assert answer(game, FOR_4, dice(1, 2, 3)) == [
        MarkerBought(BLUE, "buy_marker_4", 4),
        DiceRolled(RED, (1, 2, 3)),
    ]


@pytest.mark.rule("SF-R7")
def test_after_a_lapse_too_there_is_a_chance_to_buy():
    game = at_work(4, mines={"ogwen-1": RED}, boxes=BOTH, players=rich(), after=(CloseTurn(BLUE),))
    assert answer(game, LetLapse()) == [ActionLapsed(BLUE, 4)]
    assert game.agenda[0] == CloseTurn(BLUE)
    assert answer(game, EndTurn()) == []
    assert game.agenda == ()


@pytest.mark.rule("SF-R7")
@pytest.mark.parametrize(
    "position",
    [
        {"boxes": {}, "players": rich()},
        {"boxes": BOTH, "players": rich(money=2)},
        {"boxes": BOTH, "players": rich(reserve=0)},
        {"boxes": BOTH, "players": rich(used_boxes=("buy_marker_3", "buy_marker_4"))},
    ],
)
def test_without_a_possible_purchase_the_turn_ends_unasked(position):
    game = given(CloseTurn(BLUE), RollDice(RED), **position)
    assert run(game, dice(1, 2, 3)).game.agenda[0] == PrepareActions(RED)


@pytest.mark.rule("SF-29")
@pytest.mark.parametrize("die", [1, 3, 4, 6])
def test_buying_is_offered_whatever_the_action(die):
    game = at_work(die, boxes=BOTH, players=rich())
    assert legal(game, BuyMarker) == [FOR_3, FOR_4]


@pytest.mark.rule("SF-19", "SF-R4")
@pytest.mark.parametrize("may_pay", [True, False])
def test_an_empty_supply_sits_out_and_takes_a_marker_from_the_reserve(may_pay):
    turn = turn_of(BLUE, players=[BROKE, player()], executing_marker_may_pay=may_pay)
    assert turn.events == [RoundSatOut(BLUE, markers=1)]
    assert (turn.game.players[BLUE].supply, turn.game.players[BLUE].reserve) == (1, 25)


@pytest.mark.rule("SF-19", "SF-R1")
def test_the_marker_that_executes_can_leave_its_owner_without_any():
    # The only marker opens the mine; the player sits out the next round and is back in the one after.
    game = at_work(
        3, players=[player(supply=1), player()], after=(CloseTurn(BLUE), EndRound()), start_player=RED
    )
    events = answer(game, OpenMine("ogwen-1"), dice(1, 2, 3))
    assert of(events, RoundSatOut) == [RoundSatOut(BLUE, 1)]
    assert game.agenda[0] == PrepareActions(RED)


@pytest.mark.rule("SF-19", "SF-R1")
def test_if_it_may_not_pay_its_owner_always_keeps_it():
    game = at_work(
        3,
        executing_marker_may_pay=False,
        boxes={"buy_marker_3": [BLUE]},
        players=[player(supply=0, money=3), player()],
        after=(CloseTurn(BLUE), EndRound()),
        start_player=RED,
    )
    assert set(barred(game, OpenMine).values()) == {
        reasons.TOO_FEW_MARKERS_TO_OPEN,
        reasons.MOUTH_COMES_FIRST,
    }
    answer(game, LetLapse())
    events = answer(game, EndTurn(), dice(1, 2, 3))
    assert of(events, RoundSatOut) == []
    assert of(events, DiceRolled) == [DiceRolled(BLUE, (1, 2, 3))]


@pytest.mark.rule("SF-19", "SF-R4")
@pytest.mark.parametrize(
    "position",
    [
        {"boxes": {}, "players": [player(supply=0, money=20), player()]},
        {"boxes": BOTH, "players": [BROKE, player()]},
        {
            "boxes": {"buy_marker_3": [BLUE]},
            "players": [player(supply=0, money=20, used_boxes=("buy_marker_3",)), player()],
        },
    ],
)
def test_without_a_box_or_the_money_there_is_no_way_to_buy(position):
    assert turn_of(BLUE, **position).events == [RoundSatOut(BLUE, markers=1)]


@pytest.mark.rule("SF-R4")
def test_nothing_comes_out_of_an_empty_reserve_even_for_sitting_out():
    turn = turn_of(BLUE, boxes=BOTH, players=[player(supply=0, money=20, reserve=0), player()])
    assert turn.events == [RoundSatOut(BLUE, markers=0)]
    assert turn.game.players[BLUE].supply == 0


@pytest.mark.rule("SF-R4", "SF-19")
def test_who_could_buy_may_decline_and_then_gets_nothing():
    game = turn_of(BLUE, boxes=BOTH, players=rich(supply=0)).game
    assert game.agenda[0] == BuyOrSitOut(BLUE)
    assert legal(game) == [FOR_3, FOR_4, SitOut()]
    assert answer(game, SitOut()) == [RoundSatOut(BLUE, markers=0)]
    assert game.players[BLUE].supply == 0


@pytest.mark.rule("SF-R4")
def test_who_buys_rolls_at_once_and_may_use_the_second_box_after_the_roll():
    game = turn_of(BLUE, boxes=BOTH, players=rich(supply=0)).game
    assert answer(game, FOR_3, dice(1, 2, 3)) == [
        MarkerBought(BLUE, "buy_marker_3", 3),
        DiceRolled(BLUE, (1, 2, 3)),
    ]
    assert legal(game, BuyMarker) == [FOR_4]
    answer(game, FOR_4)
    assert MarkActions((1, 2)) in legal(game)


@pytest.mark.rule("SF-R4")
def test_too_dear_a_box_is_shown_beside_the_one_that_can_be_paid():
    game = turn_of(BLUE, boxes=BOTH, players=rich(supply=0, money=3)).game
    assert barred(game) == {FOR_4: reasons.NOT_ENOUGH_MONEY_TO_BUY}


@pytest.mark.rule("SF-R4")
def test_sitting_out_costs_no_place_in_the_order():
    turn = turn_of(BLUE, RollDice(RED), players=[BROKE, player()], luck=dice(1, 2, 3))
    assert turn.events == [RoundSatOut(BLUE, 1), DiceRolled(RED, (1, 2, 3))]
    assert turn.game.order() == [BLUE, RED]


@pytest.mark.rule("SF-R4")
def test_markers_elsewhere_do_not_count_as_supply():
    turn = turn_of(BLUE, mines={"ogwen-1": BLUE}, boxes={"better_sale": [BLUE]}, players=[BROKE, player()])
    assert turn.events == [RoundSatOut(BLUE, markers=1)]


@pytest.mark.rule("SF-R9")
def test_the_last_marker_of_the_reserve_is_bought_or_taken_by_the_action():
    game = at_work(1, boxes=BOTH, players=rich(reserve=1))
    assert set(legal(game)) == {TakeSupply(), FOR_3, FOR_4, LetLapse()}
    # After the purchase nothing is left to take, so the action lapses by itself.
    assert answer(game, FOR_3) == [MarkerBought(BLUE, "buy_marker_3", 3), ActionLapsed(BLUE, 1)]
