"""What the game can wait for: questions to a seat, and steps that run by themselves."""

from __future__ import annotations

from games.kernel import Question, Step


class SetUpTable(Step, frozen=True, gc=False):
    pass


class BeginRound(Step, frozen=True, gc=False):
    pass


class RollDice(Step, frozen=True, gc=False):
    seat: int


class BuyOrSitOut(Question, frozen=True, gc=False):
    """An empty supply, and a box that could fill it."""


class PrepareActions(Question, frozen=True, gc=False):
    """The dice have been rolled: change them or mark actions."""


class WorkOff(Step, frozen=True, gc=False):
    """A field, passing round the table from the player at `place` of the order."""

    die: int
    place: int = 0


class TakeMarkerBack(Step, frozen=True, gc=False):
    seat: int
    die: int


class Execute(Question, frozen=True, gc=False):
    """One marker's action."""

    die: int


class PayEntrance(Question, frozen=True, gc=False):
    """Which markers open the mine; asked only where there is more than one way."""

    die: int
    mine: str


class PayDevelopment(Question, frozen=True, gc=False):
    die: int
    box: str


class CloseTurn(Question, frozen=True, gc=False):
    """An execution may just have brought in money: a last chance to buy."""


class EndRound(Step, frozen=True, gc=False):
    pass


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
