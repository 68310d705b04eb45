"""What is printed on boards, cards and tiles, decoded from board.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
import yaml

from games.schichtwechsel.effects import Benefit, Effects, Route, Size

Special = Literal["lock_wagon", "blue_cube", "lower_water"]
CountedThing = Literal["road", "rail", "canal", "leading_discs", "spoil", "coke"]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of data and where it comes from."""

    source: Literal["rulebook", "derived", "web", "reconstructed"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several alike in a group."""


class Players(Printed, frozen=True):
    min: int
    max: int


class Length(Printed, frozen=True):
    minutes: int


class Rounds(Printed, frozen=True):
    count: int


class Supplies(Printed, frozen=True):
    white_tokens: int
    coins: int
    tools: int
    coal: int
    spoil: int
    blue_cubes: int


class Colours(Printed, frozen=True):
    list: tuple[str, ...]


class Cubes(Part, frozen=True):
    coal: int
    spoil: int


class Bag(Printed, frozen=True):
    start: dict[int, Cubes]  # by number of players
    added_per_player: Cubes
    drawn_per_player: int


class SetUp(Printed, frozen=True):
    coins: int
    tools: int
    coke: int
    headframes: int
    miner_space: int
    disc_space: int


class Wagon(Part, frozen=True):
    id: str
    spaces: int
    lockable: bool = False
    coal_only: bool = False


class CoalWagon(Part, frozen=True):
    id: str
    spaces: int
    token_space: bool = False


class CokeWagons(Part, frozen=True):
    lower: int
    upper: int


class Pit(Printed, frozen=True):
    wagons: tuple[Wagon, ...]
    coal_wagons: tuple[CoalWagon, ...]
    coke_wagons: CokeWagons


class SpoilTip(Printed, frozen=True):
    spaces: int


class PitWater(Printed, frozen=True):
    start: int
    lowest: int
    top: int
    token_level: int
    points_at_lowest: int
    tools_at_top: int
    fall_from_top: int
    rise_per_round: int


class ActionTokens(Printed, frozen=True):
    most_per_round: int


class CokeSale(Printed, frozen=True):
    worth: tuple[int, ...]  # of the first pair, the second …
    from_round: int
    reward: Effects


class BarSpace(Part, frozen=True):
    id: str
    effects: Effects


class Bar(Printed, frozen=True):
    from_round: int
    spaces: tuple[BarSpace, ...]


class GreySpace(Part, frozen=True):
    id: str
    players: tuple[int, ...]
    effects: Effects = ()


class CokingPlant(Printed, frozen=True):
    most_per_player: int
    own_space_from: int
    grey_spaces: tuple[GreySpace, ...]


class HeadframeInPlay(Printed, frozen=True):
    effects: tuple[Effects, ...]


class Cost(Part, frozen=True):
    player: int = 0
    white: int = 0
    coin: int = 0


class Use(Part, frozen=True):
    """What a card costs and does; one card has two of them."""

    size: Size
    cost: Cost
    effects: Effects


class Card(Part, frozen=True):
    id: str
    family: str
    players: tuple[int, ...]
    uses: tuple[Use, ...]
    white_rimmed: bool = False
    copy_protected: bool = False
    stated: tuple[str, ...] = ()


class PersonalCard(Printed, frozen=True):
    card: Card


class ActionCards(Printed, frozen=True):
    list: tuple[Card, ...]


class Barriers(Printed, frozen=True):
    kinds: dict[str, Effects]


class Target(Part, frozen=True):
    """Points for the first to arrive, and for the others."""

    first: int
    later: int


class Tier(Part, frozen=True):
    space: int
    points: int


class Track(Part, frozen=True):
    id: Route
    spaces: int
    target: Target
    tiers: tuple[Tier, ...]  # best first
    barriers: dict[int, str]  # the space before which each stands


class Routes(Printed, frozen=True):
    list: tuple[Track, ...]


class ShiftSpace(Part, frozen=True):
    id: str
    players: tuple[int, ...]
    effects: Effects = ()


class Shift(Printed, frozen=True):
    spaces: tuple[ShiftSpace, ...]
    range: int
    range_per_house: int
    exit: Target
    already_at_exit: Effects
    kept_without_use: tuple[str, ...]


class BonusSpace(Part, frozen=True):
    id: str
    effects: Effects


class HeadframeBonuses(Printed, frozen=True):
    big: tuple[BonusSpace, ...]
    small: tuple[BonusSpace, ...]


class Trade(Part, frozen=True):
    spoil: int
    effects: Effects


class SpoilTrades(Printed, frozen=True):
    list: tuple[Trade, ...]


class SitePoints(Part, frozen=True):
    per_house: int = 0
    per_spoil_on_tip: int = 0


class Site(Part, frozen=True):
    """Where houses are built: a pit, or the working speed."""

    id: str
    area: Literal["left", "right", "centre"]
    spaces: tuple[int, ...] | None = None  # by the least number of players; None: no limit
    most_per_player: int | None = None
    deeds: Effects = ()  # in the final scoring, each once a house
    points: SitePoints = SitePoints()


class Sites(Printed, frozen=True):
    list: tuple[Site, ...]


class Tile(Part, frozen=True):
    id: str
    players: tuple[int, ...]
    upper: Effects
    lower: tuple[Benefit, ...]
    if_impossible: Effects = ()


class Tiles(Printed, frozen=True):
    list: tuple[Tile, ...]


class RoundCard(Part, frozen=True):
    number: int
    counts: CountedThing
    per: int
    points: int
    special: Special | None = None


class RoundCards(Printed, frozen=True):
    list: tuple[RoundCard, ...]


class FinalScores(Printed, frozen=True):
    order: tuple[str, ...]
    tool_marker: int
    full_coal_wagon: int
    unsold_coke: int
    first_player_marker: int


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: str
    players: Players
    length: Length
    rounds: Rounds
    supplies: Supplies
    colours: Colours
    bag: Bag
    setup: SetUp
    pit: Pit
    spoil_tip: SpoilTip
    pit_water: PitWater
    action_tokens: ActionTokens
    coke_sale: CokeSale
    bar: Bar
    coking_plant: CokingPlant
    headframe_in_play: HeadframeInPlay
    personal_card: PersonalCard
    action_cards: ActionCards
    barriers: Barriers
    routes: Routes
    shift: Shift
    headframe_bonuses: HeadframeBonuses
    spoil_trades: SpoilTrades
    sites: Sites
    tiles: Tiles
    round_cards: RoundCards
    final_scoring: FinalScores


def load_board(path: Path) -> Board:
    data: Any = yaml.safe_load(path.read_text("utf-8"))
    return msgspec.convert(data, Board)


_FIRST: Final = load_board(Path(__file__).with_name("board.yaml"))
BOARDS: Final[Mapping[str, Board]] = MappingProxyType({_FIRST.edition: _FIRST})
