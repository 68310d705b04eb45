"""What can happen, and what each changes on the table."""

from __future__ import annotations

from games.kernel import Asked, Event, list_types
from games.schichtwechsel.agenda import SchichtwechselAgenda
from games.schichtwechsel.events.cubes import (
    BagFilled,
    BlueCubeReturned,
    CoalGained,
    CoalLifted,
    CokeGained,
    CokeLoaded,
    CokePlaced,
    CokeSold,
    CubeDropped,
    CubePlaced,
    CubesDrawn,
    CubesGiven,
    SpoilGained,
    SpoilLifted,
    SpoilTraded,
    WagonFilled,
)
from games.schichtwechsel.events.gains import (
    CoinsGained,
    PointsScored,
    TileTaken,
    TokensGained,
    ToolsDiscarded,
    ToolsGained,
    WaterFell,
    WaterRose,
)
from games.schichtwechsel.events.moves import (
    CardCopied,
    CardUsed,
    DiscAdvanced,
    ExitReached,
    HeadframeMoved,
    HeadframeRaised,
    HousePlaced,
    MarkerTaken,
    MinerMoved,
    TargetReached,
    TurnPassed,
)
from games.schichtwechsel.events.rounds import (
    BlueCubeAdded,
    EntryScored,
    FirstPlayerDrawn,
    GameEnded,
    PlayerEquipped,
    RoundBegan,
    RoundCardRevealed,
    RoundEnded,
    SupplyLaidOut,
)


class SchichtwechselAsked(Asked, frozen=True, tag="asked"):
    """What the game waits for from now on."""

    agenda: SchichtwechselAgenda


EVENTS = list_types(Event, __name__)

__all__ = [
    "EVENTS",
    "BagFilled",
    "BlueCubeAdded",
    "BlueCubeReturned",
    "CardCopied",
    "CardUsed",
    "CoalGained",
    "CoalLifted",
    "CoinsGained",
    "CokeGained",
    "CokeLoaded",
    "CokePlaced",
    "CokeSold",
    "CubeDropped",
    "CubePlaced",
    "CubesDrawn",
    "CubesGiven",
    "DiscAdvanced",
    "EntryScored",
    "ExitReached",
    "FirstPlayerDrawn",
    "GameEnded",
    "HeadframeMoved",
    "HeadframeRaised",
    "HousePlaced",
    "MarkerTaken",
    "MinerMoved",
    "PlayerEquipped",
    "PointsScored",
    "RoundBegan",
    "RoundCardRevealed",
    "RoundEnded",
    "SchichtwechselAsked",
    "SpoilGained",
    "SpoilLifted",
    "SpoilTraded",
    "SupplyLaidOut",
    "TargetReached",
    "TileTaken",
    "TokensGained",
    "ToolsDiscarded",
    "ToolsGained",
    "TurnPassed",
    "WagonFilled",
    "WaterFell",
    "WaterRose",
]
