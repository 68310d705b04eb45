"""What a player can want. Dice are counted 1, 2, 3 as they lie."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Command, list_types
from games.kernel.quantities import doc
from games.schiefer.quantities import BoxId, Die, Face, MarkedFields, Markers, MineId, PaidFields


class Reroll(Command, frozen=True):
    """One die is rolled again for money (SF-8)."""

    die: Annotated[Die, doc("Which die, counted 1, 2, 3 as they lie.")]


class SetDie(Command, frozen=True):
    """One own die is turned to another face for money, once a round (SF-9)."""

    die: Annotated[Die, doc("Which die, counted 1, 2, 3 as they lie.")]
    face: Annotated[Face, doc("The number it is to show.")]


class ChangeDie(Command, frozen=True):
    """One own die is turned by one pip, with the box; 6 and 1 adjoin (SF-31)."""

    die: Annotated[Die, doc("Which die, counted 1, 2, 3 as they lie.")]
    face: Annotated[Face, doc("The number it is to show.")]


class BuyMarker(Command, frozen=True):
    """A marker from the reserve, for the price of a box one is in (SF-29)."""

    box: Annotated[BoxId, doc("The box that sells it.")]


class SitOut(Command, frozen=True):
    """The round is sat out though a marker could be bought (SF-R4)."""


class MarkActions(Command, frozen=True):
    """One marker on the field of each of these faces, lowest first; none is allowed (SF-7, SF-11)."""

    faces: Annotated[MarkedFields, doc("The fields to mark, lowest first, one entry a marker.")]


class TakeSupply(Command, frozen=True):
    """One marker comes from the reserve to the supply (SF-20)."""


class OpenMine(Command, frozen=True):
    """The free mine nearest to the mouth of its valley is opened (SF-21)."""

    mine: Annotated[MineId, doc("The mine to open.")]


class SellSlate(Command, frozen=True):
    """Slate is sold from an opened mine without a black marker, whoever owns it (SF-23)."""

    mine: Annotated[MineId, doc("The mine to sell from.")]


class Develop(Command, frozen=True):
    """A marker goes into a free space of a box (SF-27)."""

    box: Annotated[BoxId, doc("The box to develop.")]


class LetLapse(Command, frozen=True):
    """The action lapses, its marker just comes back (SF-17)."""


class PayMarkers(Command, frozen=True):
    """Markers that make the price together (SF-R12)."""

    supply: Annotated[Markers, doc("How many come from the supply.")]
    pending: Annotated[PaidFields, doc("The fields whose markers pay: their actions are lost (SF-18).")]


class EndTurn(Command, frozen=True):
    """Nothing more is bought (SF-R7)."""


COMMANDS = list_types(Command, __name__)
