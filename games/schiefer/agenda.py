"""What the game can wait for: questions to a seat, and steps that run by themselves."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from games.kernel import Question, Step
from games.kernel.quantities import MOST_SEATS, Seat, doc
from games.schiefer.quantities import BoxId, Field, MineId, Place

MOST_ITEMS: Final = (
    MOST_SEATS + 2
)  # everybody is still to roll, then come the fields and the end of the round


class SetUpTable(Step, frozen=True):
    """Markers and money are handed out, the start player is drawn (SF-1 .. SF-3)."""


class BeginRound(Step, frozen=True):
    """A round is rolling, executing, ending (SF-5)."""


class RollDice(Step, frozen=True):
    """A player's rolling turn comes (SF-6)."""

    seat: Annotated[Seat, doc("Who rolls.")]


class BuyOrSitOut(Question, frozen=True):
    """An empty supply, and a box that could fill it (SF-R4)."""


class PrepareActions(Question, frozen=True):
    """The dice have been rolled: change them or mark actions (SF-R5)."""


class WorkOff(Step, frozen=True):
    """A field, passing round the table in player order (SF-12 .. SF-14)."""

    die: Annotated[Field, doc("The field that is worked off.")]
    place: Annotated[Place, doc("The place in the player order that comes next.")] = 0


class TakeMarkerBack(Step, frozen=True):
    """The executed marker goes back to the supply (SF-15)."""

    seat: Annotated[Seat, doc("Whose marker it is.")]
    die: Annotated[Field, doc("The field on which it lies.")]


class Execute(Question, frozen=True):
    """One marker's action (SF-14)."""

    die: Annotated[Field, doc("The field whose action is due.")]


class PayEntrance(Question, frozen=True):
    """Which markers open the mine; asked only where there is more than one way (SF-R12)."""

    die: Annotated[Field, doc("The field whose action is carried out.")]
    mine: Annotated[MineId, doc("The mine that is opened.")]


class PayDevelopment(Question, frozen=True):
    """Which marker goes into the box; asked only where there is more than one way (SF-R12)."""

    die: Annotated[Field, doc("The field whose action is carried out.")]
    box: Annotated[BoxId, doc("The box that is developed.")]


class CloseTurn(Question, frozen=True):
    """An execution may just have brought in money: a last chance to buy (SF-R7)."""


class EndRound(Step, frozen=True):
    """The start figure goes on, or the game is over (SF-38, SF-39)."""


SchieferItem = (
    SetUpTable
    | BeginRound
    | RollDice
    | BuyOrSitOut
    | PrepareActions
    | WorkOff
    | TakeMarkerBack
    | Execute
    | PayEntrance
    | PayDevelopment
    | CloseTurn
    | EndRound
)
SchieferAgenda = Annotated[
    tuple[SchieferItem, ...],
    Meta(max_length=MOST_ITEMS, description="What the game waits for, next item first."),
]
