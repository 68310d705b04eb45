"""What the game can wait for: questions to a seat, and steps that run by themselves."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from games.kernel.quantities import MOST_SEATS
from games.schichtwechsel.agenda.acting import (
    AdvanceDiscs,
    CloseTurn,
    EnterPlant,
    FillOneWagon,
    LiftWagons,
    LoadCokeWagons,
    NextTurn,
    PayCard,
    Perform,
    PickBenefit,
    PickCopy,
    PickHouse,
    PickSite,
    PlaceHeadframe,
    PumpWater,
    RefineCoal,
    TakeActions,
    TakeOrLeave,
    TakeTurn,
    WalkOn,
)
from games.schichtwechsel.agenda.preparing import (
    BeginRound,
    ChooseTiles,
    DrawCubes,
    GainActionTokens,
    MineCoal,
    PickTile,
    RaisePitWater,
    RevealRoundCard,
    SellOnePair,
    SellPair,
    SetUpTable,
    ShareOutCubes,
    StowCubes,
    TakeUpperHalf,
    UseBar,
    UseBarSpaces,
)
from games.schichtwechsel.agenda.scoring import (
    CountEntry,
    EndGame,
    EndRound,
    FinalScoring,
    ScoreEntry,
    ScoreRound,
)

MOST_FRAMES: Final = 24  # effects that wait for those they triggered, and the question itself
MOST_ITEMS: Final = MOST_FRAMES + 2 * MOST_SEATS + 10  # everybody's tile and its upper half, then a round

SchichtwechselItem = (
    SetUpTable
    | BeginRound
    | RevealRoundCard
    | MineCoal
    | DrawCubes
    | ShareOutCubes
    | StowCubes
    | ChooseTiles
    | PickTile
    | TakeUpperHalf
    | RaisePitWater
    | GainActionTokens
    | SellOnePair
    | SellPair
    | UseBarSpaces
    | UseBar
    | TakeActions
    | NextTurn
    | TakeTurn
    | PayCard
    | CloseTurn
    | Perform
    | PickBenefit
    | TakeOrLeave
    | FillOneWagon
    | LiftWagons
    | RefineCoal
    | EnterPlant
    | LoadCokeWagons
    | PumpWater
    | AdvanceDiscs
    | WalkOn
    | PickCopy
    | PlaceHeadframe
    | PickHouse
    | PickSite
    | ScoreRound
    | EndRound
    | FinalScoring
    | ScoreEntry
    | CountEntry
    | EndGame
)
SchichtwechselAgenda = Annotated[
    tuple[SchichtwechselItem, ...],
    Meta(max_length=MOST_ITEMS, description="What the game waits for, next item first."),
]

__all__ = [
    "MOST_FRAMES",
    "MOST_ITEMS",
    "AdvanceDiscs",
    "BeginRound",
    "ChooseTiles",
    "CloseTurn",
    "CountEntry",
    "DrawCubes",
    "EndGame",
    "EndRound",
    "EnterPlant",
    "FillOneWagon",
    "FinalScoring",
    "GainActionTokens",
    "LiftWagons",
    "LoadCokeWagons",
    "MineCoal",
    "NextTurn",
    "PayCard",
    "Perform",
    "PickBenefit",
    "PickCopy",
    "PickHouse",
    "PickSite",
    "PickTile",
    "PlaceHeadframe",
    "PumpWater",
    "RaisePitWater",
    "RefineCoal",
    "RevealRoundCard",
    "SchichtwechselAgenda",
    "SchichtwechselItem",
    "ScoreEntry",
    "ScoreRound",
    "SellOnePair",
    "SellPair",
    "SetUpTable",
    "ShareOutCubes",
    "StowCubes",
    "TakeActions",
    "TakeOrLeave",
    "TakeTurn",
    "TakeUpperHalf",
    "UseBar",
    "UseBarSpaces",
    "WalkOn",
]
