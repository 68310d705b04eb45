"""The table is laid out; rounds and phases come and go."""

from __future__ import annotations

from games import kernel
from games.kernel import Event
from games.ruhrschifffahrt.board import Colour
from games.ruhrschifffahrt.state import Player, Ruhr


class PlayerEquipped(Event, frozen=True, gc=False):
    seat: int
    colour: str
    thalers: int
    supply: int
    bonus: dict[str, int]
    timeline: tuple[int, ...]
    stones: int
    tiles: tuple[str, ...]

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


class CoalLaidOut(Event, frozen=True, gc=False):
    depots: dict[str, int]
    boxed: dict[Colour, int]
    column: str

    def apply(self, game: Ruhr) -> None:
        game.depots = dict(self.depots)
        game.boxed = dict(self.boxed)
        game.column = self.column


class DemandMarkersLaidOut(Event, frozen=True, gc=False):
    unseen: tuple[str, ...]
    left_out: tuple[str, ...]
    obstacles: tuple[str, ...]
    bag: int

    def apply(self, game: Ruhr) -> None:
        game.unseen = list(self.unseen)
        game.left_out = list(self.left_out)
        game.obstacles = list(self.obstacles)
        game.bag = self.bag


class CountryMarkersLaidOut(Event, frozen=True, gc=False):
    countries: dict[str, int]

    def apply(self, game: Ruhr) -> None:
        game.countries_down = dict(self.countries)


class TilesLaidOut(Event, frozen=True, gc=False):
    tiles: dict[str, int]
    blanks: int

    def apply(self, game: Ruhr) -> None:
        game.stock = dict(self.tiles)
        game.blanks = self.blanks


class StartPlayerDrawn(Event, frozen=True, gc=False):
    seat: int
    order: tuple[int, ...]

    def apply(self, game: Ruhr) -> None:
        game.order = self.order


class RoundBegan(kernel.RoundBegan, frozen=True, gc=False):
    year: int

    def apply(self, game: Ruhr) -> None:
        game.round = self.round


class PhaseBegan(Event, frozen=True, gc=False):
    phase: str
    order: tuple[int, ...]

    def apply(self, game: Ruhr) -> None:
        game.phase = self.phase
        game.order = self.order


class ThalersReturned(Event, frozen=True, gc=False):
    seat: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers -= self.thalers


class RoundEnded(Event, frozen=True, gc=False):
    """Discs come back, the pilot is free again, personal tiles may be used again."""

    def apply(self, game: Ruhr) -> None:
        game.pilot_closed = game.locks_forced = False
        game.port_sales = 0
        for player in game.players:
            player.option = ""
            player.used = []


class GameEnded(Event, frozen=True, gc=False):
    def apply(self, game: Ruhr) -> None:
        """No more questions."""


EVENTS = (
    PlayerEquipped,
    CoalLaidOut,
    DemandMarkersLaidOut,
    CountryMarkersLaidOut,
    TilesLaidOut,
    StartPlayerDrawn,
    RoundBegan,
    PhaseBegan,
    ThalersReturned,
    RoundEnded,
    GameEnded,
)
