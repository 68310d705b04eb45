import pytest

from games.kernel import NotOffered
from games.schiefer import reasons
from games.schiefer.agenda import BeginRound, PrepareActions, RollDice
from games.schiefer.commands import ChangeDie, MarkActions, Reroll, SetDie
from games.schiefer.events import (
    ActionsMarked,
    DiceRolled,
    DieChanged,
    DieRerolled,
    DieSet,
    RoundBegan,
    RoundEnded,
    StartPlayerPassed,
)
from support.games.luck import dice
from support.games.schiefer_given import (
    BLUE,
    GREEN,
    RED,
    answer,
    barred,
    given,
    legal,
    player,
    rolled,
    run,
    turn_of,
)

NO_MARK = MarkActions(())


@pytest.mark.rule("SF-5")
def test_a_round_is_rolling_executing_and_ending():
    game = run(given(BeginRound(), round=0), dice(1, 2, 3)).game
    assert answer(game, MarkActions(()), dice(4, 5, 6)) == [
        ActionsMarked(BLUE, ()),
        DiceRolled(RED, (4, 5, 6)),
    ]
    # With nothing marked the second phase is empty.
    assert answer(game, MarkActions(()), dice(1, 1, 1)) == [
        ActionsMarked(RED, ()),
        RoundEnded(quiet_rounds=1),
        StartPlayerPassed(RED),
        RoundBegan(2),
        DiceRolled(RED, (1, 1, 1)),
    ]


@pytest.mark.rule("SF-6", "SF-R21", "SF-R28")
def test_all_roll_in_turn_clockwise_from_the_start_player():
    game = run(given(BeginRound(), players=3, start_player=GREEN), dice(1, 1, 1)).game
    seats = [game.agenda[0].seat]
    for _ in range(2):
        answer(game, NO_MARK, dice(1, 1, 1))
        seats.append(game.agenda[0].seat)
    assert seats == [GREEN, BLUE, RED]


@pytest.mark.rule("SF-6", "SF-R27")
def test_dice_are_rolled_by_themselves_in_order_at_the_start_of_the_turn():
    turn = turn_of(RED, luck=dice(5, 2, 4))
    assert turn.events == [DiceRolled(RED, (5, 2, 4))]
    assert turn.game.agenda[0] == PrepareActions(RED)


@pytest.mark.rule("SF-7")
def test_each_die_may_bring_one_marker_onto_the_field_of_its_number():
    game = rolled(6, 1, 1)
    assert answer(game, MarkActions((1, 1, 6))) == [ActionsMarked(BLUE, (1, 1, 6))]
    assert game.pending(BLUE) == (1, 1, 6)
    assert (game.fields[0][BLUE], game.fields[5][BLUE]) == (2, 1)
    assert game.players[BLUE].supply == 5


@pytest.mark.rule("SF-7", "SF-11")
def test_any_part_of_the_faces_may_be_marked_and_equal_faces_are_alike():
    assert [option.faces for option in legal(rolled(5, 2, 2), MarkActions)] == [
        (),
        (2,),
        (5,),
        (2, 2),
        (2, 5),
        (2, 2, 5),
    ]


@pytest.mark.rule("SF-7")
@pytest.mark.parametrize("faces", [(4,), (2, 2), (1, 2, 3, 3), (3, 2)])
def test_only_what_the_dice_show_can_be_marked(faces):
    with pytest.raises(NotOffered):
        answer(rolled(1, 2, 3), MarkActions(faces))


@pytest.mark.rule("SF-10")
@pytest.mark.parametrize(("supply", "parts"), [(1, 4), (2, 7), (3, 8)])
def test_who_has_few_markers_rolls_three_dice_and_picks(supply, parts):
    # of three different faces: 1 empty, 3 single, 3 double and 1 triple marking
    game = turn_of(BLUE, players=[player(supply=supply), player()], luck=dice(1, 2, 3)).game
    assert len(game.dice) == 3
    assert len(legal(game, MarkActions)) == parts


@pytest.mark.rule("SF-10", "SF-7")
def test_marking_more_than_the_supply_is_shown_with_its_reason():
    game = rolled(1, 2, 3, players=[player(supply=2), player()])
    assert barred(game, MarkActions) == {MarkActions((1, 2, 3)): reasons.TOO_FEW_MARKERS_TO_MARK}


@pytest.mark.rule("SF-11")
def test_nothing_need_be_marked_with_markers_enough():
    game = rolled(1, 2, 3)
    answer(game, NO_MARK)
    assert game.players[BLUE].supply == 8
    assert game.pending(BLUE) == ()


@pytest.mark.rule("SF-8", "SF-R27")
def test_a_reroll_costs_one_money_and_draws_that_die_alone():
    game = rolled(1, 2, 3)
    assert answer(game, Reroll(2), dice(6)) == [DieRerolled(BLUE, 2, 6, price=1)]
    assert (game.dice, game.players[BLUE].money) == ((1, 6, 3), 2)


@pytest.mark.rule("SF-8")
def test_a_die_is_rerolled_as_often_as_the_money_lasts():
    game = rolled(1, 2, 3, players=[player(money=4), player()])
    for face in (2, 3, 4, 5):
        answer(game, Reroll(1), dice(face))
    assert (game.dice, game.players[BLUE].money) == ((5, 2, 3), 0)
    assert barred(game, Reroll) == dict.fromkeys(
        [Reroll(1), Reroll(2), Reroll(3)], reasons.NOT_ENOUGH_MONEY_TO_REROLL
    )


@pytest.mark.rule("SF-9")
def test_a_die_is_set_for_three_money():
    game = rolled(1, 2, 3)
    assert answer(game, SetDie(3, 6)) == [DieSet(BLUE, 3, 6, price=3)]
    assert (game.dice, game.players[BLUE].money) == ((1, 2, 6), 0)


@pytest.mark.rule("SF-9")
def test_each_die_may_be_set_to_each_other_face():
    offered = {(option.die, option.face) for option in legal(rolled(1, 6, 5), SetDie)}
    shown = {(1, 1), (2, 6), (3, 5)}
    assert offered == {(die, face) for die in (1, 2, 3) for face in range(1, 7)} - shown


@pytest.mark.rule("SF-7", "SF-8", "SF-9", "SF-31")
def test_dice_that_show_the_same_are_offered_once_and_each_of_them_is_taken():
    def game(money):
        return rolled(6, 2, 6, players=[player(money=money), player()], boxes={"change_die": [BLUE]})

    offered, poor = legal(game(9), Reroll, SetDie, ChangeDie), barred(game(0), Reroll, SetDie)
    assert {option.die for option in (*offered, *poor)} == {1, 2}
    answer(game(9), Reroll(3), dice(1))
    answer(game(9), SetDie(3, 1))
    answer(game(9), ChangeDie(3, 1))
    with pytest.raises(NotOffered) as refusal:
        answer(game(0), Reroll(3))
    assert refusal.value.reason == reasons.NOT_ENOUGH_MONEY_TO_REROLL


@pytest.mark.rule("SF-9")
def test_a_die_is_set_once_a_round():
    game = rolled(1, 2, 3, players=[player(money=9), player()])
    answer(game, SetDie(1, 6))
    assert legal(game, SetDie) == []
    assert set(barred(game, SetDie).values()) == {reasons.ALREADY_SET_A_DIE}


@pytest.mark.rule("SF-9")
def test_setting_needs_three_money():
    game = rolled(1, 2, 3, players=[player(money=2), player()])
    assert legal(game, SetDie) == []
    assert set(barred(game, SetDie).values()) == {reasons.NOT_ENOUGH_MONEY_TO_SET}


@pytest.mark.rule("SF-31")
def test_the_box_changes_a_die_by_one_pip_and_six_adjoins_one():
    game = rolled(1, 6, 3, boxes={"change_die": [BLUE]})
    offered = {(option.die, option.face) for option in legal(game, ChangeDie)}
    assert offered == {(1, 2), (1, 6), (2, 1), (2, 5), (3, 2), (3, 4)}


@pytest.mark.rule("SF-31", "SF-R6")
def test_changing_a_die_is_free_and_once_a_round():
    game = rolled(1, 2, 3, boxes={"change_die": [BLUE]})
    assert answer(game, ChangeDie(1, 6)) == [DieChanged(BLUE, 1, 6)]
    assert (game.dice, game.players[BLUE].money) == ((6, 2, 3), 3)
    assert legal(game, ChangeDie) == []
    assert set(barred(game, ChangeDie).values()) == {reasons.ALREADY_CHANGED_A_DIE}


@pytest.mark.rule("SF-31")
def test_only_who_is_in_the_box_changes_a_die():
    assert [*legal(rolled(1, 2, 3), ChangeDie)] == []
    assert legal(rolled(1, 2, 3, boxes={"change_die": [RED]}), ChangeDie) == []


@pytest.mark.rule("SF-R5")
def test_rerolls_setting_and_changing_come_in_any_order_until_the_marking():
    game = rolled(1, 2, 3, boxes={"change_die": [BLUE]}, players=[player(money=5), player()])
    answer(game, Reroll(1), dice(4))
    answer(game, ChangeDie(1, 5))
    answer(game, SetDie(2, 6))
    answer(game, Reroll(1), dice(2))
    assert (game.dice, game.players[BLUE].money) == ((2, 6, 3), 0)
    answer(game, MarkActions((2, 3, 6)))
    assert game.dice == ()


@pytest.mark.rule("SF-R5", "SF-9", "SF-R6")
def test_a_reroll_does_not_bring_back_the_set_or_the_change():
    game = rolled(1, 2, 3, boxes={"change_die": [BLUE]}, players=[player(money=9), player()])
    answer(game, SetDie(1, 6))
    answer(game, ChangeDie(1, 5))
    answer(game, Reroll(1), dice(1))
    assert legal(game, SetDie, ChangeDie) == []


@pytest.mark.rule("SF-6", "SF-9")
def test_what_one_player_did_to_his_dice_does_not_bind_the_next():
    game = rolled(1, 2, 3, players=[player(has_set_die=True), player()])
    game.agenda = (*game.agenda, RollDice(RED))
    answer(game, NO_MARK, dice(1, 1, 1))
    assert legal(game, SetDie)
