"""Why a command that no option function speaks of is none."""

from __future__ import annotations

from games.kernel import Reason
from games.schichtwechsel.agenda import (
    AdvanceDiscs,
    EnterPlant,
    FillOneWagon,
    LoadCokeWagons,
    PayCard,
    PickBenefit,
    PickCopy,
    PickHouse,
    PickTile,
    PlaceHeadframe,
    PumpWater,
    RefineCoal,
    ShareOutCubes,
    StowCubes,
    TakeTurn,
    WalkOn,
)
from games.schichtwechsel.commands import (
    AdvanceDisc,
    Choose,
    CopyCard,
    DropCube,
    GiveCubes,
    LoadCoke,
    LowerWater,
    MoveHeadframe,
    MoveMiner,
    Pay,
    PlaceCoke,
    PlaceCube,
    RefineWagon,
    TakeHouse,
    TakeTile,
    UseCard,
)
from games.schichtwechsel.reasons import (
    ALREADY_HAS_CUBES,
    BENEFIT_NOT_POSSIBLE,
    COKE_IS_NOT_THERE,
    CUBE_NOT_AT_HAND,
    HOUSE_HAS_LEFT,
    NOT_IN_THIS_GAME,
    NOT_THE_PRICE,
    NOT_THIS_KIND_OF_CUBE,
    NOT_THIS_ROUTE,
    NOT_THIS_SIZE,
    PLACES_FIRST,
    TOO_FAR_TO_WALK,
    WAGON_CANNOT_BE_REFINED,
    WATER_FALLS_LESS,
    WRONG_HEADFRAME,
)
from games.schichtwechsel.rules.book import RULES
from games.schichtwechsel.state import Schichtwechsel

objection = RULES.objection


@objection(ShareOutCubes, GiveCubes)
def has_cubes_already(_: Schichtwechsel, __: ShareOutCubes, ___: GiveCubes) -> Reason:
    """SW-45"""
    return ALREADY_HAS_CUBES


@objection(StowCubes, PlaceCube)
def cube_is_not_at_hand(_: Schichtwechsel, __: StowCubes, ___: PlaceCube) -> Reason:
    """SW-46"""
    return CUBE_NOT_AT_HAND


@objection(StowCubes, DropCube)
def some_cube_finds_room(_: Schichtwechsel, __: StowCubes, ___: DropCube) -> Reason:
    """SW-R14"""
    return PLACES_FIRST


@objection(FillOneWagon, PlaceCube)
def cube_is_of_another_kind(_: Schichtwechsel, __: FillOneWagon, ___: PlaceCube) -> Reason:
    """SW-R15"""
    return NOT_THIS_KIND_OF_CUBE


@objection(PickTile, TakeTile)
def tile_is_none_of_the_game(_: Schichtwechsel, __: PickTile, ___: TakeTile) -> Reason:
    """SW-171"""
    return NOT_IN_THIS_GAME


@objection(TakeTurn, UseCard)
def use_is_none_of_the_game(_: Schichtwechsel, __: TakeTurn, ___: UseCard) -> Reason:
    """SW-171"""
    return NOT_IN_THIS_GAME


@objection(PayCard, Pay)
def payment_is_not_the_price(_: Schichtwechsel, __: PayCard, ___: Pay) -> Reason:
    """SW-87, SW-88, SW-R23: too much, too little, or what the player has not."""
    return NOT_THE_PRICE


@objection(PickBenefit, Choose)
def benefit_is_not_possible(_: Schichtwechsel, __: PickBenefit, ___: Choose) -> Reason:
    """SW-74"""
    return BENEFIT_NOT_POSSIBLE


@objection(RefineCoal, RefineWagon)
def wagon_cannot_be_refined(_: Schichtwechsel, __: RefineCoal, ___: RefineWagon) -> Reason:
    """SW-R11, SW-R13"""
    return WAGON_CANNOT_BE_REFINED


@objection(EnterPlant, PlaceCoke)
def coking_space_is_out_of_play(_: Schichtwechsel, __: EnterPlant, ___: PlaceCoke) -> Reason:
    """SW-17"""
    return NOT_IN_THIS_GAME


@objection(LoadCokeWagons, LoadCoke)
def coke_is_not_there(_: Schichtwechsel, __: LoadCokeWagons, ___: LoadCoke) -> Reason:
    """SW-99, SW-R58"""
    return COKE_IS_NOT_THERE


@objection(PumpWater, LowerWater)
def water_falls_less(_: Schichtwechsel, __: PumpWater, ___: LowerWater) -> Reason:
    """SW-R26"""
    return WATER_FALLS_LESS


@objection(AdvanceDiscs, AdvanceDisc)
def route_has_no_step_left(_: Schichtwechsel, __: AdvanceDiscs, ___: AdvanceDisc) -> Reason:
    """SW-101"""
    return NOT_THIS_ROUTE


@objection(WalkOn, MoveMiner)
def space_lies_behind(_: Schichtwechsel, __: WalkOn, ___: MoveMiner) -> Reason:
    """SW-111"""
    return TOO_FAR_TO_WALK


@objection(PickCopy, CopyCard)
def card_is_of_another_size(game: Schichtwechsel, _: PickCopy, command: CopyCard) -> Reason:
    """SW-135, SW-171"""
    return NOT_THIS_SIZE if command.card in game.cards() else NOT_IN_THIS_GAME


@objection(PlaceHeadframe, MoveHeadframe)
def headframe_is_another(_: Schichtwechsel, __: PlaceHeadframe, ___: MoveHeadframe) -> Reason:
    """SW-129, SW-R64"""
    return WRONG_HEADFRAME


@objection(PickHouse, TakeHouse)
def house_has_left(_: Schichtwechsel, __: PickHouse, ___: TakeHouse) -> Reason:
    """SW-R9"""
    return HOUSE_HAS_LEFT
