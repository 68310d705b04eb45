import pytest

from games.schiefer.agenda import CloseTurn, Execute
from games.schiefer.commands import Develop, LetLapse, OpenMine, SellSlate, TakeSupply
from games.schiefer.events import (
    ActionLapsed,
    BoxTaken,
    MarkerTakenBack,
    MineOpened,
    SlateSold,
    SupplyTaken,
)
from support.games.schiefer_given import BLUE, GREEN, RED, answer, at_work, legal, of, player, worked_off

EACH_WAY = pytest.mark.parametrize("may_pay", [True, False])


def executions(game):
    """(die, seat) of every execution until the fields are empty; any action is taken, none lapses."""
    done = []
    while game.agenda:
        if isinstance(game.agenda[0], Execute):
            done.append((game.agenda[0].die, game.agenda[0].seat))
        answer(game, next(option for option in legal(game) if option != LetLapse()))
    return done


@pytest.mark.rule("SF-12")
@EACH_WAY
def test_fields_are_worked_off_from_the_lowest_to_the_highest(may_pay):
    game = worked_off(
        {6: {BLUE: 1}, 1: {RED: 1}, 3: {BLUE: 1}, 2: {RED: 1}},
        executing_marker_may_pay=may_pay,
        players=[player(supply=5), player(supply=5)],
    ).game
    assert executions(game) == [(1, RED), (2, RED), (3, BLUE), (6, BLUE)]


@pytest.mark.rule("SF-13", "SF-R21")
@EACH_WAY
def test_players_on_one_field_act_clockwise_from_the_start_player(may_pay):
    game = worked_off(
        {1: {BLUE: 1, RED: 1, GREEN: 1}}, players=3, start_player=RED, executing_marker_may_pay=may_pay
    ).game
    assert executions(game) == [(1, RED), (1, GREEN), (1, BLUE)]


@pytest.mark.rule("SF-14")
@EACH_WAY
def test_several_markers_of_one_player_wait_for_everybody_elses_turn(may_pay):
    # A2 B1 C2: A, B, C, A, C
    game = worked_off({1: {BLUE: 2, RED: 1, GREEN: 2}}, players=3, executing_marker_may_pay=may_pay).game
    assert [seat for _, seat in executions(game)] == [BLUE, RED, GREEN, BLUE, GREEN]


@pytest.mark.rule("SF-14")
def test_every_pass_begins_at_the_start_player():
    game = worked_off({1: {BLUE: 2, RED: 1, GREEN: 2}}, players=3, start_player=GREEN).game
    assert [seat for _, seat in executions(game)] == [GREEN, BLUE, RED, GREEN, BLUE]


@pytest.mark.rule("SF-14", "SF-12")
def test_each_field_begins_again_at_the_start_player():
    game = worked_off({1: {BLUE: 1, RED: 3}, 2: {BLUE: 1, RED: 1}}).game
    assert executions(game) == [(1, BLUE), (1, RED), (1, RED), (1, RED), (2, BLUE), (2, RED)]


@pytest.mark.rule("SF-15", "SF-R1")
def test_the_marker_comes_back_before_the_action_if_it_may_pay():
    game = worked_off({1: {BLUE: 2}}, players=[player(supply=0), player()]).game
    assert game.players[BLUE].supply == 1
    assert answer(game, TakeSupply()) == [SupplyTaken(BLUE), MarkerTakenBack(BLUE, 1)]
    assert game.players[BLUE].supply == 3


@pytest.mark.rule("SF-15", "SF-R1")
def test_the_marker_comes_back_after_the_action_if_it_may_not_pay():
    game = worked_off(
        {1: {BLUE: 2}}, players=[player(supply=0), player()], executing_marker_may_pay=False
    ).game
    assert game.players[BLUE].supply == 0
    assert game.fields[0][BLUE] == 2
    assert answer(game, TakeSupply()) == [SupplyTaken(BLUE), MarkerTakenBack(BLUE, 1)]
    assert game.players[BLUE].supply == 2


@pytest.mark.rule("SF-16", "SF-R11")
def test_a_choice_field_offers_both_actions_to_each_marker_anew():
    game = worked_off({2: {BLUE: 2}}).game
    assert legal(game, TakeSupply)
    assert legal(game, OpenMine)
    assert of(answer(game, TakeSupply()), SupplyTaken)
    assert of(answer(game, OpenMine("ogwen-1")), MineOpened)


@pytest.mark.rule("SF-16", "SF-R11")
def test_the_other_choice_field_sells_or_develops():
    game = worked_off({5: {BLUE: 2}}, mines={"ogwen-1": RED}).game
    assert of(answer(game, SellSlate("ogwen-1")), SlateSold)
    assert of(answer(game, Develop("better_sale")), BoxTaken)


@pytest.mark.rule("SF-16")
@pytest.mark.parametrize(
    ("die", "kinds"),
    [
        (1, {TakeSupply}),
        (2, {TakeSupply, OpenMine}),
        (3, {OpenMine}),
        (4, {SellSlate}),
        (5, {SellSlate, Develop}),
        (6, {Develop}),
    ],
)
def test_every_field_has_its_own_actions(die, kinds):
    offered = {type(option) for option in legal(at_work(die, mines={"ogwen-1": RED}))}
    assert offered == kinds | {LetLapse}


@pytest.mark.rule("SF-17")
@pytest.mark.parametrize("die", range(1, 7))
@EACH_WAY
def test_any_action_may_lapse_and_just_gives_the_marker_back(die, may_pay):
    game = worked_off(
        {die: {BLUE: 1}},
        mines={"ogwen-1": RED},
        executing_marker_may_pay=may_pay,
        players=[player(supply=2), player()],
    ).game
    before = (game.players[BLUE].reserve, dict(game.boxes), dict(game.mines))
    events = answer(game, LetLapse())
    assert of(events, ActionLapsed) == [ActionLapsed(BLUE, die)]
    assert game.players[BLUE].supply == 3
    assert (game.players[BLUE].reserve, game.boxes, game.mines) == before


@pytest.mark.rule("SF-R10")
def test_only_the_marker_that_is_due_can_lapse():
    game = worked_off({1: {BLUE: 1}, 4: {BLUE: 2}}, mines={"ogwen-1": RED}).game
    assert set(legal(game)) == {TakeSupply(), LetLapse()}
    answer(game, LetLapse())
    assert game.pending(BLUE) == (4,)  # the first of the two is due and has come back


@pytest.mark.rule("SF-R9")
def test_an_action_without_a_target_lapses_by_itself():
    events = worked_off({4: {BLUE: 1}, 1: {RED: 1}}, players=[player(), player(reserve=0)]).events
    # Nothing to take for red, nothing to sell for blue.
    assert of(events, ActionLapsed) == [ActionLapsed(RED, 1), ActionLapsed(BLUE, 4)]


@pytest.mark.rule("SF-12", "SF-R7")
def test_the_next_marker_is_due_when_the_turn_before_is_closed():
    game = worked_off(
        {1: {BLUE: 1, RED: 1}}, boxes={"buy_marker_3": [BLUE]}, players=[player(money=9), player()]
    ).game
    answer(game, TakeSupply())
    assert game.agenda[0] == CloseTurn(BLUE)
    answer(game, legal(game)[-1])
    assert game.agenda[0] == Execute(RED, 1)
