"""What money, stones and tiles of Ruhrschifffahrt are worth, in victory points.

What has two numbers is worth the second in the last round and the first a whole match before; the numbers
were found by matches of `greedy` against itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.rules.exports import export_country, export_points
from games.ruhrschifffahrt.rules.progress import field_is_open, missing_stones
from games.ruhrschifffahrt.rules.starts import Starts
from games.ruhrschifffahrt.state import Ruhr

Span = tuple[float, float]  # worth at the beginning, and in the last round

THALER: Final[Span] = (0.67, 0.78)  # while there is something to buy
RICH: Final[Span] = (0.03, 0.22)  # less for each Thaler at hand
IDLE_THALER: Final = 0.02  # after the last purchase it only breaks ties
DEBT: Final[Span] = (2.57, 2.51)  # points at the end, or 3 Thaler to be free of it
REPAID: Final[Span] = (1.84, 2.49)
WAREHOUSE: Final[Span] = (0.65, 0.1)  # one more in a supply that runs dry
FIRST_LOCK: Final[Span] = (1.22, 0.0)  # the warehouses it sets free
LOCK_USE: Final[Span] = (0.37, 0.77)  # of one more lock
STORE_USE: Final[Span] = (0.81, 0.81)
CITY_USE: Final[Span] = (0.91, 1.2)
PORT_USE: Final[Span] = (1.51, 1.17)
EXPORT_USE: Final[Span] = (0.61, 0.0)  # for each round with a tile that moves
MARK: Final[Span] = (4.85, 0.0)  # white coal
WAGES_USE: Final[Span] = (0.16, 0.22)  # for each round to come
SUPPLY_USE: Final[Span] = (0.25, 0.3)
EXPORT_LATER: Final = 0.6  # points of an export to come in the middle of the column
MAYOR: Final[Span] = (0.0, 0.8)  # of what a Thaler will then count
HURRY: Final = 1.92  # a tile is the less worth the more stones it still lacks
EFFECTS: Final[Mapping[str, Span]] = MappingProxyType(
    {  # of white tiles
        "towing": (1.06, 0.0),
        "coal_hauler": (1.29, 0.08),
        "inn": (2.23, 1.67),
        "warehouse": (1.64, 0.53),
        "ruhraake": (2.44, 1.91),
        "mayor": (2.13, 3.93),
        "railway": (3.26, 2.77),
    }
)


class RuhrPosition:
    """A table as one seat sees it while it answers one question: what was valued once is kept."""

    def __init__(self, game: Ruhr, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.player = game.players[seat]
        self.rounds = len(game.board.timeline.rounds)
        self.left = self.rounds - game.round
        self.share = self.left / self.rounds
        self.idle = not self.left and game.phase == "purchases"
        self.thaler = value_thaler(self)
        self.stones: dict[str, float] = {}
        self.sales: dict[tuple[str, str, int], float] = {}
        self.ways_back: dict[str, float] = {}

    @cached_property
    def starts(self) -> Starts:
        return Starts(self.game, self.seat)

    def span(self, value: Span) -> float:
        first, last = value
        return last + (first - last) * self.share


def value_thaler(at: RuhrPosition) -> float:
    """Return the value of a Thaler, as long as something can be bought for it."""
    mayor = "mayor" in at.player.tiles and not at.player.debts
    points = at.game.board.white_effects.mayor_points_per_thaler if mayor else 0
    if at.idle:
        return points or IDLE_THALER
    return max(IDLE_THALER, points * at.span(MAYOR), at.span(THALER) - at.span(RICH) * at.player.thalers)


def cost_of_thalers(at: RuhrPosition, thalers: int) -> float:
    """Return the cost in points: each debt beyond the money at hand costs more than it brings."""
    debts = at.game.board.debts
    short = max(0, thalers - at.player.thalers)
    needed = -(-short // debts.thalers)
    return thalers * at.thaler + needed * (at.span(DEBT) + at.span(WAREHOUSE) - debts.thalers * at.thaler)


def value_stone(at: RuhrPosition, area: str) -> float:
    """Return its part of the tiles that still need it."""
    if area not in at.stones:
        at.stones[area] = compute_stone(at, area)
    return at.stones[area]


def compute_stone(at: RuhrPosition, area: str) -> float:
    value = 0.0
    board = at.game.board
    for tile in (*board.personal_tiles.list, *board.white_tiles.list):
        if (
            area in tile.needs
            and field_is_open(at.player, tile)
            and not (tile.white and not at.game.stock[tile.id])
        ):
            missing = missing_stones(at.player, tile)
            if area in missing:
                lacking = sum(missing.values())
                value += value_tile(at, tile, lacking) / lacking**HURRY
    return value


def value_tile(at: RuhrPosition, tile: Tile, lacking: int) -> float:
    """Return the value of a tile once all its stones are laid, one in each round."""
    uses = at.left + 2 - lacking
    if uses <= 0:
        return 0.0
    if tile.white:
        return at.span(EFFECTS[tile.effect])
    if tile.sites:
        return value_builder_tile(at, tile, uses)
    if tile.id == "lock":
        return value_lock_tile(at, uses)
    if tile.id in at.game.river.keys:
        return at.span(MARK)
    return value_option_tile(at, tile, uses)


def value_lock_tile(at: RuhrPosition, uses: int) -> float:
    count = min(uses, len(at.game.obstacles) / len(at.game.players))
    bonus = at.span(FIRST_LOCK) if at.player.bonus["first_lock"] else 0.0
    return bonus + at.span(LOCK_USE) * count


def value_builder_tile(at: RuhrPosition, tile: Tile, uses: int) -> float:
    game = at.game
    category = game.sites[tile.sites[0]].category
    if category == "port":
        own = sum(at.seat in game.warehouses[site] for site in tile.sites)
        room = min(uses, game.board.port.per_player - own)
        return at.span(PORT_USE) * room + at.span(EXPORT_USE) * uses
    if category == "coal_stores":
        free = sum(len(game.sites[site].slots) - len(game.warehouses[site]) for site in tile.sites)
        return at.span(STORE_USE) * min(uses, free / len(game.players))
    open_ones = sum(
        at.seat not in game.warehouses[site] and len(game.warehouses[site]) < len(game.sites[site].slots)
        for site in tile.sites
    )
    return at.span(CITY_USE) * min(uses, open_ones)


def value_option_tile(at: RuhrPosition, tile: Tile, uses: int) -> float:
    value = 0.0
    for option in at.game.board.special_options.list:
        if option.needs_tile == tile.id:
            value += at.span(WAGES_USE if option.thalers else SUPPLY_USE) * uses
    return value


def exports_to_come(game: Ruhr, column: str, place: int) -> float:
    """Return what a warehouse at this place of a column of the port will score."""
    now = export_points(game, place) if export_country(game) == column else 0
    later = max(0.0, EXPORT_LATER + game.board.port.position_bonus[place])
    return now + later * game.countries_down.get(column, 0)
