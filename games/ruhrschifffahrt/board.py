"""The printed board, decoded from board.yaml, and its components by their ids."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, get_args

import msgspec

from games.kernel.editions.registry import Editions
from games.kernel.quantities import Edition, doc
from games.ruhrschifffahrt.printed import (
    Areas,
    BlankTiles,
    Cities,
    CoalAtStart,
    CoalBounds,
    CoalStores,
    Colours,
    CountryMarkers,
    Debts,
    DemandMarkers,
    Duration,
    Effect,
    ExportScale,
    FinalScoring,
    LockPrices,
    Money,
    PersonalTiles,
    Pieces,
    Players,
    Port,
    Progress,
    Publication,
    ScoreTrack,
    Shortfall,
    Spaces,
    SpecialOptions,
    StartingMoney,
    Territories,
    Timeline,
    TransportTrack,
    Trips,
    WarehousesAtStart,
    WhiteEffects,
    WhiteTiles,
)
from games.ruhrschifffahrt.quantities import Colour, SiteCategory
from games.ruhrschifffahrt.river import River

COLOURS: Final[tuple[Colour, ...]] = ("black", "white")


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything printed, as an edition has it."""

    edition: Edition
    publication: Annotated[Publication, doc("Where the rules were published.")]
    players: Annotated[Players, doc("For whom the game is (RS-1).")]
    duration: Annotated[Duration, doc("How long the game takes.")]
    colours: Annotated[Colours, doc("The colours of the players.")]
    pieces: Annotated[Pieces, doc("What is in the box.")]
    blank_tiles: Annotated[BlankTiles, doc("Blanks for white tiles that are sold out (RS-100).")]
    starting_money: Annotated[StartingMoney, doc("What everybody starts with (RS-143).")]
    money: Annotated[Money, doc("How much of it is kept (RS-138).")]
    score_track: Annotated[ScoreTrack, doc("The track of points (RS-16).")]
    warehouses_at_start: Annotated[WarehousesAtStart, doc("Where warehouses wait (RS-2, RS-3).")]
    timeline: Annotated[Timeline, doc("The rounds and their events (RS-20 .. RS-33).")]
    territories: Annotated[Territories, doc("The territories along the river (RS-18).")]
    river: Annotated[Spaces, doc("The spaces of the river (RS-142).")]
    coal_at_start: Annotated[CoalAtStart, doc("The dice of the set-up (RS-11).")]
    transport_track: Annotated[TransportTrack, doc("Where sold dice wait (RS-34).")]
    coal: Annotated[CoalBounds, doc("Within which the pips of dice stay (RS-15).")]
    trips: Annotated[Trips, doc("What trips and sales are about (RS-81 .. RS-93).")]
    special_options: Annotated[SpecialOptions, doc("The special options (RS-70 .. RS-77).")]
    debts: Annotated[Debts, doc("What a debt is (RS-130).")]
    shortfall: Annotated[Shortfall, doc("When a payment cannot be made in full (RS-R24).")]
    lock_prices: Annotated[LockPrices, doc("What locks cost (RS-116).")]
    cities: Annotated[Cities, doc("Warehouses in cities (RS-121).")]
    coal_stores: Annotated[CoalStores, doc("Warehouses in coal stores (RS-121).")]
    port: Annotated[Port, doc("Warehouses in Hafen Ruhrort (RS-125, RS-126).")]
    export_scale: Annotated[ExportScale, doc("The scale of the export marker (RS-9).")]
    country_markers: Annotated[CountryMarkers, doc("The markers of countries (RS-8).")]
    demand_markers: Annotated[DemandMarkers, doc("The obstacle and demand markers (RS-10).")]
    areas: Annotated[Areas, doc("Where development stones lie (RS-88).")]
    progress: Annotated[Progress, doc("When tiles are earned (RS-145).")]
    personal_tiles: Annotated[PersonalTiles, doc("The tiles that everybody has (RS-5).")]
    white_tiles: Annotated[WhiteTiles, doc("The tiles that not everybody can get (RS-99).")]
    white_effects: Annotated[WhiteEffects, doc("What white tiles bring (RS-108 .. RS-114).")]
    final_scoring: Annotated[FinalScoring, doc("What is scored after the last round (RS-140).")]


class Site(msgspec.Struct, frozen=True):
    """A place for warehouses: a city, a coal store or a column of the port."""

    id: str
    category: SiteCategory
    slots: tuple[int, ...]  # prices from the left; in the port position bonuses from the top
    points: int


class Register:
    """The components of a board by their ids."""

    def __init__(self, board: Board) -> None:
        self.river = River(board.river.spaces, board.territories.list, board.trips.simple_spaces)
        self.tiles = {tile.id: tile for tile in (*board.personal_tiles.list, *board.white_tiles.list)}
        self.builders = {tile.id: tile for tile in self.tiles.values() if tile.sites}
        self.options = {option.id: option for option in board.special_options.list}
        self.markers = {marker.id: marker for marker in board.demand_markers.list}
        self.columns = {column.id: column for column in board.transport_track.columns}
        self.port_movers = frozenset(tile.id for tile in self.tiles.values() if tile.moves_port_warehouses)
        self.with_effect = {effect: self._with_effect(effect) for effect in get_args(Effect)}
        self.sites = {site.id: site for site in sites(board)}

    def _with_effect(self, effect: Effect) -> frozenset[str]:
        return frozenset(tile.id for tile in self.tiles.values() if tile.effect == effect)


def sites(board: Board) -> list[Site]:
    cities = [Site(city, "city", slots, board.cities.points) for city, slots in board.cities.slots.items()]
    stores = [
        Site(store.id, "coal_stores", store.slots, board.coal_stores.points)
        for store in board.coal_stores.list
    ]
    port = board.port
    return cities + stores + [Site(it.id, "port", port.position_bonus, port.points) for it in port.columns]


def register_ids(board: Board) -> frozenset[str]:
    """Of every place for warehouses."""
    return frozenset(site.id for site in sites(board))


BOARDS: Final = Editions("ruhrschifffahrt", Board, Path(__file__).with_name("board.yaml"))


class Registers(dict[str, Register]):
    """By edition, each made when it is first asked for. A dictionary, as rules look into it at every step."""

    def __missing__(self, edition: str) -> Register:
        return self.setdefault(edition, Register(BOARDS[edition]))


REGISTERS: Final = Registers()
