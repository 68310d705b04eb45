"""The action phase: turns, costs, passing, trading spoil."""

import pytest

from games.schichtwechsel import effects as fx
from games.schichtwechsel.agenda import CloseTurn, NextTurn, PayCard, TakeActions, TakeTurn
from games.schichtwechsel.commands import (
    AdvanceDisc,
    Choose,
    Decline,
    EndTurn,
    LowerWater,
    Pass,
    Pay,
    TradeSpoil,
    UseCard,
)
from games.schichtwechsel.events import (
    CardUsed,
    CoinsGained,
    DiscAdvanced,
    PointsScored,
    SpoilTraded,
    TurnPassed,
    WaterFell,
    WaterRose,
)
from games.schichtwechsel.state import Payment
from support.games.schichtwechsel_given import asks, laid, performs, player, plays, table, turn


def cards(scene):
    return {command.card for command in scene.legal if isinstance(command, UseCard)}


def purse(game, seat=0, *, white=0, own=False, coins=0, **changes):
    return player(game, seat, white=white, token=own, coins=coins, **changes)


@pytest.mark.rule("SW-84", "SW-85", "SW-43")
def test_one_action_each_clockwise_from_the_first_player():
    game = table(3, starter=1)
    scene = asks(game, TakeActions())
    assert scene.question == TakeTurn(1)
    scene.answer(UseCard("route_small", "small"), Pay(0, 1, 0), Choose("point"))
    assert scene.question == TakeTurn(2), "one card, then the next player"
    scene.answer(Pass())
    assert scene.question == TakeTurn(0)
    scene.answer(Pass())
    assert scene.question == TakeTurn(1), "seat 1 goes on until it passes"


@pytest.mark.rule("SW-86")
def test_the_payment_lies_on_the_card():
    game = table()
    purse(game, white=1, coins=1)
    scene = turn(game)
    scene.answer(UseCard("route_small", "small"), Pay(1, 0, 0))
    assert scene.facts == [CardUsed(0, "route_small", "small", white=1, own=0, coins=0)]
    assert game.laid == {"route_small": [Payment(0, 1, 0, 0)]}
    assert game.players[0].white == 0


def ways(card, size, **purse_of):
    game = table(bonus={})
    purse(game, raised=1, headframes=1, **purse_of)
    scene = asks(game, PayCard(0, card, size))
    if scene.question is None:
        (only,) = scene.facts
        return [Pay(only.white, only.own, only.coins)]
    return scene.legal


@pytest.mark.rule("SW-87", "SW-88", "SW-89", "SW-R27")
def test_a_coin_stands_for_any_token_and_the_own_token_for_a_white_one():
    rich = {"white": 2, "own": True, "coins": 2}
    assert ways("wagon_big", "large", **rich) == [Pay(0, 1, 0), Pay(0, 0, 1)], "no white token"
    assert ways("wagon_small", "small", **rich) == [Pay(1, 0, 0), Pay(0, 1, 0), Pay(0, 0, 1)]
    assert ways("pit_water_player", "large", **rich) == [Pay(0, 1, 0), Pay(0, 0, 1)]


@pytest.mark.rule("SW-R23")
def test_two_white_tokens_are_paid_in_any_mix():
    rich = {"white": 2, "own": True, "coins": 2}
    mixes = [Pay(2, 0, 0), Pay(1, 1, 0), Pay(1, 0, 1), Pay(0, 1, 1), Pay(0, 0, 2)]
    assert ways("wagon_medium", "medium", **rich) == mixes
    assert ways("wagon_medium", "medium", white=1, own=True) == [Pay(1, 1, 0)], "the only way is not asked"


@pytest.mark.rule("SW-89", "SW-R24", "SW-93")
def test_nothing_stands_for_a_coin_and_no_white_token_for_the_own_one():
    assert ways("headframe_both", "special", white=2, own=True, coins=2) == [Pay(0, 0, 1)]
    game = table()
    purse(game, white=3, own=False, coins=0, raised=1, headframes=1, wagons={"u1": (1, 0)})
    refused = turn(game).reasons
    assert refused[UseCard("headframe_both", "special")] == ("cannot_pay", "SW-93")
    assert refused[UseCard("wagon_big", "large")] == ("cannot_pay", "SW-93")
    purse(game, own=True, raised=1, headframes=1)
    assert turn(game).reasons[UseCard("headframe_both", "special")] == ("cannot_pay", "SW-93")


@pytest.mark.rule("SW-90", "SW-91")
def test_a_card_is_used_once_a_round_by_all_unless_it_is_white_rimmed():
    game = table(laid={"route_big": [laid(1, own=1)], "route_small": [laid(1, white=1), laid(0, white=1)]})
    purse(game, white=2, own=True)
    scene = turn(game)
    assert scene.reasons[UseCard("route_big", "large")] == ("already_used", "SW-90")
    assert UseCard("route_small", "small") in scene.legal
    assert {"route_big", "route_small"} & cards(turn(game)) == {"route_small"}


@pytest.mark.rule("SW-91")
def test_the_white_rimmed_cards():
    rimmed = {name for name, card in table().cards().items() if card.white_rimmed}
    assert rimmed == {
        "wagon_small",
        "coking_small",
        "loading_small",
        "route_small",
        "headframe_both",
        "headframe_one",
    }


@pytest.mark.rule("SW-92", "SW-R25")
def test_the_personal_card_is_used_by_its_owner_once_a_round():
    game = table(2, laid={"personal": [laid(1, white=1)]})
    purse(game, 0, white=2)
    purse(game, 1, white=2)
    assert "personal" in cards(turn(game)), "the other one's lies elsewhere"
    assert turn(game, seat=1).reasons[UseCard("personal", "special")] == ("already_used", "SW-90")


@pytest.mark.rule("SW-93", "SW-R54")
def test_without_any_payment_a_player_passes_without_being_asked():
    game = table(2)
    purse(game, 0)
    scene = asks(game, NextTurn(0))
    assert scene.facts == [TurnPassed(0)]
    assert scene.question.seat == 1


@pytest.mark.rule("SW-93", "SW-94", "SW-R20")
def test_passing_is_allowed_with_tokens_left_and_final():
    game = table(2)
    purse(game, 0, white=3, own=True, coins=2)
    scene = asks(game, NextTurn(0))
    scene.answer(Pass())
    assert game.players[0].passed
    scene.answer(Pass())
    assert scene.question is None


@pytest.mark.rule("SW-R54")
def test_a_card_that_would_only_raise_the_water_is_not_offered():
    game = table()
    purse(game, white=3, own=True, coins=2, water=0)
    nothing = {
        "wagon_big",  # no full wagon, and the water lies at its lowest
        "wagon_medium",
        "wagon_small",
        "coking_big",
        "coking_medium",
        "coking_small",
        "loading_medium",
        "loading_small",
        "pit_water_white",
        "personal",
    }
    scene = turn(game)
    assert not nothing & cards(scene)
    assert scene.reasons[UseCard("wagon_small", "small")] == ("changes_nothing", "SW-R54")
    assert {"loading_big", "pit_water_player", "route_small", "first_player"} <= cards(scene), "they score"


@pytest.mark.rule("SW-R54")
def test_possible_parts_are_done_and_the_others_lapse():
    game = table()
    player(game, water=2)
    scene = plays(game, "wagon_big")  # no full wagon: the water alone
    assert scene.facts[1:] == [WaterFell(0, 1)]


@pytest.mark.rule("SW-120", "SW-124", "SW-121")
@pytest.mark.parametrize(
    ("benefit", "gain"),
    [
        ("road_step", DiscAdvanced(0, "road", 1)),
        ("rail_step", DiscAdvanced(0, "rail", 1)),
        ("point", PointsScored(0, 1, "played")),
    ],
)
def test_three_spoil_are_a_step_or_a_point(benefit, gain):
    game = table()
    player(game, spoil=4)
    scene = asks(game, CloseTurn(0))
    assert scene.legal == [TradeSpoil(3), EndTurn()]
    assert scene.answer(TradeSpoil(3)) == [SpoilTraded(0, 3)]
    assert scene.legal == [Choose("road_step"), Choose("rail_step"), Choose("point")], "one of them is taken"
    assert scene.answer(Choose(benefit)) == [gain]
    assert (game.players[0].spoil, scene.question) == (1, None)


@pytest.mark.rule("SW-122")
@pytest.mark.parametrize("route", ["road", "rail"])
def test_five_spoil_are_a_point_and_a_step(route):
    game = table()
    player(game, spoil=5)
    scene = asks(game, CloseTurn(0))
    assert scene.answer(TradeSpoil(5)) == [SpoilTraded(0, 5), PointsScored(0, 1, "played")]
    assert scene.legal == [Choose("road_step"), Choose("rail_step")]
    assert scene.answer(Choose(f"{route}_step")) == [DiscAdvanced(0, route, 1)]


@pytest.mark.rule("SW-123", "SW-124", "SW-168")
def test_six_spoil_are_a_coin_and_never_two_trades():
    game = table()
    player(game, spoil=6)
    scene = asks(game, CloseTurn(0))
    spoil = game.supply["spoil"]
    assert scene.legal == [TradeSpoil(3), TradeSpoil(5), TradeSpoil(6), EndTurn()]
    assert scene.answer(TradeSpoil(6)) == [SpoilTraded(0, 6), CoinsGained(0, 1)]
    assert game.supply["spoil"] == spoil + 6
    player(game, spoil=6)
    scene = asks(game, CloseTurn(0))
    scene.answer(TradeSpoil(3), Choose("point"))
    assert scene.question is None, "three more lie there, but the trade is done"


@pytest.mark.rule("SW-R22")
def test_six_spoil_are_not_traded_when_no_coin_is_left():
    game = table()
    player(game, spoil=6)
    game.supply["coin"] = 0
    scene = asks(game, CloseTurn(0))
    assert TradeSpoil(6) not in scene.legal
    assert scene.reasons[TradeSpoil(6)] == ("supply_is_empty", "SW-R22")
    game.supply["coin"] = 1
    assert TradeSpoil(6) in asks(game, CloseTurn(0)).legal, "the last coin is as good as any"


@pytest.mark.rule("SW-169", "SW-105")
def test_a_step_by_trade_crosses_barriers():
    game = table()
    player(game, spoil=3, discs={"rail": 1})
    scene = asks(game, CloseTurn(0))
    scene.answer(TradeSpoil(3), Choose("rail_step"))
    assert [command.benefit for command in scene.legal[:2]] == ["miner", "headframe"]


@pytest.mark.rule("SW-120", "SW-R63")
def test_whoever_trades_before_acting_has_to_act_and_does_not_trade_again():
    game = table()
    purse(game, white=1, spoil=6)
    scene = turn(game)
    scene.answer(TradeSpoil(3), Choose("point"))
    assert scene.question == TakeTurn(0, traded=True)
    assert not any(isinstance(command, TradeSpoil | Pass) for command in scene.legal)
    assert scene.reasons[Pass()] == ("must_act", "SW-R63")
    scene.answer(UseCard("route_small", "small"), Choose("point"))
    assert scene.question == TakeTurn(1), "no second trade after the action"


@pytest.mark.rule("SW-R63")
def test_a_trade_for_a_coin_may_pay_for_the_action_and_no_other_trade_may_come_first():
    game = table()
    purse(game, spoil=6)
    scene = turn(game)
    assert scene.legal == [TradeSpoil(6), Pass()]
    assert scene.reasons[TradeSpoil(3)] == ("no_card_afterwards", "SW-R63")
    scene.answer(TradeSpoil(6))
    assert "route_small" in cards(scene)


@pytest.mark.rule("SW-R72")
def test_after_a_trade_without_any_card_a_player_passes():
    game = table(2)
    purse(game, 0)
    assert asks(game, TakeTurn(0, traded=True)).facts == [TurnPassed(0)]


@pytest.mark.rule("SW-R21", "SW-120")
def test_a_passing_player_does_not_trade():
    game = table(2)
    purse(game, 0, white=1, spoil=6)
    scene = turn(game)
    scene.answer(Pass())
    assert scene.question == TakeTurn(1)


@pytest.mark.rule("SW-120")
def test_the_trade_may_follow_the_action():
    game = table()
    purse(game, white=1, spoil=3)
    scene = turn(game)
    scene.answer(UseCard("route_small", "small"), Choose("point"))
    assert scene.legal == [TradeSpoil(3), EndTurn()]
    scene.answer(EndTurn())
    assert scene.question == TakeTurn(1)


@pytest.mark.rule("SW-R55")
def test_a_refusal_that_would_leave_nothing_is_not_offered():
    game = table()
    player(game, headframes=1, raised=1, water=2)
    scene = plays(game, "personal")
    assert scene.legal == [LowerWater(0), LowerWater(1)], "the rail step may still follow"
    scene.answer(LowerWater(0))
    assert scene.facts[-1] == DiscAdvanced(0, "rail", 1), "now the step is all that is left"
    player(game, water=2, discs={"rail": 0})
    game.laid = {}
    scene = plays(game, "personal")
    scene.answer(LowerWater(1))
    assert AdvanceDisc("rail") in scene.legal
    assert len(scene.legal) == 2, "something has changed, so the step may be declined"


@pytest.mark.rule("SW-R55", "SW-R53")
def test_whatever_changed_before_lets_the_rest_of_a_list_be_declined():
    down = fx.LowerWater(1, optional=True)
    assert performs(table(), fx.Points(1), down, must=True).legal == [LowerWater(0), LowerWater(1)]
    risen = performs(table(), fx.RaiseWater(1), down, must=True)
    assert risen.facts == [WaterRose(0, 4), WaterFell(0, 3)], "a rise of the water does not count"


@pytest.mark.rule("SW-R55")
def test_a_choice_that_could_be_declined_cannot_be_when_nothing_else_would_change():
    benefits = tuple(fx.Benefit(str(points), (fx.Points(points),)) for points in (1, 2))
    choice = fx.Choose(benefits, optional=True)
    assert Decline() in performs(table(), choice).legal
    assert Decline() not in performs(table(), choice, must=True).legal


@pytest.mark.rule("SW-R54", "SW-R11", "SW-38", "SW-97")
def test_coking_cards_are_not_offered_where_no_coke_could_enter():
    every_coking_card = {"coking_big", "coking_medium", "coking_small"}
    full = table(plant={"g1": 0, "g2": 0, "g3": 0})
    purse(full, white=2, own=True, coal=6, own_space=True)
    assert not every_coking_card & cards(turn(full)), "four coke are in the plant"
    used_up = table()
    purse(used_up, white=2, own=True, coal=6, stock=0)
    assert not every_coking_card & cards(turn(used_up)), "no coke is left to make"
    open_still = table()
    purse(open_still, white=2, own=True, coal=1)
    assert every_coking_card <= cards(turn(open_still))


@pytest.mark.rule("SW-R54", "SW-R58", "SW-99")
def test_loading_cards_are_not_offered_for_full_coke_wagons():
    game = table(plant={"g1": 0})
    purse(game, white=2, own=True, coke=6, water=0)
    assert cards(turn(game)) & {"loading_big", "loading_medium", "loading_small"} == {"loading_big"}
    purse(game, white=2, own=True, coke=5, water=0)
    assert {"loading_big", "loading_medium", "loading_small"} <= cards(turn(game))


@pytest.mark.rule("SW-R54", "SW-R6", "SW-R62", "SW-118")
def test_the_personal_card_is_not_offered_for_a_finished_railway_and_the_lowest_water():
    game = table()
    purse(game, white=1, headframes=0, raised=2, water=0, discs={"rail": 12})
    refused = turn(game).reasons
    assert refused[UseCard("personal", "special")] == ("changes_nothing", "SW-R54")
    purse(game, white=1, headframes=0, raised=2, water=0, discs={"rail": 11})
    assert "personal" in cards(turn(game))


@pytest.mark.rule("SW-122", "SW-R6", "SW-R54")
def test_five_spoil_are_the_point_alone_when_road_and_rail_are_finished():
    game = table()
    player(game, spoil=5, discs={"road": 12, "rail": 12})
    scene = asks(game, CloseTurn(0))
    assert scene.answer(TradeSpoil(5)) == [SpoilTraded(0, 5), PointsScored(0, 1, "played")]
    assert scene.question is None


@pytest.mark.rule("SW-86", "SW-88")
def test_only_the_own_token_that_was_paid_leaves_its_player():
    game = table()
    purse(game, white=1, own=True)
    turn(game).answer(UseCard("route_small", "small"), Pay(1, 0, 0))
    assert (game.players[0].white, game.players[0].token) == (0, True)
    game = table()
    purse(game, white=1, own=True, coins=2)
    turn(game).answer(UseCard("route_small", "small"), Pay(0, 1, 0))
    assert (game.players[0].white, game.players[0].token) == (1, False)
    turn(game).answer(UseCard("route_medium_a", "medium"), Pay(1, 0, 1))
    assert not game.players[0].token, "it lies on the other card"
