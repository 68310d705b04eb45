"""Tiles are earned and used."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.quantities import (
    BonusSource,
    PersonalTileId,
    Price,
    Reward,
    Warehouses,
    WhiteTileId,
)
from games.ruhrschifffahrt.state import Ruhr


class TileEarned(Event, frozen=True):
    """A personal tile came onto its field (RS-98)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    tile: Annotated[PersonalTileId, doc("The tile.")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.above.remove(self.tile)
        player.tiles.append(self.tile)


class WhiteTileEarned(Event, frozen=True):
    """A white tile came onto its field (RS-99)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    tile: Annotated[WhiteTileId, doc("The tile.")]

    def apply(self, game: Ruhr) -> None:
        game.stock[self.tile] -= 1
        game.players[self.seat].tiles.append(self.tile)


class BlankLaid(Event, frozen=True):
    """The white tile is sold out: a blank closes its field (RS-100)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    tile: Annotated[WhiteTileId, doc("The tile that is sold out.")]

    def apply(self, game: Ruhr) -> None:
        game.blanks -= 1
        game.players[self.seat].blanks.append(self.tile)


class BonusWarehousesReceived(Event, frozen=True):
    """Waiting warehouses came into the supply (RS-106, RS-119)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    source: Annotated[BonusSource, doc("Where they waited.")]
    count: Annotated[Warehouses, doc("How many.")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.bonus[self.source] -= self.count
        player.supply += self.count


class TileUsed(Event, frozen=True):
    """A personal tile was used, once per round (RS-98)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    tile: Annotated[PersonalTileId, doc("The tile.")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].used.append(self.tile)


class WhiteTileUsed(Event, frozen=True):
    """A white tile was used and turned over, once per game (RS-99)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    tile: Annotated[WhiteTileId, doc("The tile.")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].turned.append(self.tile)


class InnVisited(Event, frozen=True):
    """The inn was used (RS-110)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    thalers: Annotated[Price, doc("Thaler received.")]
    points: Annotated[Reward, doc("Points received.")]

    @property
    def gain(self) -> dict[str, int]:
        return {"points": self.points} if self.points else {"thalers": self.thalers}

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.points:
            score_points(player, "inn", self.points)
