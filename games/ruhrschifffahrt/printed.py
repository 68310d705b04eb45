"""What is printed, as board.yaml says it: group by group."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, doc
from games.ruhrschifffahrt.quantities import (
    HIGHEST_PIPS,
    HIGHEST_PRICE,
    LONGEST_SCALE,
    MOST_AREAS,
    MOST_COLUMNS,
    MOST_DEMAND_MARKERS,
    MOST_EVENTS,
    MOST_OPTIONS,
    MOST_SITES,
    MOST_SLOTS,
    MOST_SPACES,
    MOST_TILES,
    MOST_YEARS,
    Blanks,
    Colour,
    Copies,
    CountryCount,
    DebtCount,
    Demand,
    DiceCount,
    DueDice,
    ExportPoints,
    MarkerCount,
    Pips,
    Places,
    Price,
    Reward,
    Stones,
    Warehouses,
    Year,
)
from games.ruhrschifffahrt.river import Id, Name, OptionalId, Space, Territory

Source = Literal["rulebook", "derived", "web", "reconstructed"]
SOURCES: Final = "Stated in the rulebook, derived from it, found on published pages, or reconstructed."
Effect = Literal["", "towing", "coal_hauler", "inn", "warehouse", "ruhraake", "mayor", "railway"]

PlayerCount = Annotated[int, Meta(ge=1, le=MOST_SEATS, description="A number of players.")]
Slots = Annotated[tuple[Price, ...], Meta(max_length=MOST_SLOTS, description="Thaler for each place.")]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of data and where it comes from."""

    source: Annotated[Source, doc(SOURCES)]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One component within a group."""


class Publication(Printed, frozen=True):
    """Where the rules were published."""

    printed_in: Annotated[str, Meta(max_length=100, description="Where they were printed.")]


class Players(Printed, frozen=True):
    """For whom the game is (RS-1)."""

    min: Annotated[PlayerCount, doc("So many players at least.")]
    max: Annotated[PlayerCount, doc("So many players at most.")]


class Duration(Printed, frozen=True):
    """How long the game takes."""

    minutes: Annotated[int, Meta(ge=1, le=1_000, description="How long a match takes.")]


class Colours(Printed, frozen=True):
    """The colours of the players."""

    list: Annotated[tuple[Id, ...], Meta(max_length=MOST_SEATS, description="By seat.")]


class Pieces(Printed, frozen=True):
    """What is in the box."""

    black_dice: Annotated[DiceCount, doc("Black dice (RS-11).")]
    white_dice: Annotated[DiceCount, doc("White dice (RS-11).")]
    stones_per_player: Annotated[Stones, doc("Development stones of each player (RS-6).")]
    warehouses_per_player: Annotated[Warehouses, doc("Warehouses of each player (RS-19).")]
    demand_markers: Annotated[MarkerCount, doc("Obstacle and demand markers (RS-10).")]


class BlankTiles(Printed, frozen=True):
    """Blanks for white tiles that are sold out (RS-100)."""

    count: Annotated[Blanks, doc("How many there are.")]


class StartingMoney(Printed, frozen=True):
    """What everybody starts with (RS-143)."""

    thalers: Annotated[Price, doc("Thaler.")]


class Money(Printed, frozen=True):
    """How much of it is kept."""

    kept_at_round_end: Annotated[int, Meta(ge=0, le=100, description="Thaler kept at most (RS-138).")]


class ScoreTrack(Printed, frozen=True):
    """The track of points (RS-16)."""

    length: Annotated[int, Meta(ge=1, le=1_000, description="Its last space.")]


class WarehousesAtStart(Printed, frozen=True):
    """Where warehouses wait, but for those of the timeline (RS-2, RS-3)."""

    supply: Annotated[Warehouses, doc("In the supply (RS-2).")]
    first_lock: Annotated[Warehouses, doc("For the first lock (RS-119).")]
    grafschaft_mark: Annotated[Warehouses, doc("For the tile Grafschaft Mark (RS-106).")]


class Round(Line, frozen=True):
    """A field of the timeline."""

    year: Annotated[Year, doc("Its year.")]
    year_source: Annotated[Source, doc(SOURCES)]
    events: Annotated[
        tuple[Id, ...], Meta(max_length=MOST_EVENTS, description="Its events, in their order (RS-R60).")
    ]
    arms: Annotated[
        OptionalId,
        doc("The territory to which black coal returns (RS-39); empty: dice leave the game (RS-R13)."),
    ] = ""


class Coins(Line, frozen=True):
    """What a levy takes or a gain gives: Thaler or points."""

    thalers: Annotated[Price, doc("Thaler.")]
    points: Annotated[Reward, doc("Points.")]


class Timeline(Printed, frozen=True):
    """The rounds and what their events are about."""

    rounds: Annotated[
        tuple[Round, ...], Meta(min_length=1, max_length=MOST_YEARS, description="Round by round (RS-1).")
    ]
    levy: Annotated[Coins, doc("What the levy takes (RS-22).")]
    gain: Annotated[Coins, doc("What the gain brings (RS-25).")]
    raise_track: Annotated[Pips, doc("Pips by which the dice of the track rise (RS-28).")]
    remove_coal: Annotated[
        dict[PlayerCount, DueDice],
        Meta(max_length=MOST_SEATS, description="Dice removed, by number of players and colour (RS-30)."),
    ]

    def rounds_with(self, event: str) -> tuple[int, ...]:
        return tuple(number for number, field in enumerate(self.rounds, 1) if event in field.events)


class Territories(Printed, frozen=True):
    """The territories along the river."""

    list: Annotated[
        tuple[Territory, ...], Meta(max_length=MOST_COLUMNS, description="Territory by territory (RS-18).")
    ]


class Spaces(Printed, frozen=True):
    """The river."""

    spaces: Annotated[
        tuple[Space, ...], Meta(max_length=MOST_SPACES, description="From the source to the port (RS-142).")
    ]


class CoalAtStart(Printed, frozen=True):
    """The dice of the set-up."""

    depots: Annotated[
        dict[
            PlayerCount,
            Annotated[dict[Id, Pips], Meta(max_length=MOST_SPACES, description="Pips by depot.")],
        ],
        Meta(max_length=MOST_SEATS, description="Pips by number of players and depot (RS-11, RS-141)."),
    ]


class Column(Line, frozen=True):
    """A pair of columns of the transport track."""

    id: Id
    name: Name
    from_round: Annotated[Year, doc("In use from this round on (RS-35).")]
    spaces: Annotated[dict[Colour, DiceCount], Meta(max_length=2, description="Its spaces by colour.")]


class TransportTrack(Printed, frozen=True):
    """Where sold dice wait (RS-34)."""

    columns: Annotated[
        tuple[Column, ...], Meta(min_length=1, max_length=MOST_COLUMNS, description="In order of their use.")
    ]


class CoalBounds(Printed, frozen=True):
    """Within which the pips of dice stay (RS-15)."""

    min_pips: Annotated[Pips, doc("The fewest.")]
    max_pips: Annotated[Pips, doc("The most.")]


class Trips(Printed, frozen=True):
    """What trips and sales are about."""

    simple_spaces: Annotated[
        int, Meta(ge=1, le=MOST_SPACES, description="Spaces of a simple trip at most (RS-81).")
    ]
    obstacle_loss: Annotated[
        int, Meta(ge=0, le=HIGHEST_PIPS, description="Pips lost by passing obstacles (RS-83).")
    ]
    port_bonus: Annotated[Price, doc("Thaler more in the port (RS-89).")]
    city_income: Annotated[Price, doc("Thaler for a warehouse in the city sold to (RS-93).")]


class SpecialOption(Line, frozen=True):
    """A special option; what it does not do is not set."""

    id: Id
    prices: Annotated[tuple[Price, Price], doc("Thaler before and after the rise (RS-26).")]
    pilot: Annotated[bool, doc("Whether the trip may have any length (RS-70).")] = False
    transport: Annotated[bool, doc("Whether a die comes from the track (RS-71).")] = False
    tow: Annotated[bool, doc("Whether the ship goes upstream (RS-74).")] = False
    needs_tile: Annotated[OptionalId, doc("The tile it needs (RS-67).")] = ""
    players_per_round: Annotated[
        int, Meta(ge=0, le=MOST_SEATS, description="For so many players a round; 0: for any number (RS-66).")
    ] = 0
    last_round: Annotated[
        int, Meta(ge=0, le=MOST_YEARS, description="Closed after this round; 0: never (RS-67).")
    ] = 0
    thalers: Annotated[Price, doc("Thaler it brings (RS-72).")] = 0
    raise_die: Annotated[
        int, Meta(ge=0, le=HIGHEST_PIPS, description="Pips by which it raises a die (RS-73).")
    ] = 0


class SpecialOptions(Printed, frozen=True):
    """All special options."""

    dearer_from_round: Annotated[Year, doc("The round from which the second price counts (RS-26).")]
    list: Annotated[tuple[SpecialOption, ...], Meta(max_length=MOST_OPTIONS, description="Option by option.")]


class Debts(Printed, frozen=True):
    """What a debt is (RS-130)."""

    spaces: Annotated[DebtCount, doc("Debt spaces of a player.")]
    thalers: Annotated[int, Meta(ge=1, le=HIGHEST_PRICE, description="Thaler for a warehouse there.")]
    repayment: Annotated[Price, doc("Thaler to get it back (RS-128).")]
    timeline_penalty: Annotated[Reward, doc("Points lost for a warehouse of the timeline (RS-132).")]


class Shortfall(Printed, frozen=True):
    """When a payment cannot be made in full (RS-R24)."""

    penalty: Annotated[Reward, doc("Points lost.")]


class LockPrice(Line, frozen=True):
    """What a lock costs from a round on."""

    from_round: Annotated[Year, doc("From this round on.")]
    thalers: Annotated[Price, doc("Thaler.")]


class LockPrices(Printed, frozen=True):
    """What locks cost (RS-116)."""

    list: Annotated[tuple[LockPrice, ...], Meta(max_length=MOST_YEARS, description="In order of rounds.")]


class Cities(Printed, frozen=True):
    """Warehouses in cities."""

    points: Annotated[Reward, doc("Points for each (RS-122).")]
    slots: Annotated[
        dict[Id, Slots],
        Meta(max_length=MOST_SITES, description="Thaler for each place from the left, by city (RS-121)."),
    ]


class CoalStore(Line, frozen=True):
    """A Kohlenlager."""

    id: Id
    name: Name
    territory: Id
    slots: Annotated[Slots, doc("Thaler for each place from the left (RS-121).")]


class CoalStores(Printed, frozen=True):
    """Warehouses in coal stores."""

    points: Annotated[Reward, doc("Points for each (RS-122).")]
    list: Annotated[tuple[CoalStore, ...], Meta(max_length=MOST_SITES, description="Store by store.")]


class PortColumn(Line, frozen=True):
    """A column of the port, for one country."""

    id: Id
    name: Name


class Port(Printed, frozen=True):
    """Warehouses in Hafen Ruhrort."""

    points: Annotated[Reward, doc("Points for each (RS-126).")]
    columns: Annotated[
        tuple[PortColumn, ...], Meta(max_length=MOST_COLUMNS, description="Its columns (RS-133).")
    ]
    position_bonus: Annotated[
        tuple[ExportPoints, ...],
        Meta(max_length=MOST_SLOTS, description="Points for each position from the top (RS-135)."),
    ]
    prices: Annotated[
        tuple[Price, ...],
        Meta(
            max_length=MOST_COLUMNS * MOST_SLOTS,
            description="Thaler, by number of warehouses built there before (RS-125).",
        ),
    ]
    per_player: Annotated[Places, doc("Warehouses of one player (RS-126).")]
    moving_price: Annotated[Price, doc("Thaler for moving one (RS-127).")]


class ExportSteps(Line, frozen=True):
    """How far a sale moves the export marker."""

    up_to_pips: Annotated[Pips, doc("For coal of so many pips at most.")]
    steps: Annotated[int, Meta(ge=0, le=LONGEST_SCALE, description="Spaces to the right (RS-91).")]


class ExportScale(Printed, frozen=True):
    """The scale of the export marker."""

    values: Annotated[
        tuple[Reward, ...],
        Meta(min_length=1, max_length=LONGEST_SCALE, description="Points from the left (RS-134)."),
    ]
    steps: Annotated[
        tuple[ExportSteps, ...], Meta(max_length=HIGHEST_PIPS, description="By pips, fewest first (RS-91).")
    ]
    moved_by: Annotated[
        Literal["first_seller", "every_seller"], doc("Whose sale in the port moves it (RS-R8).")
    ]


class CountryMarkers(Printed, frozen=True):
    """The markers that say which country buys (RS-8)."""

    counts: Annotated[
        dict[Id, CountryCount], Meta(max_length=MOST_COLUMNS, description="How many of each country.")
    ]


class DemandMarker(Line, frozen=True):
    """An obstacle and demand marker: industries, cities or water."""

    id: Id
    name: Name
    industry_in: Annotated[OptionalId, doc("The territory whose industries want coal (RS-47).")] = ""
    industry: Annotated[OptionalId, doc("The kind of industry that wants coal (RS-48).")] = ""
    cities: Annotated[
        tuple[Id, ...], Meta(max_length=MOST_SPACES, description="The cities that want coal (RS-49).")
    ] = ()
    water: Annotated[Literal["", "high", "low"], doc("The water level, which closes the pilot (RS-51).")] = ""
    depot_dice: Annotated[
        int,
        Meta(ge=-HIGHEST_PIPS, le=HIGHEST_PIPS, description="By what dice on depots change (RS-52)."),
    ] = 0
    starred: Annotated[bool, doc("Whether the variant leaves it out (RS-55).")] = False


class DemandMarkers(Printed, frozen=True):
    """All of them, and what they are about."""

    on_board: Annotated[MarkerCount, doc("So many lie on obstacle spaces at first (RS-10).")]
    most_thalers_per_space: Annotated[Demand, doc("Thaler on a space at most (RS-50).")]
    last_draw_round: Annotated[Year, doc("The last round with a draw (RS-46).")]
    locks_forced_at: Annotated[MarkerCount, doc("So many left in the bag, or fewer, force locks (RS-54).")]
    list: Annotated[
        tuple[DemandMarker, ...], Meta(max_length=MOST_DEMAND_MARKERS, description="Marker by marker.")
    ]


class Areas(Printed, frozen=True):
    """Where development stones lie (RS-88)."""

    sizes: Annotated[
        dict[Id, Stones], Meta(max_length=MOST_AREAS, description="How many stones fit on each (RS-92).")
    ]


class Progress(Printed, frozen=True):
    """When tiles are earned."""

    first_round: Annotated[Year, doc("From this round on (RS-145).")]


class Tile(Line, frozen=True):
    """A personal or a white tile; what it does not do is not set."""

    id: Id
    name: Name
    needs: Annotated[
        dict[Id, Stones], Meta(max_length=MOST_AREAS, description="Its combination: stones by area (RS-96).")
    ]
    sites: Annotated[
        tuple[Id, ...], Meta(max_length=MOST_SITES, description="Where it builds (RS-101 .. RS-105).")
    ] = ()
    price: Annotated[Price, doc("Thaler instead of the printed price; 0: as printed (RS-111).")] = 0
    warehouses: Annotated[Warehouses, doc("Warehouses it brings at once (RS-106).")] = 0
    moves_port_warehouses: Annotated[bool, doc("Whether port warehouses may move (RS-127).")] = False
    effect: Annotated[Effect, doc("What a white tile does; empty for personal ones (RS-108 .. RS-114).")] = ""

    @property
    def white(self) -> bool:
        return bool(self.effect)


class PersonalTiles(Printed, frozen=True):
    """The tiles that everybody has (RS-5)."""

    list: Annotated[tuple[Tile, ...], Meta(max_length=MOST_TILES, description="Tile by tile.")]


class WhiteTiles(Printed, frozen=True):
    """The tiles that not everybody can get (RS-99)."""

    copies: Annotated[
        dict[PlayerCount, Copies],
        Meta(max_length=MOST_SEATS, description="Copies of each, by number of players (RS-R34)."),
    ]
    list: Annotated[tuple[Tile, ...], Meta(max_length=MOST_TILES, description="Tile by tile.")]


class WhiteEffects(Printed, frozen=True):
    """What white tiles bring."""

    coal_hauler_raises: Annotated[Pips, doc("Pips by which the coal hauler raises (RS-108).")]
    inn_thalers: Annotated[Price, doc("Thaler of the inn (RS-110).")]
    inn_points: Annotated[Reward, doc("Points of the inn instead (RS-110).")]
    ruhraake_points: Annotated[Reward, doc("Points for the Ruhraake (RS-112).")]
    ruhraake_points_in_port: Annotated[Reward, doc("Points with the ship in the port (RS-112).")]
    mayor_points_per_thaler: Annotated[Reward, doc("Points for each Thaler (RS-113).")]
    railway_points_per_warehouse: Annotated[Reward, doc("Points for each city warehouse (RS-114).")]


class CityTrio(Line, frozen=True):
    """Cities that score together (RS-R31)."""

    cities: Annotated[tuple[Id, ...], Meta(max_length=MOST_SITES, description="The cities.")]
    points: Annotated[Reward, doc("Points for warehouses in all of them.")]


class StoreTrio(Line, frozen=True):
    """Coal stores that score together (RS-R31)."""

    stores: Annotated[Places, doc("How many different ones.")]
    points: Annotated[Reward, doc("Points for them.")]


class FinalScoring(Printed, frozen=True):
    """What is scored after the last round (RS-140)."""

    city_trios: Annotated[
        tuple[CityTrio, ...], Meta(max_length=MOST_SITES, description="Cities that score together (RS-R31).")
    ]
    coal_store_trio: Annotated[StoreTrio, doc("Coal stores that score together (RS-R31).")]
    points_lost_per_debt: Annotated[Reward, doc("Points lost for each debt left (RS-R31).")]
