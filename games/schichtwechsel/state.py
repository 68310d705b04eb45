"""What lies on the table now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel import Options, Table
from games.kernel.quantities import EACH_ONCE, MOST_SEATS, Seat, doc, one_per
from games.schichtwechsel.agenda import SchichtwechselAgenda
from games.schichtwechsel.board import BOARDS, Board, BonusSpace, Card, GreySpace, RoundCard, Site, Tile
from games.schichtwechsel.lookup import (
    areas_of,
    bonuses_of,
    cards_for,
    coal_room,
    grey_spaces_for,
    sites_of,
    tiles_for,
)
from games.schichtwechsel.quantities import (
    MOST_BAR_SPACES,
    MOST_BONUS_SPACES,
    MOST_CARDS,
    MOST_ENTRIES,
    MOST_GREY_SPACES,
    MOST_KINDS,
    MOST_PAYMENTS,
    MOST_ROUND_CARDS,
    MOST_ROUTES,
    MOST_SITES,
    MOST_WAGONS,
    Area,
    BarSpaceIds,
    BonusSpaceId,
    CardId,
    CardNumber,
    Category,
    Coal,
    Coke,
    Colour,
    DrawnCube,
    Goal,
    GreySpaceId,
    HeadframeCount,
    HeldTile,
    Level,
    OwnToken,
    Pairs,
    Pieces,
    PointsSoFar,
    ReachedNumber,
    RouteId,
    RouteSpace,
    SiteId,
    Spaces,
    Spoil,
    StockKind,
    WagonId,
)

OWN_SPACE = "own"
HEADFRAME_AREA = "headframe_area"
WORKING_SPEED = "working_speed"
EXIT = "exit"


class SchichtwechselOptions(Options, frozen=True, kw_only=True):
    """None so far."""


class Load(msgspec.Struct):
    """What lies on an underground wagon (SW-20)."""

    coal: Annotated[Spaces, doc("Coal.")] = 0
    spoil: Annotated[Spaces, doc("Spoil.")] = 0


class Payment(msgspec.Struct, frozen=True, gc=False):
    """What a seat has laid on a card this round (SW-86)."""

    seat: Annotated[Seat, doc("Who paid.")]
    white: Annotated[Pieces, doc("White tokens.")]
    own: OwnToken
    coins: Annotated[Pieces, doc("Coins.")]


class Player(msgspec.Struct):
    """What one player has."""

    colour: Annotated[Colour, doc("The colour of the pieces (SW-5).")] = ""
    coins: Annotated[Pieces, doc("Coins (SW-4).")] = 0
    white: Annotated[Pieces, doc("White tokens not spent yet (SW-61).")] = 0
    tools: Annotated[Pieces, doc("Tool markers (SW-4).")] = 0
    token: Annotated[bool, doc("Whether the player has the action token; else it lies on a card.")] = False
    water: Annotated[Level, doc("The level of the pit water (SW-8).")] = 0
    wagons: Annotated[
        dict[WagonId, Load], one_per("wagon", MOST_WAGONS), doc("The underground wagons, by id (SW-19).")
    ] = {}
    coal: Annotated[Coal, doc("Coal above ground, on coal wagons (SW-R13).")] = 0
    spoil: Annotated[Spoil, doc("Spoil on the tip (SW-26).")] = 0
    stock: Annotated[Coke, doc("Coke not made yet (SW-168).")] = 0
    own_space: Annotated[bool, doc("Whether coke lies on the own coking space (SW-35).")] = False
    coke: Annotated[Coke, doc("Coke on coke wagons (SW-28).")] = 0
    pairs: Annotated[Pairs, doc("Pairs of coke sold (SW-64).")] = 0
    bar: Annotated[BarSpaceIds, doc("Spaces of the bar with a house on them (SW-7).")] = ()
    headframes: Annotated[HeadframeCount, doc("Headframes on the personal card (SW-6).")] = 0
    raised: Annotated[HeadframeCount, doc("Headframes in the headframe area (SW-129).")] = 0
    discs: Annotated[
        dict[RouteId, RouteSpace],
        one_per("route", MOST_ROUTES),
        doc("The discs' spaces, by route (SW-8)."),
    ] = {}
    miner: Annotated[ReachedNumber, doc("The miner's space of the shift, counted from 1 (SW-8).")] = 0
    tile: Annotated[HeldTile, doc("The current selection tile (SW-52); empty before the first.")] = ""
    passed: Annotated[bool, doc("Whether the player has passed this round (SW-94).")] = False
    points: Annotated[
        dict[Category, PointsSoFar],
        Meta(max_length=MOST_ENTRIES, description="Points scored so far, by category (SW-170)."),
    ] = {}


class Schichtwechsel(Table, kw_only=True):
    """The whole table; what is still in the bag is known, too."""

    options: Annotated[SchichtwechselOptions, doc("What was chosen before the match.")]
    players: Annotated[list[Player], one_per("seat", MOST_SEATS), doc("The players, by seat.")]
    supply: Annotated[
        dict[StockKind, Pieces],
        one_per("stock", MOST_KINDS),
        doc("What is nobody's, by kind (SW-168)."),
    ] = {}
    bag: Annotated[
        dict[DrawnCube, Pieces], one_per("cube", MOST_KINDS), doc("The cubes in the bag (SW-9, SW-44).")
    ] = {}
    hand: Annotated[
        dict[DrawnCube, Pieces],
        one_per("cube", MOST_KINDS),
        doc("Cubes drawn in step I and not placed yet (SW-46)."),
    ] = {}
    marker: Annotated[Seat, doc("Who holds the first player's marker (SW-11).")] = 0
    starter: Annotated[Seat, doc("Who began this round (SW-R31).")] = 0
    round_cards: Annotated[
        tuple[CardNumber, ...],
        EACH_ONCE,
        Meta(
            max_length=MOST_ROUND_CARDS,
            description="The round cards revealed so far, the current one last (SW-39).",
        ),
    ] = ()
    laid: Annotated[
        dict[CardId, Annotated[list[Payment], Meta(min_length=1, max_length=MOST_PAYMENTS)]],
        Meta(max_length=MOST_CARDS, description="What lies on the cards this round, by card (SW-86)."),
    ] = {}
    plant: Annotated[
        dict[GreySpaceId, Seat],
        Meta(max_length=MOST_GREY_SPACES, description="Whose coke lies on each grey coking space (SW-35)."),
    ] = {}
    bonus: Annotated[
        dict[BonusSpaceId, Seat],
        Meta(
            max_length=2 * MOST_BONUS_SPACES,
            description="Whose headframe stands on each bonus space (SW-127).",
        ),
    ] = {}
    sites: Annotated[
        dict[SiteId, Annotated[list[Seat], Meta(max_length=MOST_BAR_SPACES * MOST_SEATS)]],
        one_per("site", MOST_SITES),
        doc("Whose houses stand in each building pit, and at the working speed (SW-107)."),
    ] = {}
    arrivals: Annotated[
        dict[Goal, Annotated[list[Seat], EACH_ONCE, Meta(min_length=1, max_length=MOST_SEATS)]],
        Meta(
            max_length=MOST_ROUTES + 1,
            description="The seats in order of arrival, by route, and `exit` (SW-106, SW-150).",
        ),
    ] = {}
    agenda: SchichtwechselAgenda = ()

    @property
    def board(self) -> Board:
        return BOARDS[self.edition]

    def order(self, first: int) -> list[int]:
        """Clockwise; ascending seat numbers (SW-10)."""
        seats = len(self.players)
        return [(first + place) % seats for place in range(seats)]

    def cards(self) -> Mapping[str, Card]:
        return cards_for(self.edition, len(self.players))

    def tile(self, seat: int) -> Tile:
        return tiles_for(self.edition, len(self.players))[self.players[seat].tile]

    def round_card(self) -> RoundCard | None:
        """The card that lies face up."""
        return self.board.round_cards.list[self.round_cards[-1] - 1] if self.round_cards else None

    def wagon_is_locked(self) -> bool:
        """SW-40, SW-166: until the next card is revealed."""
        card = self.round_card()
        return card is not None and card.special == "lock_wagon"

    def grey_spaces(self) -> Mapping[str, GreySpace]:
        return grey_spaces_for(self.edition, len(self.players))

    def coke_in_plant(self, seat: int) -> int:
        return self.players[seat].own_space + [*self.plant.values()].count(seat)

    def coal_room(self, seat: int) -> int:
        return coal_room(self.edition) - self.players[seat].coal

    def tip_room(self, seat: int) -> int:
        return self.board.spoil_tip.spaces - self.players[seat].spoil

    def coke_wagon_room(self, seat: int) -> int:
        wagons = self.board.pit.coke_wagons
        return wagons.lower + wagons.upper - self.players[seat].coke

    @property
    def pair(self) -> int:
        """SW-63: as many coke as the lower coke wagons hold are sold together."""
        return self.board.pit.coke_wagons.lower

    def coke_made(self, seat: int) -> int:
        return self.board.setup.coke - self.players[seat].stock

    def spoil_in_pit(self, seat: int) -> int:
        player = self.players[seat]
        return player.spoil + sum(load.spoil for load in player.wagons.values())

    def site(self, site: str) -> Site:
        return sites_of(self.edition)[site]

    def houses(self, seat: int, site: str) -> int:
        return self.sites[site].count(seat)

    def bonus_space(self, space: str) -> BonusSpace:
        return bonuses_of(self.edition)[space]

    def headframe_in(self, seat: int, area: Area) -> str | None:
        """The bonus space of an area on which a headframe of the seat stands."""
        for space in areas_of(self.edition)[area]:
            if self.bonus.get(space) == seat:
                return space
        return None

    def headframes_in_play(self, seat: int) -> int:
        return self.board.setup.headframes - self.players[seat].headframes

    def exit_space(self) -> int:
        return len(self.board.shift.spaces)

    def is_last_round(self) -> bool:
        return self.round == self.board.rounds.count
