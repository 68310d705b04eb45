"""Tiles, water, tools, coins, tokens and points."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.quantities import Category, HeldTile, Level, Pieces, PointsSoFar, TileId
from games.schichtwechsel.state import Schichtwechsel


class TileTaken(Event, frozen=True):
    """A selection tile was taken, the old one went back (SW-51)."""

    seat: Annotated[Seat, doc("Who took it.")]
    tile: Annotated[TileId, doc("The tile.")]
    returned: Annotated[HeldTile, doc("The one that went back; empty in round 1.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].tile = self.tile

    @property
    def case(self) -> str:
        return "returning" if self.returned else ""


class WaterRose(Event, frozen=True):
    """The pit water rose (SW-60)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    level: Annotated[Level, doc("The level now.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].water = self.level


class WaterFell(Event, frozen=True):
    """The pit water fell (SW-29, SW-96)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    level: Annotated[Level, doc("The level now.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].water = self.level


class ToolsGained(Event, frozen=True):
    """Tool markers were taken (SW-49, SW-115)."""

    seat: Annotated[Seat, doc("Who took them.")]
    count: Annotated[Pieces, doc("How many.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["tool"] -= self.count
        game.players[self.seat].tools += self.count


class ToolsDiscarded(Event, frozen=True):
    """Tool markers were discarded (SW-110)."""

    seat: Annotated[Seat, doc("Who discarded them.")]
    count: Annotated[Pieces, doc("How many.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["tool"] += self.count
        game.players[self.seat].tools -= self.count


class CoinsGained(Event, frozen=True):
    """Coins came from the supply (SW-64, SW-123)."""

    seat: Annotated[Seat, doc("Who got them.")]
    count: Annotated[Pieces, doc("How many.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coin"] -= self.count
        game.players[self.seat].coins += self.count


class TokensGained(Event, frozen=True):
    """White tokens came from the supply (SW-61)."""

    seat: Annotated[Seat, doc("Who got them.")]
    count: Annotated[Pieces, doc("How many.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["white"] -= self.count
        game.players[self.seat].white += self.count


class PointsScored(Event, frozen=True):
    """Points that count at once (SW-170)."""

    seat: Annotated[Seat, doc("Who scored.")]
    points: Annotated[PointsSoFar, doc("The points.")]
    category: Annotated[Category, doc("What for; `words` has its name.")]

    def apply(self, game: Schichtwechsel) -> None:
        points = game.players[self.seat].points
        points[self.category] = points.get(self.category, 0) + self.points
