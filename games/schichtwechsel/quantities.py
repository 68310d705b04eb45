"""How much of anything there can be, on the board of any edition and so in any stored value.

Each limit lies well above what is printed today (40 coal, 22 cards, routes of 12 spaces), and an edition
within them needs no new type. What a given table holds is narrower: see laws/.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from games.kernel.quantities import EACH_ONCE, LONGEST_ID, MOST_SEATS, Seat, names

Route = Literal["road", "rail", "canal"]
Cube = Literal["coal", "spoil"]
Size = Literal["small", "medium", "large", "special"]
Area = Literal["big", "small", "any"]

MOST_PIECES: Final = 500  # of one kind, wherever they lie
MOST_KINDS: Final = 10  # of pieces in the supply
MOST_COKE: Final = 60  # of one player
MOST_PAIRS: Final = 20  # that can be sold
MOST_WAGONS: Final = 20
MOST_SPACES_OF_A_WAGON: Final = 6
MOST_SPOIL: Final = 60  # on a tip
MOST_LEVELS: Final = 30  # of the water
MOST_HEADFRAMES: Final = 8  # of one player
MOST_BAR_SPACES: Final = 12  # so many houses has a player
MOST_GREY_SPACES: Final = 20
MOST_CARDS: Final = 60
MOST_USES: Final = 4  # of a card
MOST_PAYMENTS: Final = 100  # on a card: one token at least for each
MOST_ROUTES: Final = 3
MOST_ROUTE_SPACES: Final = 60
MOST_SHIFT_SPACES: Final = 40
MOST_BONUS_SPACES: Final = 12  # of an area
MOST_SITES: Final = 16
MOST_TILES: Final = 20
MOST_ROUND_CARDS: Final = 20
MOST_TRADES: Final = 10
MOST_ENTRIES: Final = 40  # of the final scoring
MOST_CUBES_DRAWN: Final = 10  # for one player
MOST_EFFECTS: Final = 60  # of a list: all deeds of a pit, once for each house
MOST_BENEFITS: Final = 8  # to choose from
MOST_STEPS: Final = 10  # of discs, by one effect
HIGHEST_AMOUNT: Final = 50  # what one effect gives or takes
HIGHEST_SCORE: Final = 1_000  # points printed in one place
MOST_SCORED: Final = 1_000_000  # points scored so far; a lawful table lies far below

Id = Annotated[str, Meta(max_length=LONGEST_ID, description="Its id.")]
Amount = Annotated[int, Meta(ge=1, le=HIGHEST_AMOUNT, description="How many.")]
Score = Annotated[int, Meta(ge=-HIGHEST_SCORE, le=HIGHEST_SCORE, description="Points printed.")]
PointsSoFar = Annotated[int, Meta(ge=0, le=MOST_SCORED, description="Points scored so far.")]
Pieces = Annotated[int, Meta(ge=0, le=MOST_PIECES, description="Pieces of one kind.")]
Coke = Annotated[int, Meta(ge=0, le=MOST_COKE, description="Coke of one player.")]
Pairs = Annotated[int, Meta(ge=0, le=MOST_PAIRS, description="Pairs of coke.")]
Spaces = Annotated[int, Meta(ge=0, le=MOST_SPACES_OF_A_WAGON, description="Cubes on a wagon.")]
Coal = Annotated[
    int,
    Meta(ge=0, le=MOST_WAGONS * MOST_SPACES_OF_A_WAGON, description="Coal above ground, on coal wagons."),
]
Spoil = Annotated[int, Meta(ge=0, le=MOST_SPOIL, description="Spoil on the tip.")]
Level = Annotated[int, Meta(ge=0, le=MOST_LEVELS, description="A level of the pit water.")]
HeadframeCount = Annotated[int, Meta(ge=0, le=MOST_HEADFRAMES, description="Headframes of one player.")]
Houses = Annotated[int, Meta(ge=0, le=MOST_BAR_SPACES, description="Houses of one player.")]
OwnToken = Annotated[int, Meta(ge=0, le=1, description="The player's action token (1) or not (0).")]
RouteSpace = Annotated[int, Meta(ge=0, le=MOST_ROUTE_SPACES, description="A space of a route; 0: the start.")]
ShiftNumber = Annotated[
    int,
    Meta(ge=0, le=MOST_SHIFT_SPACES, description="A space of the shift, counted from 1; 0: none yet."),
]
ReachedNumber = Annotated[ShiftNumber, names("shift_number")]
Places = Annotated[
    int, Meta(ge=0, le=MOST_BAR_SPACES * MOST_SEATS, description="Places for houses, of all players.")
]

Colour = Annotated[str, Meta(max_length=LONGEST_ID, description="A colour of pieces."), names("colour")]
StockKind = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A kind of pieces in the supply."), names("stock")
]
DrawnCube = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A cube of the bag: coal, spoil or blue."), names("cube")
]
WagonId = Annotated[str, Meta(max_length=LONGEST_ID, description="An underground wagon."), names("wagon")]
BarSpaceId = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A space of the bar, or its house."),
    names("bar_space"),
]
CardId = Annotated[str, Meta(max_length=LONGEST_ID, description="An action card."), names("card")]
TileId = Annotated[str, Meta(max_length=LONGEST_ID, description="A selection tile."), names("tile")]
HeldTile = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A selection tile; empty before the first."),
    names("held_tile"),
]
SiteId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A building pit, or the working speed."), names("site")
]
CokingSpace = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A grey coking space, or `own`: the player's."),
    names("coking_space"),
]
GreySpaceId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A grey coking space."), names("grey_space")
]
BonusSpaceId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A headframe bonus space."), names("bonus_space")
]
HeadframeSource = Annotated[
    str,
    Meta(max_length=LONGEST_ID, description="A bonus space, or `headframe_area`."),
    names("headframe_source"),
]
ShiftSpaceId = Annotated[
    str, Meta(max_length=LONGEST_ID, description="A space of the shift, by name."), names("shift_space")
]
RouteId = Annotated[str, Meta(max_length=LONGEST_ID, description="A route."), names("route")]
Goal = Annotated[str, Meta(max_length=LONGEST_ID, description="A route's target, or `exit`."), names("goal")]
CardNumber = Annotated[
    int, Meta(ge=1, le=MOST_ROUND_CARDS, description="The number of a round card."), names("round_card")
]
Entry = Annotated[
    str, Meta(max_length=LONGEST_ID, description="An entry of the final scoring."), names("entry")
]
Category = Annotated[
    str, Meta(max_length=LONGEST_ID, description="What points are scored for."), names("category")
]

Seats = Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS, description="Some seats.")]
DrawnCubes = Annotated[
    tuple[DrawnCube, ...], Meta(max_length=MOST_CUBES_DRAWN, description="The cubes drawn.")
]
CubeKinds = Annotated[tuple[Cube, ...], Meta(min_length=1, max_length=2, description="Kinds of cubes.")]
Sizes = Annotated[tuple[Size, ...], Meta(min_length=1, max_length=4, description="Sizes of cards.")]
Steps = Annotated[
    tuple[Route, ...],
    Meta(min_length=1, max_length=MOST_STEPS, description="Routes, one entry a step (SW-101)."),
]
BarSpaceIds = Annotated[
    tuple[BarSpaceId, ...], EACH_ONCE, Meta(max_length=MOST_BAR_SPACES, description="Spaces of the bar.")
]
