"""What is printed, decoded from board.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
import yaml

from games.ruhrschifffahrt.river import River, Space, Territory

Source = Literal["rulebook", "derived", "web", "reconstructed"]
Colour = Literal["black", "white"]
COLOURS: Final[tuple[Colour, ...]] = ("black", "white")
Effect = Literal["", "towing", "coal_hauler", "inn", "warehouse", "ruhraake", "mayor", "railway"]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of data and where it comes from."""

    source: Source


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One component within a group."""


class Publication(Printed, frozen=True):
    printed_in: str


class Players(Printed, frozen=True):
    min: int
    max: int


class Duration(Printed, frozen=True):
    minutes: int


class Colours(Printed, frozen=True):
    list: tuple[str, ...]


class Pieces(Printed, frozen=True):
    black_dice: int
    white_dice: int
    stones_per_player: int
    warehouses_per_player: int
    demand_markers: int


class BlankTiles(Printed, frozen=True):
    count: int


class StartingMoney(Printed, frozen=True):
    thalers: int


class Money(Printed, frozen=True):
    kept_at_round_end: int


class ScoreTrack(Printed, frozen=True):
    length: int


class WarehousesAtStart(Printed, frozen=True):
    supply: int
    first_lock: int
    grafschaft_mark: int


class Round(Line, frozen=True):
    year: int
    year_source: Source
    events: tuple[str, ...]
    arms: str = ""  # none: dice that leave the track leave the game


class Coins(Line, frozen=True):
    """Either of the two."""

    thalers: int
    points: int


class Timeline(Printed, frozen=True):
    rounds: tuple[Round, ...]
    levy: Coins
    gain: Coins
    raise_track: int
    remove_coal: dict[int, dict[Colour, int]]

    def rounds_with(self, event: str) -> tuple[int, ...]:
        return tuple(number for number, field in enumerate(self.rounds, 1) if event in field.events)


class Territories(Printed, frozen=True):
    list: tuple[Territory, ...]


class Spaces(Printed, frozen=True):
    spaces: tuple[Space, ...]


class CoalAtStart(Printed, frozen=True):
    depots: dict[int, dict[str, int]]


class Column(Line, frozen=True):
    id: str
    name: str
    from_round: int
    spaces: dict[Colour, int]


class TransportTrack(Printed, frozen=True):
    columns: tuple[Column, ...]


class CoalBounds(Printed, frozen=True):
    min_pips: int
    max_pips: int


class Trips(Printed, frozen=True):
    simple_spaces: int
    obstacle_loss: int
    port_bonus: int
    city_income: int


class SpecialOption(Line, frozen=True):
    id: str
    prices: tuple[int, int]  # before and after they rise
    pilot: bool = False
    transport: bool = False
    tow: bool = False
    needs_tile: str = ""
    players_per_round: int = 0  # 0: any number
    last_round: int = 0  # 0: always open
    thalers: int = 0
    raise_die: int = 0


class SpecialOptions(Printed, frozen=True):
    dearer_from_round: int
    list: tuple[SpecialOption, ...]


class Debts(Printed, frozen=True):
    spaces: int
    thalers: int
    repayment: int
    timeline_penalty: int


class Shortfall(Printed, frozen=True):
    penalty: int


class LockPrice(Line, frozen=True):
    from_round: int
    thalers: int


class LockPrices(Printed, frozen=True):
    list: tuple[LockPrice, ...]


class Cities(Printed, frozen=True):
    points: int
    slots: dict[str, tuple[int, ...]]


class CoalStore(Line, frozen=True):
    id: str
    name: str
    territory: str
    slots: tuple[int, ...]


class CoalStores(Printed, frozen=True):
    points: int
    list: tuple[CoalStore, ...]


class PortColumn(Line, frozen=True):
    id: str
    name: str


class Port(Printed, frozen=True):
    points: int
    columns: tuple[PortColumn, ...]
    position_bonus: tuple[int, ...]
    prices: tuple[int, ...]
    per_player: int
    moving_price: int


class ExportSteps(Line, frozen=True):
    up_to_pips: int
    steps: int


class ExportScale(Printed, frozen=True):
    values: tuple[int, ...]
    steps: tuple[ExportSteps, ...]
    moved_by: Literal["first_seller", "every_seller"]


class CountryMarkers(Printed, frozen=True):
    counts: dict[str, int]


class DemandMarker(Line, frozen=True):
    id: str
    name: str
    industry_in: str = ""
    industry: str = ""
    cities: tuple[str, ...] = ()
    water: Literal["", "high", "low"] = ""
    depot_dice: int = 0
    starred: bool = False


class DemandMarkers(Printed, frozen=True):
    on_board: int
    most_thalers_per_space: int
    last_draw_round: int
    locks_forced_at: int
    list: tuple[DemandMarker, ...]


class Areas(Printed, frozen=True):
    sizes: dict[str, int]


class Progress(Printed, frozen=True):
    first_round: int


class Tile(Line, frozen=True):
    id: str
    name: str
    needs: dict[str, int]
    sites: tuple[str, ...] = ()  # where it builds
    price: int = 0  # instead of the printed one
    warehouses: int = 0  # which it brings at once
    moves_port_warehouses: bool = False
    effect: Effect = ""  # of the white ones

    @property
    def white(self) -> bool:
        return bool(self.effect)


class PersonalTiles(Printed, frozen=True):
    list: tuple[Tile, ...]


class WhiteTiles(Printed, frozen=True):
    copies: dict[int, int]
    list: tuple[Tile, ...]


class WhiteEffects(Printed, frozen=True):
    coal_hauler_raises: int
    inn_thalers: int
    inn_points: int
    ruhraake_points: int
    ruhraake_points_in_port: int
    mayor_points_per_thaler: int
    railway_points_per_warehouse: int


class CityTrio(Line, frozen=True):
    cities: tuple[str, ...]
    points: int


class StoreTrio(Line, frozen=True):
    stores: int
    points: int


class FinalScoring(Printed, frozen=True):
    city_trios: tuple[CityTrio, ...]
    coal_store_trio: StoreTrio
    points_lost_per_debt: int


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: str
    publication: Publication
    players: Players
    duration: Duration
    colours: Colours
    pieces: Pieces
    blank_tiles: BlankTiles
    starting_money: StartingMoney
    money: Money
    score_track: ScoreTrack
    warehouses_at_start: WarehousesAtStart
    timeline: Timeline
    territories: Territories
    river: Spaces
    coal_at_start: CoalAtStart
    transport_track: TransportTrack
    coal: CoalBounds
    trips: Trips
    special_options: SpecialOptions
    debts: Debts
    shortfall: Shortfall
    lock_prices: LockPrices
    cities: Cities
    coal_stores: CoalStores
    port: Port
    export_scale: ExportScale
    country_markers: CountryMarkers
    demand_markers: DemandMarkers
    areas: Areas
    progress: Progress
    personal_tiles: PersonalTiles
    white_tiles: WhiteTiles
    white_effects: WhiteEffects
    final_scoring: FinalScoring


class Site(msgspec.Struct, frozen=True):
    """A place for warehouses: a city, a coal store or a column of the port."""

    id: str
    category: Literal["city", "coal_stores", "port"]
    slots: tuple[int, ...]  # prices from the left; in the port position bonuses from the top
    points: int


class Register:
    """The components of a board by their ids."""

    def __init__(self, board: Board) -> None:
        self.river = River(board.river.spaces, board.territories.list, board.trips.simple_spaces)
        self.tiles = {tile.id: tile for tile in (*board.personal_tiles.list, *board.white_tiles.list)}
        self.options = {option.id: option for option in board.special_options.list}
        self.markers = {marker.id: marker for marker in board.demand_markers.list}
        self.sites = {site.id: site for site in sites(board)}


def sites(board: Board) -> list[Site]:
    cities = [Site(city, "city", slots, board.cities.points) for city, slots in board.cities.slots.items()]
    stores = [
        Site(store.id, "coal_stores", store.slots, board.coal_stores.points)
        for store in board.coal_stores.list
    ]
    port = board.port
    return cities + stores + [Site(it.id, "port", port.position_bonus, port.points) for it in port.columns]


def load_board(path: Path) -> Board:
    data: Any = yaml.safe_load(path.read_text("utf-8"))
    return msgspec.convert(data, Board)


_FIRST: Final = load_board(Path(__file__).with_name("board.yaml"))
BOARDS: Final[Mapping[str, Board]] = MappingProxyType({_FIRST.edition: _FIRST})
REGISTERS: Final[Mapping[str, Register]] = MappingProxyType(
    {edition: Register(board) for edition, board in BOARDS.items()}
)
