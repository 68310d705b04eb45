"""The table is laid out; rounds and phases come and go."""

from __future__ import annotations

from typing import Annotated

from games import kernel
from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.ruhrschifffahrt.quantities import (
    Blanks,
    BonusWarehouses,
    ColumnId,
    CopiesOfWhiteTiles,
    DemandMarkerIds,
    DepotCoal,
    DueDice,
    MarkerCount,
    MarkersByCountry,
    Obstacles,
    PersonalTileIds,
    Phase,
    PlayerColour,
    Rounds,
    SeatOrder,
    Stones,
    Thalers,
    Warehouses,
    Year,
)
from games.ruhrschifffahrt.state import Player, Ruhr


class PlayerEquipped(Event, frozen=True):
    """A player received everything to start with (RS-2 .. RS-6)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    colour: Annotated[PlayerColour, doc("The colour.")]
    thalers: Annotated[Thalers, doc("Thaler (RS-143).")]
    supply: Annotated[Warehouses, doc("Warehouses in the supply (RS-2).")]
    bonus: Annotated[BonusWarehouses, doc("Warehouses that wait (RS-3).")]
    timeline: Annotated[Rounds, doc("Rounds at which a warehouse waits (RS-4).")]
    stones: Annotated[Stones, doc("Development stones (RS-6).")]
    tiles: Annotated[PersonalTileIds, doc("Personal tiles above the board (RS-5).")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat] = Player(
            self.colour,
            self.thalers,
            self.supply,
            dict(self.bonus),
            list(self.timeline),
            self.stones,
            list(self.tiles),
        )


class CoalLaidOut(Event, frozen=True):
    """The dice were laid on depots (RS-11)."""

    depots: Annotated[DepotCoal, doc("Pips by depot (RS-11).")]
    boxed: Annotated[DueDice, doc("Dice out of the game (RS-R33).")]
    column: Annotated[ColumnId, doc("The first column of the track (RS-35).")]

    def apply(self, game: Ruhr) -> None:
        game.depots = dict(self.depots)
        game.boxed = dict(self.boxed)
        game.column = self.column


class DemandMarkersLaidOut(Event, frozen=True):
    """The obstacle and demand markers were laid out (RS-10)."""

    unseen: Annotated[DemandMarkerIds, doc("Markers on obstacles and in the bag.")]
    left_out: Annotated[DemandMarkerIds, doc("Markers left out (RS-55).")]
    obstacles: Annotated[Obstacles, doc("Spaces with a marker.")]
    bag: Annotated[MarkerCount, doc("Markers in the bag.")]

    def apply(self, game: Ruhr) -> None:
        game.unseen = list(self.unseen)
        game.left_out = list(self.left_out)
        game.obstacles = list(self.obstacles)
        game.bag = self.bag


class CountryMarkersLaidOut(Event, frozen=True):
    """The country markers lie face down (RS-8)."""

    countries: Annotated[MarkersByCountry, doc("How many of each country.")]

    def apply(self, game: Ruhr) -> None:
        game.countries_down = dict(self.countries)


class TilesLaidOut(Event, frozen=True):
    """White tiles and blanks lie ready (RS-6)."""

    tiles: Annotated[CopiesOfWhiteTiles, doc("Copies of each white tile (RS-R34).")]
    blanks: Annotated[Blanks, doc("Blanks in the supply.")]

    def apply(self, game: Ruhr) -> None:
        game.stock = dict(self.tiles)
        game.blanks = self.blanks


class StartPlayerDrawn(Event, frozen=True):
    """The first start player was drawn (RS-12)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    order: Annotated[SeatOrder, doc("The seats in their order.")]

    def apply(self, game: Ruhr) -> None:
        game.order = self.order


class RoundBegan(kernel.RoundBegan, frozen=True):
    """A round began (RS-139)."""

    year: Annotated[Year, doc("Its year.")]

    def apply(self, game: Ruhr) -> None:
        game.round = self.round


class PhaseBegan(Event, frozen=True):
    """A phase began, and its order is fixed (RS-13, RS-R9)."""

    phase: Annotated[Phase, doc("The phase.")]
    order: Annotated[SeatOrder, doc("The seats in their order.")]

    @property
    def case(self) -> str:
        return "event" if self.phase == "event" else ""

    def apply(self, game: Ruhr) -> None:
        game.phase = self.phase
        game.order = self.order


class ThalersReturned(Event, frozen=True):
    """Money above the limit went back (RS-138)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    thalers: Annotated[Thalers, doc("Thaler that go back.")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers -= self.thalers


class RoundEnded(Event, frozen=True):
    """Discs come back, the pilot is free again, personal tiles may be used again (RS-137)."""

    def apply(self, game: Ruhr) -> None:
        game.pilot_closed = game.locks_forced = False
        game.port_sales = 0
        for player in game.players:
            player.option = ""
            player.used = []


class GameEnded(Event, frozen=True):
    """The game was over (RS-140)."""

    def apply(self, game: Ruhr) -> None:
        """No more questions."""
