"""Tiles, water, tools, coins, tokens and points."""

from __future__ import annotations

from games.kernel import Event
from games.schichtwechsel.state import Schichtwechsel


class TileTaken(Event, frozen=True, gc=False):
    seat: int
    tile: str
    returned: str

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].tile = self.tile


class WaterRose(Event, frozen=True, gc=False):
    seat: int
    level: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].water = self.level


class WaterFell(Event, frozen=True, gc=False):
    seat: int
    level: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].water = self.level


class ToolsGained(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["tool"] -= self.count
        game.players[self.seat].tools += self.count


class ToolsDiscarded(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["tool"] += self.count
        game.players[self.seat].tools -= self.count


class CoinsGained(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coin"] -= self.count
        game.players[self.seat].coins += self.count


class TokensGained(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["white"] -= self.count
        game.players[self.seat].white += self.count


class PointsScored(Event, frozen=True, gc=False):
    seat: int
    points: int
    category: str

    def apply(self, game: Schichtwechsel) -> None:
        points = game.players[self.seat].points
        points[self.category] = points.get(self.category, 0) + self.points
