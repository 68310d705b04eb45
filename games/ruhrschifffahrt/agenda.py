"""What the game can wait for: questions to a seat, and steps that run by themselves."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from games.kernel import Question, Step
from games.kernel.quantities import MOST_SEATS, Seat, doc
from games.ruhrschifffahrt.quantities import (
    MOST_EVENTS,
    BoundTo,
    Colour,
    DueDice,
    EventName,
    Pips,
    Seats,
)

# Dice come back in a round that still has events, or everybody is still to act; then come the phases.
MOST_ITEMS: Final = MOST_EVENTS + MOST_SEATS + 8


class SetUpTable(Step, frozen=True):
    """The table is laid out (RS-2 .. RS-11)."""


class BeginRound(Step, frozen=True):
    """A round has seven phases (RS-1)."""


class BeginEvents(Step, frozen=True):
    """Phase 1: the events of the timeline (RS-R60)."""


class HistoricalEvent(Step, frozen=True):
    """One event of the timeline (RS-20 .. RS-33)."""

    event: Annotated[EventName, doc("Which one.")]


class ReturnDie(Question, frozen=True):
    """A die that left the track, put back by the start player of the phase (RS-38)."""

    colour: Annotated[Colour, doc("Its colour.")]
    pips: Annotated[Pips, doc("Its pips, which stay as they are (RS-38).")]


class ChooseLevy(Question, frozen=True):
    """Everybody pays a Thaler or a point (RS-22)."""


class ChooseGain(Question, frozen=True):
    """Everybody takes a Thaler or a point (RS-25)."""


class RemoveDice(Step, frozen=True):
    """Dice are removed from depots one by one (RS-30, RS-31)."""

    due: Annotated[DueDice, doc("Dice still due, by colour (RS-30).")]
    seats: Annotated[Seats, doc("Who picks them, next first (RS-31).")]


class ChooseDieToRemove(Question, frozen=True):
    """One of the dice that leave the game (RS-31)."""

    due: Annotated[DueDice, doc("Dice still due, by colour (RS-30).")]
    then: Annotated[Seats, doc("Who picks after this seat (RS-31).")]


class DrawDemand(Step, frozen=True):
    """Phase 2: one marker from the bag (RS-45)."""


class BeginDepartures(Step, frozen=True):
    """Phase 3: start space and special option (RS-56)."""


class ChooseOption(Question, frozen=True):
    """A special option, or none (RS-56, RS-65)."""


class ChooseTransport(Question, frozen=True):
    """Which arrow space gives its die (RS-R14)."""


class ChooseTarget(Question, frozen=True):
    """Where the transported die goes (RS-71, RS-77)."""

    colour: Annotated[Colour, doc("The colour of the die.")]


class ChooseDieToRaise(Question, frozen=True):
    """Which die the supply raises (RS-73)."""


class ChooseStart(Question, frozen=True):
    """The start space, free or bound to the depot that a tow and transport filled (RS-56, RS-R15)."""

    bound_to: Annotated[BoundTo, doc("The depot that must be taken; empty for a free choice (RS-R15).")]


class BeginVoyages(Step, frozen=True):
    """Phase 4: movement and sale (RS-80)."""


class Sail(Question, frozen=True):
    """Where the coal is sold (RS-81, RS-82)."""


class AwardTiles(Step, frozen=True):
    """Phase 5: tiles for stones (RS-96)."""


class BeginPurchases(Step, frozen=True):
    """Phase 6: purchases (RS-115)."""


class OpenPurchases(Step, frozen=True):
    """A player's purchases begin, with a forced lock if there is one (RS-54, RS-R49)."""

    seat: Annotated[Seat, doc("Who buys.")]


class BuildForcedLock(Question, frozen=True):
    """A lock that must be built before anything else (RS-54)."""


class Purchase(Question, frozen=True):
    """Buying, moving and repaying, in any sequence (RS-115)."""


class ScoreExports(Step, frozen=True):
    """Phase 7: export (RS-133)."""


class EndRound(Step, frozen=True):
    """Discs and money go back, and the next round comes (RS-137 .. RS-139)."""


RuhrItem = (
    SetUpTable
    | BeginRound
    | BeginEvents
    | HistoricalEvent
    | ReturnDie
    | ChooseLevy
    | ChooseGain
    | RemoveDice
    | ChooseDieToRemove
    | DrawDemand
    | BeginDepartures
    | ChooseOption
    | ChooseTransport
    | ChooseTarget
    | ChooseDieToRaise
    | ChooseStart
    | BeginVoyages
    | Sail
    | AwardTiles
    | BeginPurchases
    | OpenPurchases
    | BuildForcedLock
    | Purchase
    | ScoreExports
    | EndRound
)
RuhrAgenda = Annotated[
    tuple[RuhrItem, ...],
    Meta(max_length=MOST_ITEMS, description="What the game waits for, next item first."),
]
