import pytest

from games.kernel import NotOffered
from games.schiefer import reasons
from games.schiefer.commands import LetLapse, OpenMine, TakeSupply
from games.schiefer.events import ActionLapsed, MineOpened
from games.schiefer.state import OpenedMine
from support.games.schiefer_given import (
    BLUE,
    RED,
    all_mines,
    answer,
    at_work,
    barred,
    legal,
    of,
    player,
    shown,
    worked_off,
)

MOUTHS = ["ogwen-1", "dwyryd-1", "seiont-1", "llyfni-1", "dulas-1", "dysynni-1"]


def mines(options):
    return [option.mine for option in options]


@pytest.mark.rule("SF-21")
@pytest.mark.parametrize("die", [2, 3])
def test_each_valley_is_opened_from_the_mouth(die):
    assert mines(legal(at_work(die), OpenMine)) == MOUTHS


@pytest.mark.rule("SF-21")
def test_the_next_mine_of_a_valley_is_the_lowest_free_one_whoever_owns_those_below():
    game = at_work(3, mines={"ogwen-1": RED, "ogwen-2": BLUE, "dulas-1": RED})
    assert mines(legal(game, OpenMine)) == [
        "ogwen-3",
        "dwyryd-1",
        "seiont-1",
        "llyfni-1",
        "dulas-2",
        "dysynni-1",
    ]


@pytest.mark.rule("SF-21")
def test_mines_further_up_are_shown_with_their_reason_and_refused():
    game = at_work(3)
    assert len(barred(game, OpenMine)) == 29 - len(MOUTHS)
    assert set(barred(game, OpenMine).values()) == {reasons.MOUTH_COMES_FIRST}
    with pytest.raises(NotOffered) as refusal:
        answer(game, OpenMine("ogwen-2"))
    assert refusal.value.reason == reasons.MOUTH_COMES_FIRST


@pytest.mark.rule("SF-21")
def test_an_opened_mine_is_neither_offered_nor_shown():
    game = at_work(3, mines={"ogwen-1": RED})
    assert "ogwen-1" not in mines(shown(game, OpenMine))


@pytest.mark.rule("SF-22", "SF-R2")
@pytest.mark.parametrize(
    ("below", "mine", "price"),
    [
        ({}, "dysynni-1", 1),
        ({"dysynni-1": RED}, "dysynni-2", 2),
        ({"dysynni-1": RED, "dysynni-2": RED}, "dysynni-3", 3),
    ],
)
def test_the_entrance_costs_its_number_and_one_of_the_markers_stays_on_the_mine(below, mine, price):
    game = at_work(3, mines=below, players=[player(supply=5), player()])
    reserve = game.players[BLUE].reserve
    assert answer(game, OpenMine(mine)) == [MineOpened(BLUE, mine, price, (), to_reserve=price - 1)]
    assert game.mines[mine] == OpenedMine(BLUE, sold=False)
    assert game.players[BLUE].supply == 5 - price
    assert game.players[BLUE].reserve == reserve + price - 1


@pytest.mark.rule("SF-22")
def test_too_few_markers_open_nothing_dearer():
    game = at_work(
        3,
        mines={"ogwen-1": RED, "ogwen-2": RED, "dysynni-1": RED, "dysynni-2": RED},
        players=[player(supply=2), player()],
    )
    assert OpenMine("ogwen-3") in legal(game)  # costs 2
    assert barred(game)[OpenMine("dysynni-3")] == reasons.TOO_FEW_MARKERS_TO_OPEN  # costs 3


@pytest.mark.rule("SF-R17")
def test_when_all_mines_are_taken_opening_lapses_and_the_choice_field_still_supplies():
    choice = at_work(2, mines=all_mines(), players=[player(supply=2)] * 2)
    assert set(shown(choice)) == {TakeSupply(), LetLapse()}
    events = worked_off({3: {BLUE: 1}}, mines=all_mines(), players=[player(supply=2)] * 2).events
    assert of(events, ActionLapsed) == [ActionLapsed(BLUE, 3)]


@pytest.mark.rule("SF-R23")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_twenty_nine_mines_are_in_play_for_any_number_of_players(seats):
    assert len(shown(at_work(3, players=seats), OpenMine)) == 29


@pytest.mark.rule("SF-R24")
def test_a_mine_opened_just_now_lets_the_next_one_be_opened():
    game = worked_off({3: {BLUE: 1, RED: 1}}).game
    answer(game, OpenMine("dysynni-1"))
    assert OpenMine("dysynni-2") in legal(game)
    answer(game, OpenMine("dysynni-2"))
    assert {mine: opened.owner for mine, opened in game.mines.items()} == {
        "dysynni-1": BLUE,
        "dysynni-2": RED,
    }
