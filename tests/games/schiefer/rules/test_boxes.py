import pytest

from games.schiefer import reasons
from games.schiefer.agenda import EndRound
from games.schiefer.commands import BuyMarker, ChangeDie, Develop, LetLapse, PayMarkers
from games.schiefer.events import BoxTaken, MarkerBought
from games.schiefer.game import SCHIEFER
from support.games.luck import dice
from support.games.schiefer_given import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    answer,
    at_work,
    barred,
    blank_board,
    legal,
    of,
    player,
    run,
    shown,
    worked_off,
)

BOXES = [box.id for box in blank_board().boxes.list]


@pytest.mark.rule("SF-27", "SF-R3")
@pytest.mark.parametrize("die", [5, 6])
def test_developing_lays_one_own_marker_into_a_box(die):
    game = at_work(die, players=[player(supply=4), player()])
    assert answer(game, Develop("better_sale")) == [BoxTaken(BLUE, "better_sale", supply=1, pending=())]
    assert game.boxes == {"better_sale": [BLUE]}
    assert game.players[BLUE].supply == 3


@pytest.mark.rule("SF-28", "SF-35", "SF-36")
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_box_can_be_taken_by_the_numbers_of_players_it_is_for(seats, box):
    game = at_work(6, players=seats)
    in_play = {"half_of_mines": seats > 2, "alone_in_valley": seats == 2}.get(box, True)
    assert (Develop(box) in shown(game)) == in_play
    if in_play:
        answer(game, Develop(box))
        assert game.boxes == {box: [BLUE]}


@pytest.mark.rule("SF-28")
def test_with_two_players_a_box_holds_one_marker():
    game = at_work(6, boxes={"better_sale": [RED]})
    assert barred(game, Develop) == {Develop("better_sale"): reasons.BOX_IS_FULL}


@pytest.mark.rule("SF-28")
@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_a_box_holds_two_markers(seats):
    game = at_work(6, players=seats, boxes={"better_sale": [RED]})
    answer(game, Develop("better_sale"))
    assert game.boxes == {"better_sale": [RED, BLUE]}
    full = at_work(6, players=seats, boxes={"better_sale": [RED, GREEN]})
    assert barred(full, Develop) == {Develop("better_sale"): reasons.BOX_IS_FULL}


@pytest.mark.rule("SF-28")
def test_the_markers_of_a_box_belong_to_different_players():
    game = at_work(6, players=4, boxes={"better_sale": [BLUE], "change_die": [RED, YELLOW]})
    assert barred(game, Develop) == {
        Develop("better_sale"): reasons.ALREADY_IN_BOX,
        Develop("change_die"): reasons.BOX_IS_FULL,
    }


@pytest.mark.rule("SF-R22")
def test_the_space_within_a_box_is_no_decision():
    assert Develop.__struct_fields__ == ("box",)
    assert len(legal(at_work(6, players=4), Develop)) == 7


@pytest.mark.rule("SF-27", "SF-R1")
def test_without_a_marker_at_hand_nothing_is_developed():
    game = at_work(
        6,
        executing_marker_may_pay=False,
        boxes={"buy_marker_3": [BLUE]},
        players=[player(supply=0, money=9), player()],
    )
    assert legal(game, Develop) == []
    assert barred(game)[Develop("better_sale")] == reasons.TOO_FEW_MARKERS_TO_DEVELOP
    answer(game, BuyMarker("buy_marker_3"))
    assert Develop("better_sale") in legal(game)


@pytest.mark.rule("SF-R3", "SF-R1")
def test_the_executing_marker_itself_may_go_into_the_box():
    game = worked_off({6: {BLUE: 1}}, players=[player(supply=0), player()]).game
    answer(game, Develop("better_sale"))
    assert game.players[BLUE].supply == 0
    assert game.boxes == {"better_sale": [BLUE]}


@pytest.mark.rule("SF-R3", "SF-15")
def test_the_marker_in_the_box_stays_and_the_action_marker_comes_back():
    game = worked_off({6: {BLUE: 1}}, players=[player(supply=3), player()]).game
    answer(game, Develop("better_sale"))
    assert (game.players[BLUE].supply, game.pending(BLUE)) == (3, ())
    game.agenda = (EndRound(),)
    run(game, dice(1, 1, 1))
    assert game.boxes == {"better_sale": [BLUE]}


@pytest.mark.rule("SF-R3", "SF-18")
def test_a_pending_marker_may_go_into_the_box():
    game = at_work(5, players=[player(supply=1), player()], fields={6: {BLUE: 1}})
    answer(game, Develop("better_sale"))
    assert legal(game) == [PayMarkers(1, ()), PayMarkers(0, (6,))]
    assert answer(game, PayMarkers(0, (6,))) == [BoxTaken(BLUE, "better_sale", supply=0, pending=(6,))]
    assert game.pending(BLUE) == ()


@pytest.mark.rule("SF-R24", "SF-R7")
def test_a_box_to_buy_from_works_in_the_turn_it_is_taken():
    game = worked_off({6: {BLUE: 1}}).game
    answer(game, Develop("buy_marker_3"))
    assert legal(game, BuyMarker) == [BuyMarker("buy_marker_3")]
    assert of(answer(game, BuyMarker("buy_marker_3")), MarkerBought)


@pytest.mark.rule("SF-R24", "SF-31")
def test_the_box_that_changes_a_die_works_from_the_next_rolling_turn():
    game = worked_off({5: {BLUE: 1}, 6: {BLUE: 1}}, EndRound(), start_player=RED, mines={"ogwen-1": RED}).game
    answer(game, Develop("change_die"))
    answer(game, PayMarkers(1, ()))
    assert shown(game, ChangeDie) == []
    answer(game, LetLapse(), dice(1, 2, 3))
    assert legal(game, ChangeDie)


@pytest.mark.rule("SF-28")
def test_no_box_changes_hands_or_leaves_the_table():
    fields = {name for event in SCHIEFER.events for name in event.__struct_fields__ if "box" in name}
    assert fields == {"box"}
    assert [event for event in SCHIEFER.events if "box" in event.__struct_fields__] == [
        MarkerBought,
        BoxTaken,
    ]
