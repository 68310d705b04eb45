"""What a player can want."""

from __future__ import annotations

from games.kernel import Command
from games.schichtwechsel.effects import Cube, Route, Size


class GiveCubes(Command, frozen=True, gc=False):
    seat: int


class PlaceCube(Command, frozen=True, gc=False):
    kind: Cube
    wagon: str


class DropCube(Command, frozen=True, gc=False):
    kind: Cube


class TakeTile(Command, frozen=True, gc=False):
    tile: str


class SellCoke(Command, frozen=True, gc=False):
    pass


class UseCard(Command, frozen=True, gc=False):
    card: str
    size: Size


class TradeSpoil(Command, frozen=True, gc=False):
    spoil: int


class Pass(Command, frozen=True, gc=False):
    pass


class EndTurn(Command, frozen=True, gc=False):
    pass


class Pay(Command, frozen=True, gc=False):
    """White tokens, the player's action token (1) or not (0), and coins."""

    white: int
    own: int
    coins: int


class Choose(Command, frozen=True, gc=False):
    benefit: str


class Accept(Command, frozen=True, gc=False):
    pass


class Decline(Command, frozen=True, gc=False):
    """Nothing, or nothing more."""


class LiftWagon(Command, frozen=True, gc=False):
    wagon: str


class RefineWagon(Command, frozen=True, gc=False):
    """A full coal wagon with this many spaces."""

    spaces: int


class PlaceCoke(Command, frozen=True, gc=False):
    space: str


class LoadCoke(Command, frozen=True, gc=False):
    space: str


class LowerWater(Command, frozen=True, gc=False):
    levels: int


class AdvanceDisc(Command, frozen=True, gc=False):
    route: Route


class MoveMiner(Command, frozen=True, gc=False):
    space: int


class CopyCard(Command, frozen=True, gc=False):
    card: str
    size: Size


class MoveHeadframe(Command, frozen=True, gc=False):
    source: str
    space: str


class TakeHouse(Command, frozen=True, gc=False):
    house: str


class PlaceHouse(Command, frozen=True, gc=False):
    site: str


COMMANDS = (
    GiveCubes,
    PlaceCube,
    DropCube,
    TakeTile,
    SellCoke,
    UseCard,
    TradeSpoil,
    Pass,
    EndTurn,
    Pay,
    Choose,
    Accept,
    Decline,
    LiftWagon,
    RefineWagon,
    PlaceCoke,
    LoadCoke,
    LowerWater,
    AdvanceDisc,
    MoveMiner,
    CopyCard,
    MoveHeadframe,
    TakeHouse,
    PlaceHouse,
)
