import pytest

from games.kernel import NotOffered
from games.schiefer import reasons
from games.schiefer.agenda import Execute, PayDevelopment, PayEntrance
from games.schiefer.commands import Develop, LetLapse, OpenMine, PayMarkers, SellSlate
from games.schiefer.events import ActionLapsed, MarkerTakenBack, MineOpened
from support.games.schiefer_given import BLUE, RED, answer, at_work, barred, legal, of, player, worked_off

# ogwen-3 costs two markers, ogwen-5 three
TWO = {"mines": {"ogwen-1": RED, "ogwen-2": RED}}
THREE = {"mines": {f"ogwen-{n}": RED for n in (1, 2, 3, 4)}}


def few(supply):
    return [player(supply=supply), player()]


@pytest.mark.rule("SF-18", "SF-R12")
def test_supply_and_pending_markers_pay_in_every_sum_that_makes_the_price():
    game = at_work(3, **TWO, players=few(1), fields={4: {BLUE: 1}, 6: {BLUE: 2}})
    answer(game, OpenMine("ogwen-3"))
    assert game.agenda[0] == PayEntrance(BLUE, 3, "ogwen-3")
    assert legal(game) == [
        PayMarkers(1, (4,)),
        PayMarkers(1, (6,)),
        PayMarkers(0, (4, 6)),
        PayMarkers(0, (6, 6)),
    ]


@pytest.mark.rule("SF-18", "SF-R12")
def test_an_action_whose_marker_paid_is_lost():
    game = worked_off({3: {BLUE: 1}, 4: {BLUE: 1, RED: 1}}, **TWO, players=few(0)).game
    # With the executing marker there are exactly the two markers that the mine costs.
    events = answer(game, OpenMine("ogwen-3"))
    assert of(events, MineOpened) == [MineOpened(BLUE, "ogwen-3", 1, (4,), to_reserve=1)]
    assert game.agenda[0] == Execute(RED, 4)
    answer(game, SellSlate("ogwen-1"))
    assert game.agenda == ()


@pytest.mark.rule("SF-18", "SF-22")
def test_paid_markers_lie_on_the_mine_and_in_the_reserve_wherever_they_came_from():
    game = at_work(3, **THREE, players=few(1), fields={4: {BLUE: 1}, 6: {BLUE: 1}})
    reserve = game.players[BLUE].reserve
    answer(game, OpenMine("ogwen-5"))
    assert game.players[BLUE].supply == 0
    assert game.pending(BLUE) == ()
    assert game.players[BLUE].reserve == reserve + 2
    assert game.mines["ogwen-5"].owner == BLUE


@pytest.mark.rule("SF-R12")
def test_with_only_one_way_to_pay_nobody_is_asked():
    game = at_work(3, **TWO, players=few(2), after=(Execute(BLUE, 1),))
    assert answer(game, OpenMine("ogwen-3"))[0] == MineOpened(BLUE, "ogwen-3", 2, (), to_reserve=1)


@pytest.mark.rule("SF-R12")
@pytest.mark.parametrize("wrong", [(2, (4,)), (0, (4,)), (1, ()), (0, (6, 4)), (1, (5,)), (-1, (4, 6, 6))])
def test_neither_more_nor_less_than_the_price_nor_a_marker_one_has_not(wrong):
    game = at_work(3, **TWO, players=few(1), fields={4: {BLUE: 1}, 6: {BLUE: 2}})
    answer(game, OpenMine("ogwen-3"))
    with pytest.raises(NotOffered):
        answer(game, PayMarkers(*wrong))


@pytest.mark.rule("SF-18")
def test_only_own_markers_pay():
    game = at_work(3, **THREE, players=few(1), fields={4: {RED: 3}})
    assert barred(game)[OpenMine("ogwen-5")] == reasons.TOO_FEW_MARKERS_TO_OPEN


@pytest.mark.rule("SF-R1", "SF-R2")
def test_the_executing_marker_may_pay_for_its_own_action():
    game = worked_off({3: {BLUE: 1}}, players=few(0)).game
    answer(game, OpenMine("ogwen-1"))
    assert game.mines["ogwen-1"].owner == BLUE
    assert game.players[BLUE].supply == 0


@pytest.mark.rule("SF-R1")
def test_by_option_the_executing_marker_may_not_pay():
    events = worked_off({3: {BLUE: 1}}, players=few(0), executing_marker_may_pay=False).events
    assert of(events, ActionLapsed, MineOpened) == [ActionLapsed(BLUE, 3)]


@pytest.mark.rule("SF-R1", "SF-R12")
@pytest.mark.parametrize(
    ("may_pay", "ways"),
    [
        # Two markers on field 3 and one in the supply; the mine costs two. If the executing one may pay, it
        # lies in the supply already.
        (True, [PayMarkers(2, ()), PayMarkers(1, (3,))]),
        (False, None),
    ],
)
def test_further_own_markers_on_the_same_field_may_pay(may_pay, ways):
    game = worked_off({3: {BLUE: 2}}, **TWO, players=few(1), executing_marker_may_pay=may_pay).game
    events = answer(game, OpenMine("ogwen-3"))
    if ways:
        assert legal(game) == ways
        answer(game, PayMarkers(1, (3,)))
    else:
        assert events == [MineOpened(BLUE, "ogwen-3", 1, (3,), to_reserve=1), MarkerTakenBack(BLUE, 3)]
    # The second marker of field 3 was spent: no further execution.
    assert game.agenda == ()
    assert game.players[BLUE].supply == 1


@pytest.mark.rule("SF-R1")
@pytest.mark.parametrize(("may_pay", "markers"), [(True, 3), (False, 2)])
def test_what_is_at_hand_counts_the_executing_marker_only_if_it_may_pay(may_pay, markers):
    # one in the supply, one on field 6, one executing on field 3
    position = {"fields": {3: {BLUE: 1}, 6: {BLUE: 1}}, "players": few(1)}
    game = worked_off(**position, **THREE, executing_marker_may_pay=may_pay).game
    assert (OpenMine("ogwen-5") in legal(game)) == (markers >= 3)


@pytest.mark.rule("SF-18", "SF-R3", "SF-R12")
@pytest.mark.parametrize("may_pay", [True, False])
def test_developing_is_paid_the_same_way(may_pay):
    game = worked_off(
        {5: {BLUE: 2}, 6: {BLUE: 1}},
        players=few(1),
        mines={"ogwen-1": RED},
        executing_marker_may_pay=may_pay,
    ).game
    answer(game, Develop("money_points"))
    assert game.agenda[0] == PayDevelopment(BLUE, 5, "money_points")
    assert legal(game) == [PayMarkers(1, ()), PayMarkers(0, (5,)), PayMarkers(0, (6,))]
    answer(game, PayMarkers(0, (5,)))
    assert game.agenda[0] == Execute(BLUE, 6)


@pytest.mark.rule("SF-R10", "SF-18")
def test_a_pending_marker_that_did_not_pay_keeps_its_action():
    game = worked_off({3: {BLUE: 1}, 6: {BLUE: 1}}, **TWO, players=few(1)).game
    answer(game, OpenMine("ogwen-3"))
    answer(game, PayMarkers(2, ()))
    assert game.agenda[0] == Execute(BLUE, 6)
    answer(game, LetLapse())
    assert game.players[BLUE].supply == 1
