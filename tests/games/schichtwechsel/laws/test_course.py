"""What is asked, and what comes after it, is what a round could have come to."""

import pytest

from games.schichtwechsel.agenda import (
    CloseTurn,
    CountEntry,
    DrawCubes,
    FinalScoring,
    LiftWagons,
    PayCard,
    Perform,
    PickTile,
    ScoreEntry,
    SellPair,
    ShareOutCubes,
    StowCubes,
    TakeTurn,
    TakeUpperHalf,
    UseBar,
    WalkOn,
)
from games.schichtwechsel.effects import Lift
from games.schichtwechsel.laws.course import Phase
from support.games.schichtwechsel_given import (
    BOARD,
    acting,
    begun,
    waits,
    wrong,
)

ORDER = BOARD.final_scoring.order


def cube_at_hand(game, **cubes):
    for kind, count in cubes.items():
        game.bag[kind] -= count
        game.hand[kind] += count
    return game


@pytest.mark.rule("SW-45", "SW-46")
def test_cubes_at_hand_are_those_that_are_shared_out():
    share = ShareOutCubes(0, ("coal", "spoil"), (1, 2))

    assert wrong(cube_at_hand(waits(Phase.MINING, share), coal=1, spoil=1)) == []
    assert wrong(cube_at_hand(waits(Phase.MINING, share), coal=2)) == [("hand", "/hand")]
    assert wrong(cube_at_hand(begun(), coal=1)) == [("hand", "/hand")]


@pytest.mark.rule("SW-45")
@pytest.mark.parametrize(
    "agenda",
    [
        (ShareOutCubes(1, ("coal",), (1, 2)),),
        (ShareOutCubes(0, ("coal",), (2, 1)),),
        (ShareOutCubes(0, ("coal",), (1, 1)),),
        (ShareOutCubes(0, ("coal",), ()),),
        (StowCubes(1), DrawCubes((1, 2))),
        (StowCubes(1),),
        (DrawCubes((1, 2)),),
    ],
)
def test_another_order_of_drawing(agenda):
    assert wrong(cube_at_hand(waits(Phase.MINING, *agenda), coal=1))[-1][0] == "agenda"


def test_stowing_without_a_cube():
    assert wrong(waits(Phase.MINING, StowCubes(1), DrawCubes((2,)))) == [("hand", "/hand")]


@pytest.mark.rule("SW-51")
@pytest.mark.parametrize("agenda", [(PickTile(3),), (PickTile(2), TakeUpperHalf(2)), (TakeUpperHalf(3),)])
def test_another_order_of_tiles(agenda):
    assert wrong(waits(Phase.TILES, *agenda))[0][0] == "agenda"


@pytest.mark.rule("SW-63", "SW-65")
def test_a_sale_without_coke():
    game = waits(Phase.SALE, SellPair(1))
    assert wrong(game) == [("agenda", "/agenda")]

    game.players[1].stock, game.players[1].coke = 9, 2
    assert wrong(game) == []


@pytest.mark.rule("SW-66")
def test_the_bar_is_used_in_order():
    lift = LiftWagons(1, 1, must=False)

    assert wrong(waits(Phase.BAR, lift, UseBar(2), UseBar(3))) == []
    assert wrong(waits(Phase.BAR, lift, UseBar(3))) == [("agenda", "/agenda/0")]
    assert wrong(waits(Phase.BAR, lift, UseBar(3), UseBar(2))) == [("agenda", "/agenda")]


@pytest.mark.rule("SW-84", "SW-120")
@pytest.mark.parametrize(
    ("agenda", "pointer"),
    [
        ((TakeTurn(1),), "/agenda/0"),
        ((TakeTurn(0), CloseTurn(0)), "/agenda/0"),
        ((CloseTurn(0), CloseTurn(0)), "/agenda/0"),
        ((TakeTurn(0), TakeTurn(0, traded=True)), "/agenda/0"),
        ((WalkOn(0, use_space=True), CloseTurn(1)), "/agenda/1"),
        ((PayCard(0, "wagon_big", "small"),), "/agenda"),
        ((PayCard(0, "wagon_big", "large"), Perform(0, (Lift(3),), must=True)), "/agenda"),
    ],
)
def test_another_course_of_a_turn(agenda, pointer):
    assert ("agenda", pointer) in wrong(acting(*agenda))


@pytest.mark.rule("SW-94")
def test_who_has_passed_has_no_turn():
    game = begun()
    game.players[0].passed = True

    assert wrong(game) == [("agenda", "/agenda")]


@pytest.mark.rule("SW-147", "SW-172")
def test_the_final_scoring_goes_entry_by_entry():
    def scoring(*later, left=ORDER[1:]):
        game = waits(Phase.ACTIONS, at_round=5)
        game.sites["pit_miner"] = [2]
        game.players[2].bar = ("bar1", "bar2", "bar3", "bar4")
        game.agenda = (WalkOn(2, use_space=False), *later, FinalScoring(left))
        return game

    count, rest = CountEntry(2, "pit_miner"), ScoreEntry(3, "pit_miner")
    assert wrong(scoring(count, rest)) == []
    for later, left in [
        ((count,), ORDER[1:]),
        ((count, rest), ORDER[2:]),
        ((CountEntry(1, "pit_miner"), ScoreEntry(2, "pit_miner"), rest), ORDER[1:]),
        ((rest,), ORDER[1:]),
    ]:
        assert wrong(scoring(*later, left=left)) == [("agenda", "/agenda")]


@pytest.mark.rule("SW-146")
def test_nothing_is_asked_though_the_game_is_not_over():
    game = waits(Phase.ACTIONS)
    game.agenda = ()

    assert wrong(game) == [("agenda", "/agenda")]


def test_an_agenda_of_no_round():
    game = begun()
    game.agenda = game.agenda[:-1]

    assert wrong(game) == [("agenda", "/agenda")]
