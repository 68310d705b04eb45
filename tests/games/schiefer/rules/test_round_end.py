import pytest

from games.schiefer.agenda import EndRound, Execute
from games.schiefer.commands import BuyMarker, EndTurn, LetLapse, TakeSupply
from games.schiefer.events import DiceRolled, RoundBegan, RoundEnded, StartPlayerPassed
from support.games.luck import dice
from support.games.schiefer_given import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    answer,
    given,
    legal,
    of,
    player,
    run,
    worked_off,
)


@pytest.mark.rule("SF-38", "SF-R28")
@pytest.mark.parametrize(
    ("seats", "start", "neighbour"), [(2, BLUE, RED), (2, RED, BLUE), (3, GREEN, BLUE), (4, GREEN, YELLOW)]
)
def test_the_start_figure_passes_clockwise_to_the_left_neighbour_who_opens(seats, start, neighbour):
    end = run(given(EndRound(), players=seats, start_player=start), dice(1, 2, 3))
    assert end.events == [
        RoundEnded(quiet_rounds=1),
        StartPlayerPassed(neighbour),
        RoundBegan(2),
        DiceRolled(neighbour, (1, 2, 3)),
    ]


@pytest.mark.rule("SF-38")
def test_the_round_ends_only_when_no_marker_is_left_on_the_fields():
    game = worked_off({1: {BLUE: 2}}, EndRound()).game
    assert of(answer(game, TakeSupply()), RoundEnded) == []
    assert game.agenda[0] == Execute(BLUE, 1)
    assert of(answer(game, LetLapse(), dice(1, 1, 1)), RoundEnded)
    assert not any(any(field) for field in game.fields)


@pytest.mark.rule("SF-30", "SF-38")
def test_box_markers_move_back_and_dice_may_be_set_and_changed_again():
    used = player(used_boxes=("buy_marker_3",), has_set_die=True, has_changed_die=True)
    game = run(given(EndRound(), players=[used, player()]), dice(1, 1, 1)).game
    back = game.players[BLUE]
    assert (back.used_boxes, back.has_set_die, back.has_changed_die) == ((), False, False)


@pytest.mark.rule("SF-30")
def test_until_the_round_ends_the_box_marker_stays_on_the_coin():
    used = player(used_boxes=("buy_marker_3",), money=9)
    boxes = {"buy_marker_3": [BLUE], "buy_marker_4": [BLUE]}
    game = worked_off({1: {BLUE: 1}}, EndRound(), players=[used, player()], boxes=boxes).game
    answer(game, TakeSupply())
    assert legal(game) == [BuyMarker("buy_marker_4"), EndTurn()]
