"""What lies on the table now."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.kernel import Options, Table
from games.schichtwechsel.agenda import SchichtwechselItem
from games.schichtwechsel.board import BOARDS, Board, BonusSpace, Card, GreySpace, RoundCard, Site, Tile
from games.schichtwechsel.effects import Area
from games.schichtwechsel.lookup import (
    areas_of,
    bonuses_of,
    cards_for,
    coal_room,
    grey_spaces_for,
    sites_of,
    tiles_for,
)

OWN_SPACE = "own"
HEADFRAME_AREA = "headframe_area"
WORKING_SPEED = "working_speed"
EXIT = "exit"


class SchichtwechselOptions(Options, frozen=True, kw_only=True):
    """None so far."""


class Load(msgspec.Struct):
    """What lies on an underground wagon."""

    coal: int = 0
    spoil: int = 0


class Payment(msgspec.Struct, frozen=True, gc=False):
    """What a seat has laid on a card this round."""

    seat: int
    white: int
    own: int
    coins: int


class Player(msgspec.Struct):
    colour: str = ""
    coins: int = 0
    white: int = 0
    tools: int = 0
    token: bool = False  # the seat's action token, unless it lies on a card
    water: int = 0
    wagons: dict[str, Load] = {}
    coal: int = 0  # above ground, on coal wagons (SW-R13)
    spoil: int = 0  # on the tip
    stock: int = 0  # coke not made yet
    own_space: bool = False  # coke on the seat's coking space
    coke: int = 0  # on coke wagons (SW-28)
    pairs: int = 0  # of coke sold
    bar: tuple[str, ...] = ()  # spaces with a house on them
    headframes: int = 0  # on the personal card
    raised: int = 0  # headframes in the headframe area
    discs: dict[str, int] = {}
    miner: int = 0
    tile: str = ""
    passed: bool = False
    points: dict[str, int] = {}  # scored so far, by category


class Schichtwechsel(Table, kw_only=True):
    options: SchichtwechselOptions
    players: list[Player]
    supply: dict[str, int] = {}
    bag: dict[str, int] = {}
    hand: dict[str, int] = {}  # cubes drawn in this step, not placed yet
    marker: int = 0  # who holds the first player's marker
    starter: int = 0  # who began this round (SW-R31)
    round_cards: tuple[int, ...] = ()  # revealed so far, the current one last
    laid: dict[str, list[Payment]] = {}  # card -> payments of this round
    plant: dict[str, int] = {}  # grey coking space -> whose coke
    bonus: dict[str, int] = {}  # headframe bonus space -> whose headframe
    sites: dict[str, list[int]] = {}  # pit or working speed -> whose houses
    arrivals: dict[str, list[int]] = {}  # route or exit -> seats in order of arrival
    agenda: tuple[SchichtwechselItem, ...] = ()

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
        return self.players[seat].own_space + sum(owner == seat for owner in self.plant.values())

    def coal_room(self, seat: int) -> int:
        return coal_room(self.edition) - self.players[seat].coal

    def tip_room(self, seat: int) -> int:
        return self.board.spoil_tip.spaces - self.players[seat].spoil

    def coke_wagon_room(self, seat: int) -> int:
        wagons = self.board.pit.coke_wagons
        return wagons.lower + wagons.upper - self.players[seat].coke

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
