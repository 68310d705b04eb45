"""What lies on the table now."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.kernel import Options, Table
from games.ruhrschifffahrt.agenda import RuhrItem
from games.ruhrschifffahrt.board import (
    BOARDS,
    REGISTERS,
    Board,
    Colour,
    Column,
    DemandMarker,
    Effect,
    Round,
    Site,
    SpecialOption,
    Tile,
)
from games.ruhrschifffahrt.river import River


class RuhrOptions(Options, frozen=True, kw_only=True):
    without_starred_markers: bool = False  # RS-55


class Tally(msgspec.Struct):
    """Points of one category, and how often some were given."""

    points: int = 0
    count: int = 0


class Player(msgspec.Struct):
    colour: str
    thalers: int
    supply: int  # warehouses that may be built
    bonus: dict[str, int]  # warehouses waiting on the fields first_lock and grafschaft_mark
    timeline: list[int]  # rounds at which a warehouse waits
    stone_supply: int
    above: list[str]  # personal tiles not yet earned
    stones: dict[str, int] = {}  # by area
    debts: int = 0  # warehouses on debt spaces
    tiles: list[str] = []  # on their fields
    used: list[str] = []  # personal tiles, this round
    turned: list[str] = []  # white tiles, used for good
    blanks: list[str] = []  # white fields closed for good
    option: str = ""  # where the disc lies
    ledger: dict[str, Tally] = {}  # points so far

    @property
    def points(self) -> int:
        return sum(tally.points for tally in self.ledger.values())

    def can_use(self, tile: str) -> bool:
        return tile in self.tiles and tile not in self.used and tile not in self.turned


class LooseDie(msgspec.Struct, frozen=True):
    colour: Colour
    pips: int


class Ruhr(Table, kw_only=True):
    options: RuhrOptions
    players: list[Player]
    phase: str = ""
    order: tuple[int, ...] = ()  # fixed when the phase began
    ships: dict[str, list[int]] = {}  # space -> seats as they arrived: the first lies furthest downstream
    depots: dict[str, int] = {}  # depot -> pips of its die
    column: str = ""  # of the track, in use
    track: dict[Colour, list[int]] = {}  # pips from the arrow space upwards
    loose: list[LooseDie] = []  # in a hold, or off the track and not yet put back
    boxed: dict[Colour, int] = {}  # dice out of the game
    demand: dict[str, int] = {}  # Thaler on sales spaces
    obstacles: list[str] = []  # spaces that still have their marker
    bag: int = 0  # markers in it; nobody knows which of the unseen ones
    unseen: list[str] = []
    seen: list[str] = []
    left_out: list[str] = []
    countries_down: dict[str, int] = {}
    countries_shown: list[str] = []
    export_marker: int = 0
    stock: dict[str, int] = {}  # white tiles
    blanks: int = 0
    warehouses: dict[str, list[int]] = {}  # site -> owners, from the left or the top
    pilot_closed: bool = False
    locks_forced: bool = False
    port_sales: int = 0  # this round
    agenda: tuple[RuhrItem, ...] = ()

    @property
    def board(self) -> Board:
        return BOARDS[self.edition]

    @property
    def river(self) -> River:
        return REGISTERS[self.edition].river

    @property
    def sites(self) -> Mapping[str, Site]:
        return REGISTERS[self.edition].sites

    @property
    def year(self) -> Round:
        return self.board.timeline.rounds[self.round - 1]

    def tile(self, tile: str) -> Tile:
        return REGISTERS[self.edition].tiles[tile]

    def option(self, option: str) -> SpecialOption:
        return REGISTERS[self.edition].options[option]

    def marker(self, marker: str) -> DemandMarker:
        return REGISTERS[self.edition].markers[marker]

    def track_column(self, column: str) -> Column:
        return next(it for it in self.board.transport_track.columns if it.id == column)

    def ship(self, seat: int) -> str:
        """The space it lies on; none before the first start."""
        return next((space for space, seats in self.ships.items() if seat in seats), "")

    def ship_order(self) -> tuple[int, ...]:
        """RS-13, RS-86, RS-R10: from the source down; on one space the last to arrive comes first."""
        index = self.river.index
        spaces = sorted(self.ships, key=lambda space: index[space])
        return tuple(seat for space in spaces for seat in reversed(self.ships[space]))

    def loaded(self, seat: int) -> bool:
        """At a depot whose die it will carry."""
        return self.ship(seat) in self.depots

    def white_tile(self, seat: int, effect: Effect) -> str:
        """RS-99, RS-R56: the first one with this effect that can still be used."""
        player = self.players[seat]
        return next((it for it in player.tiles if self.tile(it).effect == effect and player.can_use(it)), "")

    def city_warehouses(self, seat: int) -> int:
        return sum(seat in self.warehouses[city] for city in self.board.cities.slots)
