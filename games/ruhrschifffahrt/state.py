"""What lies on the table now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel import Options, Table
from games.kernel.quantities import EACH_ONCE, MOST_SEATS, Seat, doc, one_per
from games.ruhrschifffahrt.agenda import RuhrAgenda
from games.ruhrschifffahrt.board import BOARDS, REGISTERS, Board, Site
from games.ruhrschifffahrt.printed import Column, DemandMarker, Effect, Round, SpecialOption, Tile
from games.ruhrschifffahrt.quantities import (
    MOST_AREAS,
    MOST_CATEGORIES,
    MOST_COLUMNS,
    MOST_COUNTRY_MARKERS,
    MOST_DEMAND_MARKERS,
    MOST_DICE,
    MOST_SITES,
    MOST_SLOTS,
    MOST_SPACES,
    MOST_TILES,
    MOST_YEARS,
    AreaId,
    Blanks,
    BonusField,
    Category,
    Colour,
    ColumnId,
    Copies,
    CountryCount,
    CountryId,
    DebtCount,
    Demand,
    DepotId,
    DiceCount,
    DiscPlace,
    MarkerCount,
    MarkerId,
    MarketId,
    Number,
    ObstacleId,
    PersonalTileId,
    Phase,
    Pips,
    PlayerColour,
    PortSales,
    ScaleSpace,
    SeatOrder,
    SiteId,
    SpaceId,
    Stones,
    TallyCount,
    TallyPoints,
    Thalers,
    TileId,
    Warehouses,
    WhiteTileId,
)
from games.ruhrschifffahrt.river import River


class RuhrOptions(Options, frozen=True, kw_only=True):
    """What is chosen before the game (RS-55)."""

    without_starred_markers: Annotated[
        bool, doc("Whether the two starred markers are left out: 18 in all (RS-55).")
    ] = False


class Tally(msgspec.Struct):
    """Points of one category, and how often some were given."""

    points: Annotated[TallyPoints, doc("The points so far.")] = 0
    count: Annotated[TallyCount, doc("How often some were given.")] = 0


class Player(msgspec.Struct):
    """What one player has."""

    colour: Annotated[PlayerColour, doc("The colour of ship and warehouses.")]
    thalers: Annotated[Thalers, doc("Money (RS-143, RS-138).")]
    supply: Annotated[Warehouses, doc("Warehouses that may be built (RS-2, RS-124).")]
    bonus: Annotated[
        dict[BonusField, Warehouses],
        Meta(max_length=2, description="Warehouses waiting for the first lock and Grafschaft Mark (RS-3)."),
    ]
    timeline: Annotated[
        list[Number], Meta(max_length=MOST_YEARS, description="Rounds at which a warehouse waits (RS-4).")
    ]
    stone_supply: Annotated[Stones, doc("Development stones not yet placed (RS-6).")]
    above: Annotated[
        list[PersonalTileId],
        EACH_ONCE,
        Meta(max_length=MOST_TILES, description="Personal tiles not yet earned (RS-5)."),
    ]
    stones: Annotated[
        dict[AreaId, Stones], Meta(max_length=MOST_AREAS, description="Development stones by area (RS-88).")
    ] = {}
    debts: Annotated[DebtCount, doc("Warehouses on debt spaces (RS-130).")] = 0
    tiles: Annotated[
        list[TileId],
        EACH_ONCE,
        Meta(max_length=MOST_TILES, description="Tiles on their fields (RS-98, RS-99)."),
    ] = []
    used: Annotated[
        list[PersonalTileId],
        EACH_ONCE,
        Meta(max_length=MOST_TILES, description="Personal tiles used this round (RS-98)."),
    ] = []
    turned: Annotated[
        list[WhiteTileId],
        EACH_ONCE,
        Meta(max_length=MOST_TILES, description="White tiles used for good (RS-99)."),
    ] = []
    blanks: Annotated[
        list[WhiteTileId],
        EACH_ONCE,
        Meta(max_length=MOST_TILES, description="White fields closed for good (RS-100)."),
    ] = []
    option: Annotated[DiscPlace, doc("Where the disc lies; empty: nowhere (RS-65).")] = ""
    ledger: Annotated[
        dict[Category, Tally], Meta(max_length=MOST_CATEGORIES, description="Points so far (RS-R62).")
    ] = {}

    @property
    def points(self) -> int:
        return sum(tally.points for tally in self.ledger.values())

    def can_use(self, tile: str) -> bool:
        return tile in self.tiles and tile not in self.used and tile not in self.turned


class LooseDie(msgspec.Struct, frozen=True):
    """A die in a hold, or off the track and not yet put back (RS-38)."""

    colour: Annotated[Colour, doc("Its colour.")]
    pips: Annotated[Pips, doc("Its pips.")]


class Ruhr(Table, kw_only=True):
    """The whole table, the values of hidden markers among it (RS-R58)."""

    options: Annotated[RuhrOptions, doc("What was chosen before the match.")]
    players: Annotated[list[Player], one_per("seat", MOST_SEATS), doc("The players, by seat.")]
    phase: Annotated[Phase, doc("The phase that began last; empty before the first.")] = ""
    order: Annotated[SeatOrder, doc("Fixed when the phase began (RS-13, RS-R9).")] = ()
    ships: Annotated[
        dict[SpaceId, Annotated[list[Seat], Meta(max_length=MOST_SEATS)]],
        Meta(
            max_length=MOST_SEATS,
            description="Seats by space as they arrived: the first lies furthest downstream (RS-86).",
        ),
    ] = {}
    depots: Annotated[
        dict[DepotId, Pips], Meta(max_length=MOST_SPACES, description="Pips of the die on a depot (RS-11).")
    ] = {}
    column: Annotated[ColumnId, doc("The column of the track in use (RS-35).")] = ""
    track: Annotated[
        dict[Colour, Annotated[list[Pips], Meta(max_length=MOST_DICE)]],
        Meta(max_length=2, description="Pips on the track, from the arrow space upwards (RS-36)."),
    ] = {}
    loose: Annotated[
        list[LooseDie],
        Meta(max_length=MOST_DICE, description="Dice in a hold, or off the track and not yet put back."),
    ] = []
    boxed: Annotated[
        dict[Colour, DiceCount], Meta(max_length=2, description="Dice out of the game (RS-R33, RS-147).")
    ] = {}
    demand: Annotated[
        dict[MarketId, Demand], Meta(max_length=MOST_SPACES, description="Thaler on sales spaces (RS-148).")
    ] = {}
    obstacles: Annotated[
        list[ObstacleId],
        Meta(max_length=MOST_SPACES, description="Spaces that still have their marker (RS-10, RS-117)."),
    ] = []
    bag: Annotated[MarkerCount, doc("Markers in the bag; nobody knows which of the unseen ones.")] = 0
    unseen: Annotated[
        list[MarkerId],
        Meta(max_length=MOST_DEMAND_MARKERS, description="Markers on obstacles and in the bag (RS-10)."),
    ] = []
    seen: Annotated[
        list[MarkerId], Meta(max_length=MOST_DEMAND_MARKERS, description="Markers drawn so far (RS-45).")
    ] = []
    left_out: Annotated[
        list[MarkerId],
        Meta(max_length=MOST_DEMAND_MARKERS, description="Markers that are not in this game (RS-55)."),
    ] = []
    countries_down: Annotated[
        dict[CountryId, CountryCount],
        Meta(max_length=MOST_COLUMNS, description="Country markers still face down (RS-8)."),
    ] = {}
    countries_shown: Annotated[
        list[CountryId],
        Meta(max_length=MOST_COUNTRY_MARKERS, description="Country markers turned so far (RS-23)."),
    ] = []
    export_marker: Annotated[ScaleSpace, doc("Its space on the export scale, counted from 0 (RS-9).")] = 0
    stock: Annotated[
        dict[WhiteTileId, Copies],
        Meta(max_length=MOST_TILES, description="White tiles in the supply (RS-R34)."),
    ] = {}
    blanks: Annotated[Blanks, doc("Blanks in the supply (RS-6, RS-100).")] = 0
    warehouses: Annotated[
        dict[SiteId, Annotated[list[Seat], Meta(max_length=MOST_SLOTS)]],
        Meta(max_length=MOST_SITES, description="Owners by site, from the left or the top (RS-120, RS-126)."),
    ] = {}
    pilot_closed: Annotated[bool, doc("Whether the water closes the pilot this round (RS-51).")] = False
    locks_forced: Annotated[bool, doc("Whether locks must be built this round (RS-54).")] = False
    port_sales: PortSales = 0
    agenda: RuhrAgenda = ()

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
        return REGISTERS[self.edition].columns[column]

    def list_dice(self) -> list[str]:
        """The depots on which one lies, from the source down."""
        lying = self.depots
        return [depot for depot in self.river.depots if depot in lying]

    def ship(self, seat: int) -> str:
        """The space it lies on; none before the first start."""
        for space, seats in self.ships.items():
            if seat in seats:
                return space
        return ""

    def ship_order(self) -> tuple[int, ...]:
        """RS-13, RS-86, RS-R10: from the source down; on one space the last to arrive comes first."""
        ships = self.ships
        spaces = sorted(ships, key=self.river.index.__getitem__)
        return tuple([seat for space in spaces for seat in reversed(ships[space])])

    def loaded(self, seat: int) -> bool:
        """At a depot whose die it will carry."""
        return self.ship(seat) in self.depots

    def white_tile(self, seat: int, effect: Effect) -> str:
        """RS-99, RS-R56: the first one with this effect that can still be used."""
        player, tiles = self.players[seat], REGISTERS[self.edition].with_effect[effect]
        if tiles.isdisjoint(player.tiles):
            return ""
        return next((tile for tile in player.tiles if tile in tiles and player.can_use(tile)), "")

    def building_tiles(self, seat: int) -> list[Tile]:
        """Those it has on its fields that build warehouses, as they came there (RS-101 .. RS-105)."""
        builders = REGISTERS[self.edition].builders
        return [builders[tile] for tile in self.players[seat].tiles if tile in builders]

    def moves_port_warehouses(self, seat: int) -> bool:
        """RS-127: it has a tile for that."""
        return not REGISTERS[self.edition].port_movers.isdisjoint(self.players[seat].tiles)

    def city_warehouses(self, seat: int) -> int:
        return sum(seat in self.warehouses[city] for city in self.board.cities.slots)
