"""What a player can want. Dice are counted 1, 2, 3 as they lie."""

from __future__ import annotations

from games.kernel import Command


class Reroll(Command, frozen=True, gc=False):
    die: int


class SetDie(Command, frozen=True, gc=False):
    die: int
    face: int


class ChangeDie(Command, frozen=True, gc=False):
    """By one pip; 6 and 1 adjoin."""

    die: int
    face: int


class BuyMarker(Command, frozen=True, gc=False):
    box: str


class SitOut(Command, frozen=True, gc=False):
    pass


class MarkActions(Command, frozen=True, gc=False):
    """One marker on the field of each of these faces, lowest first; none is allowed."""

    faces: tuple[int, ...]


class TakeSupply(Command, frozen=True, gc=False):
    pass


class OpenMine(Command, frozen=True, gc=False):
    mine: str


class SellSlate(Command, frozen=True, gc=False):
    mine: str


class Develop(Command, frozen=True, gc=False):
    box: str


class LetLapse(Command, frozen=True, gc=False):
    pass


class PayMarkers(Command, frozen=True, gc=False):
    """From the supply, and those waiting on these faces: their actions are lost."""

    supply: int
    pending: tuple[int, ...]


class EndTurn(Command, frozen=True, gc=False):
    pass


COMMANDS = (
    Reroll,
    SetDie,
    ChangeDie,
    BuyMarker,
    SitOut,
    MarkActions,
    TakeSupply,
    OpenMine,
    SellSlate,
    Develop,
    LetLapse,
    PayMarkers,
    EndTurn,
)
