"""Options, starts, trips and sales."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.quantities import (
    AreaId,
    CityId,
    Colour,
    Demand,
    DepotId,
    ExportPoints,
    MarketId,
    OptionId,
    Pips,
    PortColumnId,
    Position,
    Price,
    Proceeds,
    SalesSpaceId,
    ScaleSpace,
    Stones,
)
from games.ruhrschifffahrt.state import LooseDie, Ruhr


def _move_ship(game: Ruhr, seat: int, space: str) -> None:
    left = game.ship(seat)
    if left:
        game.ships[left].remove(seat)
        if not game.ships[left]:
            del game.ships[left]
    game.ships.setdefault(space, []).append(seat)


class OptionTaken(Event, frozen=True):
    """The disc went on an option, which was paid (RS-65)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    option: Annotated[OptionId, doc("The option.")]
    thalers: Annotated[Price, doc("Thaler paid (RS-69).")]

    @property
    def case(self) -> str:
        return "" if self.thalers else "free"

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.option = self.option
        player.thalers -= self.thalers


class RoundPassed(Event, frozen=True):
    """No delivery was possible: the ship stays where it is (RS-R19)."""

    seat: Annotated[Seat, doc("Whose it is.")]

    def apply(self, game: Ruhr) -> None:
        """The ship stays where it is; later ships lie upstream of it."""


class WagesReceived(Event, frozen=True):
    """Wages were paid (RS-72)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    thalers: Annotated[Price, doc("Thaler received.")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers += self.thalers


class ShipMoored(Event, frozen=True):
    """A ship went to its start space (RS-56)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    depot: Annotated[DepotId, doc("The depot.")]

    def apply(self, game: Ruhr) -> None:
        _move_ship(game, self.seat, self.depot)


class ShipSailed(Event, frozen=True):
    """A ship sailed with the depot's die (RS-80)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    depot: Annotated[DepotId, doc("The depot.")]
    space: Annotated[SalesSpaceId, doc("The sales space.")]
    colour: Annotated[Colour, doc("The colour of the die.")]
    pips: Annotated[Pips, doc("Its pips on arrival (RS-83).")]

    def apply(self, game: Ruhr) -> None:
        del game.depots[self.depot]
        game.loose.append(LooseDie(self.colour, self.pips))
        _move_ship(game, self.seat, self.space)


class CoalSold(Event, frozen=True):
    """Coal was sold (RS-87)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    space: Annotated[SalesSpaceId, doc("The sales space.")]
    area: Annotated[AreaId, doc("The area for the stone (RS-88).")]
    stones: Annotated[Stones, doc("Stones laid there (RS-87, RS-92).")]
    thalers: Annotated[Proceeds, doc("Thaler for the coal (RS-87, RS-92).")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.stones:
            player.stone_supply -= self.stones
            player.stones[self.area] = player.stones.get(self.area, 0) + self.stones


class PortReached(Event, frozen=True):
    """A ship came to the port (RS-89, RS-90)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    position: Annotated[Position, doc("The position there, counted from 1 (RS-90).")]
    thalers: Annotated[Price, doc("Thaler for the port (RS-89).")]

    def apply(self, game: Ruhr) -> None:
        game.port_sales += 1
        game.players[self.seat].thalers += self.thalers


class DemandTaken(Event, frozen=True):
    """A seller took the demand on the space (RS-94)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    space: Annotated[MarketId, doc("The city or industry.")]
    thalers: Annotated[Demand, doc("Thaler taken.")]

    def apply(self, game: Ruhr) -> None:
        del game.demand[self.space]
        game.players[self.seat].thalers += self.thalers


class WarehouseEarned(Event, frozen=True):
    """A warehouse in the city sold to earned money (RS-93)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    city: Annotated[CityId, doc("The city.")]
    thalers: Annotated[Price, doc("Thaler received.")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers += self.thalers


class ExportMarkerMoved(Event, frozen=True):
    """The export marker moved (RS-91, RS-136)."""

    to: Annotated[ScaleSpace, doc("Its space on the scale, counted from 0.")]

    @property
    def number(self) -> int:
        return self.to + 1

    def apply(self, game: Ruhr) -> None:
        game.export_marker = self.to


class ExportScored(Event, frozen=True):
    """A warehouse of the port scored (RS-134)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    column: Annotated[PortColumnId, doc("The column of the port.")]
    position: Annotated[Position, doc("The position of the warehouse, counted from 1 (RS-135).")]
    points: Annotated[ExportPoints, doc("Points for it (RS-134, RS-135).")]

    def apply(self, game: Ruhr) -> None:
        score_points(game.players[self.seat], "export", self.points)
