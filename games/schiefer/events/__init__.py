"""What can happen, and what each changes on the table."""

from __future__ import annotations

from games.kernel import Asked, Event, list_types
from games.schiefer.agenda import SchieferAgenda
from games.schiefer.events.executing import (
    ActionLapsed,
    BoxTaken,
    MarkerBought,
    MarkerTakenBack,
    MineOpened,
    SaleBonusReceived,
    ShareReceived,
    SlateSold,
    SupplyTaken,
)
from games.schiefer.events.rolling import (
    ActionsMarked,
    DiceRolled,
    DieChanged,
    DieRerolled,
    DieSet,
    RoundSatOut,
)
from games.schiefer.events.rounds import (
    BlackMarkersLaidOut,
    GameEnded,
    PlayerEquipped,
    RoundBegan,
    RoundEnded,
    StartPlayerDrawn,
    StartPlayerPassed,
)


class SchieferAsked(Asked, frozen=True, tag="asked"):
    """What the game waits for from now on."""

    agenda: SchieferAgenda


EVENTS = list_types(Event, __name__)

__all__ = [
    "EVENTS",
    "ActionLapsed",
    "ActionsMarked",
    "BlackMarkersLaidOut",
    "BoxTaken",
    "DiceRolled",
    "DieChanged",
    "DieRerolled",
    "DieSet",
    "GameEnded",
    "MarkerBought",
    "MarkerTakenBack",
    "MineOpened",
    "PlayerEquipped",
    "RoundBegan",
    "RoundEnded",
    "RoundSatOut",
    "SaleBonusReceived",
    "SchieferAsked",
    "ShareReceived",
    "SlateSold",
    "StartPlayerDrawn",
    "StartPlayerPassed",
    "SupplyTaken",
]
