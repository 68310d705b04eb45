"""Tiles are earned and used."""

from __future__ import annotations

from typing import Literal

from games.kernel import Event
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.state import Ruhr


class TileEarned(Event, frozen=True, gc=False):
    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.above.remove(self.tile)
        player.tiles.append(self.tile)


class WhiteTileEarned(Event, frozen=True, gc=False):
    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.stock[self.tile] -= 1
        game.players[self.seat].tiles.append(self.tile)


class BlankLaid(Event, frozen=True, gc=False):
    """The white tile is sold out."""

    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.blanks -= 1
        game.players[self.seat].blanks.append(self.tile)


class BonusWarehousesReceived(Event, frozen=True, gc=False):
    seat: int
    source: Literal["first_lock", "grafschaft_mark"]
    count: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.bonus[self.source] -= self.count
        player.supply += self.count


class TileUsed(Event, frozen=True, gc=False):
    """A personal one: once per round."""

    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].used.append(self.tile)


class WhiteTileUsed(Event, frozen=True, gc=False):
    """Turned over: once per game."""

    seat: int
    tile: str

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].turned.append(self.tile)


class InnVisited(Event, frozen=True, gc=False):
    seat: int
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.points:
            score_points(player, "inn", self.points)


EVENTS = (
    TileEarned,
    WhiteTileEarned,
    BlankLaid,
    BonusWarehousesReceived,
    TileUsed,
    WhiteTileUsed,
    InnVisited,
)
