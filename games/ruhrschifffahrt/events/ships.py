"""Options, starts, trips and sales."""

from __future__ import annotations

from games.kernel import Event
from games.ruhrschifffahrt.board import Colour
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.state import LooseDie, Ruhr


def _move_ship(game: Ruhr, seat: int, space: str) -> None:
    left = game.ship(seat)
    if left:
        game.ships[left].remove(seat)
        if not game.ships[left]:
            del game.ships[left]
    game.ships.setdefault(space, []).append(seat)


class OptionTaken(Event, frozen=True, gc=False):
    seat: int
    option: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.option = self.option
        player.thalers -= self.thalers


class RoundPassed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Ruhr) -> None:
        """The ship stays where it is; later ships lie upstream of it."""


class WagesReceived(Event, frozen=True, gc=False):
    seat: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers += self.thalers


class ShipMoored(Event, frozen=True, gc=False):
    """At its depot, for a round."""

    seat: int
    depot: str

    def apply(self, game: Ruhr) -> None:
        _move_ship(game, self.seat, self.depot)


class ShipSailed(Event, frozen=True, gc=False):
    """With the depot's die, which arrives with this many pips."""

    seat: int
    depot: str
    space: str
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        del game.depots[self.depot]
        game.loose.append(LooseDie(self.colour, self.pips))
        _move_ship(game, self.seat, self.space)


class CoalSold(Event, frozen=True, gc=False):
    seat: int
    space: str
    area: str
    stones: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.stones:
            player.stone_supply -= self.stones
            player.stones[self.area] = player.stones.get(self.area, 0) + self.stones


class PortReached(Event, frozen=True, gc=False):
    seat: int
    position: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.port_sales += 1
        game.players[self.seat].thalers += self.thalers


class DemandTaken(Event, frozen=True, gc=False):
    seat: int
    space: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        del game.demand[self.space]
        game.players[self.seat].thalers += self.thalers


class WarehouseEarned(Event, frozen=True, gc=False):
    seat: int
    city: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers += self.thalers


class ExportMarkerMoved(Event, frozen=True, gc=False):
    """To this space of the scale, counted from 0."""

    to: int

    def apply(self, game: Ruhr) -> None:
        game.export_marker = self.to


class ExportScored(Event, frozen=True, gc=False):
    seat: int
    column: str
    position: int
    points: int

    def apply(self, game: Ruhr) -> None:
        score_points(game.players[self.seat], "export", self.points)


EVENTS = (
    OptionTaken,
    RoundPassed,
    WagesReceived,
    ShipMoored,
    ShipSailed,
    CoalSold,
    PortReached,
    DemandTaken,
    WarehouseEarned,
    ExportMarkerMoved,
    ExportScored,
)
