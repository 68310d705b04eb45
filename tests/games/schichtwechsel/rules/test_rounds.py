"""Round cards, the phases of a round, round scoring and clean-up."""

import pytest

from games.schichtwechsel.agenda import (
    BeginRound,
    EndRound,
    FinalScoring,
    NextTurn,
    RaisePitWater,
    RevealRoundCard,
    ScoreRound,
)
from games.schichtwechsel.commands import Pass
from games.schichtwechsel.events import (
    BlueCubeAdded,
    PointsScored,
    RoundBegan,
    RoundCardRevealed,
    RoundEnded,
    TurnPassed,
    WaterFell,
    WaterRose,
)
from games.schichtwechsel.rules.rounds import leading_discs
from games.schichtwechsel.state import Load
from support.games.luck import Rigged, Seeded
from support.games.schichtwechsel_given import BLUE, LOCK, PUMP, asks, laid, player, table

UNSEEN = [1, 2, 3, 4, 5, 6]


def reveals(number, **changes):
    """A table on which this card is the one drawn next."""
    game = table(round_cards=(), **changes)
    return asks(game, RevealRoundCard(), luck=Rigged(UNSEEN.index(number)))


@pytest.mark.rule("SW-39")
def test_a_card_without_a_special_effect_only_lies_there():
    for number in (1, 2, 3):
        assert reveals(number).facts == [RoundCardRevealed(number)]


@pytest.mark.rule("SW-40")
def test_the_lock_card_locks_the_wagon_of_everybody():
    scene = reveals(LOCK)
    assert scene.facts == [RoundCardRevealed(4)]
    assert scene.game.wagon_is_locked()


@pytest.mark.rule("SW-39", "SW-41")
def test_the_cube_card_puts_the_blue_cube_into_the_bag_at_once():
    scene = reveals(BLUE)
    assert scene.facts == [RoundCardRevealed(5), BlueCubeAdded()]
    assert (scene.game.bag["blue"], scene.game.supply["blue"]) == (1, 0)


@pytest.mark.rule("SW-39", "SW-42", "SW-R62")
def test_the_pump_card_lowers_the_water_of_everybody():
    game = table(round_cards=(), starter=1)
    player(game, 2, water=1)
    player(game, 3, water=0)
    assert asks(game, RevealRoundCard(), luck=Rigged(5)).facts == [
        RoundCardRevealed(PUMP),
        WaterFell(1, 2),
        WaterFell(2, 0),
        PointsScored(2, 1, "pit_water"),  # the lowest level is reached; seat 3 lay there already
        WaterFell(0, 2),
    ]


@pytest.mark.rule("SW-43", "SW-R48", "SW-60")
def test_a_step_goes_clockwise_from_the_first_player():
    game = table(starter=2)
    assert asks(game, RaisePitWater()).facts == [WaterRose(seat, 4) for seat in (2, 3, 0, 1)]


@pytest.mark.rule("SW-1", "SW-43")
def test_a_round_has_its_phases_and_steps_in_this_order():
    scene = asks(table(at_round=0, round_cards=()), BeginRound(), luck=Seeded(0))
    assert scene.asked == [
        "ShareOutCubes",
        "ChooseTiles",
        "RaisePitWater",
        "GainActionTokens",
        "SellOnePair",
        "UseBarSpaces",
        "TakeActions",
        "ScoreRound",
        "EndRound",
    ]


SCORING = [
    (1, "road", [0, 2, 3, 11], [0, 0, 2, 6]),  # 2 points per 3
    (2, "rail", [1, 2, 5, 12], [0, 2, 4, 12]),  # 2 points per 2
    (3, "canal", [1, 2, 5, 9], [0, 2, 4, 8]),
]


@pytest.mark.rule("SW-138", "SW-139", "SW-R7")
@pytest.mark.parametrize(("card", "route", "spaces", "points"), SCORING)
def test_route_cards_score_the_place_of_the_disc_in_full_groups(card, route, spaces, points):
    game = table(card=card)
    for seat, space in enumerate(spaces):
        player(game, seat, discs={route: space})
    scored = asks(game, ScoreRound()).facts
    assert scored == [PointsScored(seat, count, "round_cards") for seat, count in enumerate(points) if count]


@pytest.mark.rule("SW-140", "SW-R8", "SW-R67")
def test_the_leader_card_scores_every_disc_that_leads_or_shares_the_lead():
    game = table(card=4)
    player(game, 0, discs={"road": 4, "rail": 12, "canal": 0})
    player(game, 1, discs={"road": 4, "rail": 12, "canal": 0})
    player(game, 2, discs={"road": 3, "rail": 0, "canal": 0})
    # road and rail are shared; on the canal nobody has left the start
    assert [leading_discs(game, seat) for seat in range(4)] == [2, 2, 0, 0]
    assert asks(game, ScoreRound()).facts == [
        PointsScored(0, 4, "round_cards"),
        PointsScored(1, 4, "round_cards"),
    ]


@pytest.mark.rule("SW-141")
def test_the_spoil_card_counts_spoil_on_the_tip_and_on_wagons():
    game = table(card=5)
    player(game, 0, spoil=3, wagons={"u1": (0, 1), "u3": (0, 2), "u5": (2, 0)})  # 6 spoil
    player(game, 1, spoil=1)
    assert asks(game, ScoreRound()).facts == [PointsScored(0, 3, "round_cards")]


@pytest.mark.rule("SW-142")
def test_the_coke_card_counts_all_coke_that_has_left_the_stock():
    game = table(card=6, plant={"g1": 0})
    # 11 - 4: one in the plant, one on its own space, two on wagons, a pair sold, one short of eight
    player(game, 0, stock=4, own_space=True, coke=2, pairs=1)
    player(game, 1, stock=10, coke=1)
    assert asks(game, ScoreRound()).facts == [PointsScored(0, 3, "round_cards")]


@pytest.mark.rule("SW-138", "SW-43")
def test_round_scoring_begins_with_the_first_player():
    game = table(card=1, starter=2)
    for seat in range(4):
        player(game, seat, discs={"road": 3})
    assert [event.seat for event in asks(game, ScoreRound()).facts] == [2, 3, 0, 1]


@pytest.mark.rule("SW-143", "SW-144", "SW-145", "SW-R31", "SW-R35")
def test_the_round_is_cleared_and_the_holder_of_the_marker_begins_the_next():
    game = table(marker=3, starter=1, bonus={"big_canal": 0, "small_tool": 1})
    game.laid = {"wagon_big": [laid(0, own=1)], "wagon_small": [laid(1, white=1), laid(2, coins=1)]}
    player(game, 0, token=False, headframes=1, passed=True)
    player(game, 1, headframes=0, raised=1, white=1)
    game.supply |= {"white": 10, "coin": 5}
    scene = asks(game, EndRound(), luck=Seeded(1))
    assert scene.facts[:2] == [RoundEnded(2), RoundBegan(3, starter=3)]
    assert game.laid == {}
    assert game.bonus == {}
    assert (game.players[0].raised, game.players[1].raised) == (1, 2)
    assert all(it.token and not it.passed for it in game.players)
    assert (game.supply["white"], game.supply["coin"]) == (10 + 1 + 1, 5 + 1)
    assert isinstance(scene.facts[2], RoundCardRevealed)


@pytest.mark.rule("SW-10")
@pytest.mark.parametrize(("draw", "number"), [(0, 2), (1, 4), (2, 6)])
def test_only_cards_that_were_not_seen_are_drawn(draw, number):
    scene = asks(table(round_cards=(1, 3, 5)), RevealRoundCard(), luck=Rigged(draw))
    assert scene.facts[0] == RoundCardRevealed(number)


@pytest.mark.rule("SW-10")
def test_one_round_card_stays_unseen():
    game = table(at_round=4, round_cards=(3, 1, 6, 4))
    scene = asks(game, EndRound(), luck=Seeded(1))
    assert game.round == 5
    assert len(game.round_cards) == 5
    assert len({*game.round_cards}) == 5
    assert scene.question is not None


@pytest.mark.rule("SW-1", "SW-146")
def test_after_the_fifth_round_it_is_cleared_and_scored_for_good():
    game = table(at_round=5, round_cards=(1, 2, 3, 4, 5))
    player(game, 0, white=2, passed=True)
    scene = asks(game, EndRound())
    assert scene.facts[0] == RoundEnded(5)
    assert game.players[0].white == 0
    assert type(scene.facts[-1]).__name__ == "GameEnded"
    assert scene.question is None
    assert not any(isinstance(event, RoundBegan) for event in scene.facts)


@pytest.mark.rule("SW-145")
def test_the_game_goes_on_before_the_fifth_round():
    scene = asks(table(at_round=4), EndRound(), luck=Seeded(0))
    assert not any(isinstance(item, FinalScoring) for item in scene.game.agenda)


@pytest.mark.rule("SW-84", "SW-94")
def test_whoever_has_passed_is_not_asked_again_and_all_passing_ends_the_phase():
    game = table(3, starter=1)
    player(game, 2, passed=True)
    scene = asks(game, NextTurn(1))
    assert scene.question.seat == 1
    assert scene.answer(Pass()) == [TurnPassed(1)]
    assert scene.question.seat == 0, "seat 2 has passed"
    scene.answer(Pass())
    assert scene.question is None


@pytest.mark.rule("SW-141")
def test_spoil_in_the_bag_or_the_supply_does_not_count():
    game = table(card=5)
    game.players[0].wagons["u5"] = Load(2, 0)
    assert asks(game, ScoreRound()).came_to_nothing
