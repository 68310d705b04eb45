"""How much of anything there can be, on the board of any edition and so in any stored value.

Each limit lies well above what is printed today (14 dice, 49 spaces, 12 rounds, 17 tiles), and an edition
within them needs no new type. What a given table holds is narrower: see laws.py.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from games.kernel.quantities import EACH_ONCE, LONGEST_ID, MOST_SEATS, Seat, names, one_per

LONGEST_NAME: Final = 60  # characters
HIGHEST_PIPS: Final = 12
MOST_DICE: Final = 40  # of one colour
MOST_SPACES: Final = 100  # on the river
MOST_SITES: Final = 40
MOST_SLOTS: Final = 20  # of a site
MOST_TILES: Final = 60  # personal and white ones
MOST_BLANKS: Final = 200
MOST_OPTIONS: Final = 20
MOST_COLUMNS: Final = 10  # of the track, of the port
MOST_WAREHOUSES: Final = 40  # of one player
MOST_DEBTS: Final = 20  # of one player
MOST_STONES: Final = 60  # of one player
MOST_AREAS: Final = 20
MOST_DEMAND_MARKERS: Final = 80
MOST_COUNTRY_MARKERS: Final = 40
MOST_TRIPS: Final = (MOST_SEATS + 1) * MOST_SPACES**2  # from a depot to a sales space
MOST_EVENTS: Final = 10  # of a round
MOST_YEARS: Final = 40  # rounds of a match
LATEST_YEAR: Final = 2_100
LONGEST_SCALE: Final = 40  # spaces for the export marker
HIGHEST_PRICE: Final = 20  # Thaler
MOST_THALERS: Final = 1_000  # of one player: all but a few go back each round
MOST_DEMAND: Final = 10  # Thaler on one space
MOST_POINTS_AT_ONCE: Final = 40
MOST_CATEGORIES: Final = 20  # of points
MOST_COUNTED: Final = 1_000  # times that points of one kind were given
MOST_TALLIED: Final = MOST_COUNTED * MOST_POINTS_AT_ONCE

Colour = Literal["black", "white"]
Coin = Literal["thalers", "points"]
BonusSource = Literal["first_lock", "grafschaft_mark"]
SiteCategory = Literal["city", "coal_stores", "port"]
Standing = Literal["above", "in_supply", "sold_out", "ready", "used", "blank"]

Pips = Annotated[int, Meta(ge=1, le=HIGHEST_PIPS, description="Pips of a die, its quality (RS-15).")]
DiceCount = Annotated[int, Meta(ge=0, le=MOST_DICE, description="A number of dice of one colour.")]
Thalers = Annotated[int, Meta(ge=0, le=MOST_THALERS, description="Thaler of one player.")]
Price = Annotated[int, Meta(ge=0, le=HIGHEST_PRICE, description="Thaler for something printed.")]
Proceeds = Annotated[int, Meta(ge=0, le=HIGHEST_PIPS, description="Thaler for the coal of one sale.")]
Demand = Annotated[int, Meta(ge=1, le=MOST_DEMAND, description="Thaler of demand on a space.")]
DemandOrNone = Annotated[int, Meta(ge=0, le=MOST_DEMAND, description="Thaler of demand on a space.")]
Reward = Annotated[int, Meta(ge=0, le=MOST_POINTS_AT_ONCE, description="Points won or lost at once.")]
ExportPoints = Annotated[
    int, Meta(ge=-MOST_POINTS_AT_ONCE, le=MOST_POINTS_AT_ONCE, description="Points for a warehouse abroad.")
]
TallyPoints = Annotated[
    int, Meta(ge=-MOST_TALLIED, le=MOST_TALLIED, description="Points of one kind so far.")
]
TallyCount = Annotated[
    int, Meta(ge=0, le=MOST_COUNTED, description="How often points of one kind were given.")
]
Warehouses = Annotated[int, Meta(ge=0, le=MOST_WAREHOUSES, description="Warehouses of one player.")]
DebtCount = Annotated[int, Meta(ge=0, le=MOST_DEBTS, description="Warehouses on debt spaces.")]
Stones = Annotated[int, Meta(ge=0, le=MOST_STONES, description="Development stones of one player.")]
Copies = Annotated[int, Meta(ge=0, le=MOST_SEATS, description="Copies of a white tile.")]
Blanks = Annotated[int, Meta(ge=0, le=MOST_BLANKS, description="Blank tiles.")]
MarkerCount = Annotated[int, Meta(ge=0, le=MOST_DEMAND_MARKERS, description="A number of demand markers.")]
CountryCount = Annotated[
    int, Meta(ge=0, le=MOST_COUNTRY_MARKERS, description="A number of markers of one country.")
]
ScaleSpace = Annotated[
    int, Meta(ge=0, le=LONGEST_SCALE - 1, description="A space of the export scale, counted from 0.")
]
PortSales = Annotated[int, Meta(ge=0, le=MOST_SEATS, description="Sales in the port this round (RS-91).")]
Position = Annotated[int, Meta(ge=0, le=MOST_SLOTS, description="A position, counted from 1; 0 for none.")]
Places = Annotated[int, Meta(ge=0, le=MOST_SLOTS, description="Places for warehouses.")]
Year = Annotated[int, Meta(ge=1, le=LATEST_YEAR, description="A year of the timeline.")]
Number = Annotated[
    int, Meta(ge=1, le=MOST_YEARS, description="A round of the timeline, counted from 1."), names("number")
]

Phase = Annotated[str, Meta(max_length=LONGEST_ID, description="A phase of a round (RS-1)."), names("phase")]
WaterLevel = Annotated[str, Meta(max_length=LONGEST_ID, description="High or low water."), names("water")]
BonusField = Annotated[
    str, Meta(max_length=LONGEST_ID, description="What brings waiting warehouses."), names("bonus")
]
PlayerColour = Annotated[
    str, Meta(max_length=LONGEST_ID, description="The colour of a player."), names("colour")
]
SpaceId = Annotated[str, Meta(max_length=LONGEST_ID, description="A space of the river."), names("space")]
DepotId = Annotated[str, Meta(max_length=LONGEST_ID, description="A depot."), names("depot")]
BoundTo = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A depot; empty for none."), names("depot_or_none")
]
SalesSpaceId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A city, an industry or the port."), names("sales_space")
]
MarketId = Annotated[str, Meta(max_length=LONGEST_ID, description="A city or an industry."), names("market")]
CityId = Annotated[str, Meta(max_length=LONGEST_ID, description="A city."), names("city")]
ObstacleId = Annotated[str, Meta(max_length=LONGEST_ID, description="An obstacle space."), names("obstacle")]
BerthId = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A space on which ships can lie; empty for none."),
    names("berth_or_none"),
]
ColumnId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A column of the transport track."), names("column")
]
OptionId = Annotated[str, Meta(max_length=LONGEST_ID, description="A special option."), names("option")]
DiscPlace = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A special option; empty for none."),
    names("option_or_none"),
]
SiteId = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A city, a coal store or a column of the port."),
    names("site"),
]
PortColumnId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A column of the port."), names("port_column")
]
TileId = Annotated[str, Meta(max_length=LONGEST_ID, description="A tile."), names("tile")]
PersonalTileId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A personal tile."), names("personal_tile")
]
WhiteTileId = Annotated[str, Meta(max_length=LONGEST_ID, description="A white tile."), names("white_tile")]
AreaId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="An area for development stones."), names("area")
]
MarkerId = Annotated[str, Meta(max_length=LONGEST_ID, description="A demand marker."), names("marker")]
CountryId = Annotated[str, Meta(max_length=LONGEST_ID, description="A country."), names("country")]
EventName = Annotated[
    str, Meta(max_length=LONGEST_ID, description="An event of the timeline."), names("historical_event")
]
Category = Annotated[
    str, Meta(max_length=LONGEST_ID, description="What points are given for."), names("category")
]

SeatOrder = Annotated[
    tuple[Seat, ...],
    EACH_ONCE,
    one_per("seat", MOST_SEATS),
    Meta(description="All seats, in the order of the phase."),
]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS, description="Some of the seats.")]
ColumnOfDice = Annotated[
    tuple[Pips, ...],
    Meta(max_length=MOST_DICE, description="Pips, from the arrow space upwards."),
]
DueDice = Annotated[
    dict[Colour, DiceCount], Meta(max_length=2, description="Dice still to be removed, by colour.")
]
DebtSource = Literal["own_supply", "timeline"]
DepotCoal = Annotated[dict[DepotId, Pips], Meta(max_length=MOST_SPACES, description="Pips by depot.")]
BonusWarehouses = Annotated[
    dict[BonusField, Warehouses], Meta(max_length=2, description="Warehouses by what brings them.")
]
Rounds = Annotated[tuple[Number, ...], Meta(max_length=MOST_YEARS, description="Rounds of the timeline.")]
PersonalTileIds = Annotated[
    tuple[PersonalTileId, ...], Meta(max_length=MOST_TILES, description="Personal tiles.")
]
CopiesOfWhiteTiles = Annotated[
    dict[WhiteTileId, Copies], Meta(max_length=MOST_TILES, description="Copies by white tile.")
]
DemandMarkerIds = Annotated[
    tuple[MarkerId, ...], Meta(max_length=MOST_DEMAND_MARKERS, description="Demand markers.")
]
Obstacles = Annotated[tuple[ObstacleId, ...], Meta(max_length=MOST_SPACES, description="Obstacle spaces.")]
Markets = Annotated[tuple[MarketId, ...], Meta(max_length=MOST_SPACES, description="Cities or industries.")]
MarkersByCountry = Annotated[
    dict[CountryId, CountryCount], Meta(max_length=MOST_COLUMNS, description="Markers by country.")
]
Owners = Annotated[tuple[Seat, ...], Meta(max_length=MOST_SLOTS, description="Owners of warehouses.")]
