"""What a player can want."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Command, list_types
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.quantities import (
    BarSpaceId,
    BonusSpaceId,
    CardId,
    CokingSpace,
    Cube,
    HeadframeSource,
    Id,
    Level,
    OwnToken,
    Pieces,
    ReachedNumber,
    Route,
    SiteId,
    Size,
    Spaces,
    Spoil,
    TileId,
    WagonId,
)


class GiveCubes(Command, frozen=True):
    """The cubes drawn go to a player (SW-45)."""

    seat: Annotated[Seat, doc("Who gets them.")]


class PlaceCube(Command, frozen=True):
    """A cube goes onto an underground wagon (SW-19)."""

    kind: Annotated[Cube, doc("Coal or spoil.")]
    wagon: Annotated[WagonId, doc("The wagon.")]


class DropCube(Command, frozen=True):
    """A cube that fits nowhere goes to the supply (SW-49)."""

    kind: Annotated[Cube, doc("Coal or spoil.")]


class TakeTile(Command, frozen=True):
    """A selection tile is taken (SW-51)."""

    tile: Annotated[TileId, doc("The tile.")]


class SellCoke(Command, frozen=True):
    """A pair of coke is sold (SW-63)."""


class UseCard(Command, frozen=True):
    """An action with one card (SW-85)."""

    card: Annotated[CardId, doc("The card.")]
    size: Annotated[Size, doc("Which of its uses (SW-18).")]


class TradeSpoil(Command, frozen=True):
    """Spoil of the tip is traded (SW-120)."""

    spoil: Annotated[Spoil, doc("How much (SW-121 .. SW-123).")]


class Pass(Command, frozen=True):
    """No action any more in this round (SW-94)."""


class EndTurn(Command, frozen=True):
    """Nothing is traded after the action (SW-120)."""


class Pay(Command, frozen=True):
    """White tokens, the player's action token and coins pay for a card (SW-86)."""

    white: Annotated[Pieces, doc("White tokens.")]
    own: OwnToken
    coins: Annotated[Pieces, doc("Coins (SW-87).")]


class Choose(Command, frozen=True):
    """One side of a choice (SW-74)."""

    benefit: Annotated[Id, doc("The id of the benefit.")]


class Accept(Command, frozen=True):
    """What is offered is taken (SW-R74)."""


class Decline(Command, frozen=True):
    """Nothing, or nothing more (SW-R55)."""


class LiftWagon(Command, frozen=True):
    """A full underground wagon is lifted (SW-23)."""

    wagon: Annotated[WagonId, doc("The wagon.")]


class RefineWagon(Command, frozen=True):
    """A full coal wagon becomes coke (SW-34)."""

    spaces: Annotated[Spaces, doc("The spaces of the wagon (SW-R13).")]


class PlaceCoke(Command, frozen=True):
    """Coke comes onto a coking space (SW-R56)."""

    space: Annotated[CokingSpace, doc("The space.")]


class LoadCoke(Command, frozen=True):
    """Coke leaves a coking space for a coke wagon (SW-99)."""

    space: Annotated[CokingSpace, doc("The space.")]


class LowerWater(Command, frozen=True):
    """The pit water is lowered (SW-R26)."""

    levels: Annotated[Level, doc("By so many levels.")]


class AdvanceDisc(Command, frozen=True):
    """A disc goes one step (SW-101)."""

    route: Annotated[Route, doc("The route.")]


class MoveMiner(Command, frozen=True):
    """The miner walks to a space (SW-111)."""

    space: Annotated[ReachedNumber, doc("The space where it stops, counted from 1.")]


class CopyCard(Command, frozen=True):
    """A card is copied (SW-133)."""

    card: Annotated[CardId, doc("The card.")]
    size: Annotated[Size, doc("Which of its uses (SW-R28).")]


class MoveHeadframe(Command, frozen=True):
    """A headframe goes to a bonus space (SW-127)."""

    source: Annotated[HeadframeSource, doc("Where it stands.")]
    space: Annotated[BonusSpaceId, doc("Where it goes.")]


class TakeHouse(Command, frozen=True):
    """A house leaves the bar (SW-R9)."""

    house: Annotated[BarSpaceId, doc("The house, by its space of the bar.")]


class PlaceHouse(Command, frozen=True):
    """The house is built (SW-107)."""

    site: Annotated[SiteId, doc("Where.")]


COMMANDS = list_types(Command, __name__)
