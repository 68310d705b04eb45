import pytest

from games.schiefer.events import (
    BlackMarkersLaidOut,
    DiceRolled,
    PlayerEquipped,
    RoundBegan,
    StartPlayerDrawn,
)
from games.schiefer.game import SCHIEFER
from support.games.schiefer_given import of, opened


@pytest.mark.rule("SF-1", "SF-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_takes_eight_markers_and_three_money_and_keeps_eighteen_in_reserve(seats):
    game = opened(seats, 0, 0, 0, 0).game
    assert [(player.supply, player.reserve, player.money) for player in game.players] == [(8, 18, 3)] * seats
    assert game.black_markers == 29


@pytest.mark.rule("SF-1", "SF-R28")
def test_colours_go_by_seat():
    game = opened(4, 0, 0, 0, 0).game
    assert [player.colour for player in game.players] == ["blue", "red", "green", "yellow"]


@pytest.mark.rule("SF-3")
@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_the_start_player_is_drawn(drawn):
    start = opened(3, drawn, 0, 0, 0)
    assert start.game.start_player == drawn
    assert of(start.events, StartPlayerDrawn) == [StartPlayerDrawn(drawn)]


@pytest.mark.rule("SF-4")
def test_nobody_scores_before_the_end():
    assert not any("points" in event.__struct_fields__ for event in SCHIEFER.events)
    assert not {"points", "score"} & set(SCHIEFER.table.__struct_fields__)


@pytest.mark.rule("SF-R27", "SF-6")
def test_the_start_player_is_drawn_first_and_then_only_his_three_dice():
    # 2 of 0 … 2 is the third seat; 5, 0, 2 are the faces 6, 1, 3
    start = opened(3, 2, 5, 0, 2)
    assert start.events == [
        BlackMarkersLaidOut(29),
        PlayerEquipped(0, "blue", 8, 18, 3),
        PlayerEquipped(1, "red", 8, 18, 3),
        PlayerEquipped(2, "green", 8, 18, 3),
        StartPlayerDrawn(2),
        RoundBegan(1),
        DiceRolled(2, (6, 1, 3)),
    ]


@pytest.mark.rule("SF-R26")
def test_the_table_shows_all_there_is():
    # Two matches whose draws so far are the same cannot be told apart: nothing is laid down in advance.
    one, other = opened(2, 1, 3, 3, 4).game, opened(2, 1, 3, 3, 4).game
    assert one == other
    shown = SCHIEFER.table.__struct_fields__
    assert not [name for name in shown if "hidden" in name or "seed" in name or "deck" in name]
    assert [player.money for player in one.players] == [3, 3]
