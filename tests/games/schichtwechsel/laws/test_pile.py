"""Effects that wait for those they triggered."""

import pytest

from games.schichtwechsel.agenda import (
    AdvanceDiscs,
    CloseTurn,
    EnterPlant,
    FillOneWagon,
    LiftWagons,
    Perform,
    PickBenefit,
    PickCopy,
    PickSite,
    PlaceHeadframe,
    PumpWater,
    RefineCoal,
    TakeOrLeave,
    WalkOn,
)
from games.schichtwechsel.effects import Advance, CoalAbove, Lift, LowerWater, Points
from support.games.schichtwechsel_given import (
    BOARD,
    acting,
    wrong,
)

ROAD_OR_POINT = BOARD.bar.spaces[2].effects[0].benefits
COAL = CoalAbove(1, optional=True)


@pytest.mark.parametrize(
    "pile",
    [
        (WalkOn(0, use_space=True),),
        (PickBenefit(0, ROAD_OR_POINT, optional=True),),
        (TakeOrLeave(0, COAL),),
        (FillOneWagon(0, ("coal",)),),
        (LiftWagons(0, 3, must=True),),
        (RefineCoal(0, 1, (1, 2), must=False),),
        (EnterPlant(0, 0), RefineCoal(0, 2, (1,), must=False)),
        (PumpWater(0, 4, 1),),
        (AdvanceDiscs(0, ("road", "canal"), cross=True, optional=False, must=False),),
        (AdvanceDiscs(0, ("rail",), cross=True, optional=True, must=True),),
        (PickCopy(0, ("large",), must=False),),
        (PickSite(0, "bar1"),),
        (PlaceHeadframe(0, "small", second=True),),
        (WalkOn(0, use_space=True), Perform(0, (Points(2),)), PlaceHeadframe(0, "small", second=True)),
    ],
    ids=lambda pile: type(pile[0]).__name__,
)
def test_what_cards_and_spaces_come_to_breaks_no_law(pile):
    assert wrong(acting(*pile, CloseTurn(0))) == []


@pytest.mark.parametrize(
    "question",
    [
        WalkOn(1, use_space=True),
        PickBenefit(0, ROAD_OR_POINT[:1], optional=True),
        PickBenefit(0, BOARD.tiles.list[0].lower, optional=True),
        TakeOrLeave(0, CoalAbove(1)),
        TakeOrLeave(0, LowerWater(1, optional=True)),
        FillOneWagon(0, ("spoil", "spoil")),
        LiftWagons(0, 4, must=False),
        RefineCoal(0, 2, (1, 2), must=False),
        RefineCoal(0, 1, (3,), must=False),
        EnterPlant(0, 1),
        PumpWater(0, 7, 0),
        PumpWater(0, 3, 2),
        AdvanceDiscs(0, ("road", "road", "road"), cross=True, optional=False, must=False),
        AdvanceDiscs(0, ("road",), cross=True, optional=True, must=False),
        PickCopy(0, ("special",), must=False),
        PickSite(0, "bar2"),
        PlaceHeadframe(0, "big", second=True),
    ],
    ids=repr,
)
def test_a_question_that_nothing_printed_asks(question):
    game = acting(question, CloseTurn(0))
    game.players[0].bar = ("bar1", "bar3", "bar4", "bar5")
    game.sites["pit_vp2"] = [0]

    assert wrong(game) == [("agenda", "/agenda/0")]


@pytest.mark.rule("SW-R53")
@pytest.mark.parametrize(
    "rest",
    [
        Perform(0, (Points(3),)),
        Perform(0, (Lift(1), Lift(1))),
        Perform(0, (Advance(("rail", "rail")),)),
        PlaceHeadframe(0, "big", second=False),
        LiftWagons(0, 1, must=False),
    ],
)
def test_what_is_left_to_do_is_the_rest_of_something_printed(rest):
    assert wrong(acting(WalkOn(0, use_space=True), rest, CloseTurn(0))) == [("agenda", "/agenda/1")]


def test_effects_without_end():
    pile = [PlaceHeadframe(0, "small", second=True)] * 25

    assert wrong(acting(*pile, CloseTurn(0))) == [("agenda", "/agenda")]
