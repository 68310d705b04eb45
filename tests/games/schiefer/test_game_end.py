import pytest

from games.schiefer.agenda import EndRound, Execute
from games.schiefer.commands import Develop, LetLapse, OpenMine, PayMarkers, SellSlate
from games.schiefer.events import (
    ActionLapsed,
    GameEnded,
    MineOpened,
    RoundBegan,
    RoundEnded,
    SlateSold,
    StartPlayerPassed,
)
from support.games.luck import dice
from support.games.schiefer_given import BLUE, RED, all_mines, answer, given, of, player, run, worked_off

STANDING_STILL = [RoundEnded(quiet_rounds=3), GameEnded("standstill")]


def nearly_over(fields, **position):
    """One mine is left, dysynni-3, which costs three markers."""
    people = [player(supply=3), player(supply=3)]
    return worked_off(fields, EndRound(), mines=all_mines(leave=1), players=people, **position).game


@pytest.mark.rule("SF-39")
def test_when_all_mines_are_taken_the_round_is_finished_and_the_game_ends():
    game = nearly_over({3: {BLUE: 1}, 4: {RED: 1}, 6: {RED: 1}})
    events = answer(game, OpenMine("dysynni-3"))
    assert of(events, MineOpened, GameEnded) == [MineOpened(BLUE, "dysynni-3", 3, (), 2)]
    assert of(answer(game, SellSlate("dysynni-3")), SlateSold)
    answer(game, Develop("money_points"))
    assert game.agenda == ()
    assert game.boxes == {"money_points": [RED]}


@pytest.mark.rule("SF-39")
def test_at_the_end_the_start_figure_does_not_pass_again():
    end = run(given(EndRound(), mines=all_mines(), players=[player(supply=1)] * 2))
    assert of(end.events, GameEnded) == [GameEnded("all_mines_taken")]
    assert of(end.events, StartPlayerPassed, RoundBegan) == []
    assert (end.game.start_player, end.game.agenda) == (BLUE, ())


@pytest.mark.rule("SF-39")
def test_one_free_mine_keeps_the_game_going():
    end = run(given(EndRound(), mines=all_mines(leave=1), players=[player(supply=1)] * 2), dice(1, 1, 1))
    assert of(end.events, GameEnded) == []
    assert end.game.agenda


@pytest.mark.rule("SF-R17", "SF-39")
def test_after_the_last_mine_markers_that_would_open_lapse_and_all_other_actions_still_run():
    game = nearly_over({3: {BLUE: 1, RED: 1}, 4: {BLUE: 1}})
    answer(game, OpenMine("dysynni-3"))
    events = answer(game, PayMarkers(3, ()))
    assert of(events, ActionLapsed) == [ActionLapsed(RED, 3)]
    assert game.agenda[0] == Execute(BLUE, 4)
    answer(game, SellSlate("ogwen-1"))
    assert game.mines["ogwen-1"].sold
    assert game.agenda == ()


@pytest.mark.rule("SF-R25")
def test_rounds_in_which_nothing_stirs_are_counted():
    game = run(given(EndRound(), quiet_rounds=4), dice(1, 1, 1)).game
    assert game.quiet_rounds == 5
    assert game.agenda


@pytest.mark.rule("SF-R25")
@pytest.mark.parametrize(
    ("fields", "position", "command"),
    [
        ({3: {BLUE: 1}}, {}, OpenMine("ogwen-1")),
        ({4: {BLUE: 1}}, {"mines": {"ogwen-1": RED}}, SellSlate("ogwen-1")),
        ({6: {BLUE: 1}}, {}, Develop("better_sale")),
    ],
)
def test_a_mine_a_sale_or_a_box_stirs_the_round(fields, position, command):
    game = worked_off(fields, EndRound(), stall_rounds=3, quiet_rounds=2, **position).game
    answer(game, command, dice(1, 1, 1))
    assert game.quiet_rounds == 0
    assert game.agenda


@pytest.mark.rule("SF-R25")
def test_by_option_the_game_is_scored_after_so_many_quiet_rounds_in_a_row():
    end = run(given(EndRound(), stall_rounds=3, quiet_rounds=2))
    assert end.events == STANDING_STILL
    assert end.game.agenda == ()


@pytest.mark.rule("SF-R25")
def test_a_round_that_stirred_does_not_colour_the_next():
    game = run(given(EndRound(), stall_rounds=2, stirred=True, quiet_rounds=1), dice(1, 1, 1)).game
    assert (game.quiet_rounds, game.stirred) == (0, False)


@pytest.mark.rule("SF-R25")
def test_fewer_quiet_rounds_than_agreed_and_lapses_alone_end_nothing():
    game = worked_off({6: {BLUE: 1}}, EndRound(), stall_rounds=3, quiet_rounds=1).game
    events = answer(game, LetLapse(), dice(1, 1, 1))
    assert of(events, RoundEnded, GameEnded) == [RoundEnded(quiet_rounds=2)]


@pytest.mark.rule("SF-R25")
def test_by_default_the_table_may_stand_still_for_ever():
    game = run(given(EndRound(), quiet_rounds=1000), dice(1, 1, 1)).game
    assert game.agenda


@pytest.mark.rule("SF-39", "SF-R25")
def test_a_game_whose_mines_are_all_taken_does_not_end_by_standing_still():
    end = run(
        given(EndRound(), mines=all_mines(), stall_rounds=1, stirred=True, players=[player(supply=1)] * 2)
    )
    assert of(end.events, GameEnded) == [GameEnded("all_mines_taken")]
