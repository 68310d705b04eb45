"""What money, stones and tiles of Ruhrschifffahrt are worth, in victory points."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.rules.progress import field_is_open, missing_stones
from games.ruhrschifffahrt.state import Ruhr

THALER: Final = 0.55  # while there is something to buy
IDLE_THALER: Final = 0.02  # after the last purchase it only breaks ties
DEBT: Final = 2.0  # points at the end, or 3 Thaler to be free of it
WAREHOUSE: Final = 0.5  # one more in a supply that runs dry
UNKNOWN_TILE: Final = (2.0, 1.0)  # of another edition: nobody has tried what it is worth
UNKNOWN_BUILDER: Final = (6.0, 0.0)  # the same, where it is known to build a warehouse
TILES: Final = MappingProxyType(  # at the beginning of the game, and at its end; white ones by their effect
    {
        "lock": (9.0, 0.0),
        "essen_warehouse": (6.0, 0.0),
        "mark_warehouse": (4.0, 0.0),
        "coal_store": (6.0, 0.0),
        "port": (8.0, 0.0),
        "grafschaft_mark": (5.0, 0.0),
        "wages": (3.0, 0.0),
        "supply": (3.0, 0.0),
        "towing": (1.0, 0.0),
        "coal_hauler": (1.2, 0.0),
        "inn": (2.0, 2.0),
        "warehouse": (1.5, 0.5),
        "ruhraake": (2.5, 2.5),
        "mayor": (3.0, 4.0),
        "railway": (2.5, 2.0),
    }
)


def stone(game: Ruhr, seat: int, area: str) -> float:
    """Its part of the tiles that still need it."""
    player = game.players[seat]
    worth = 0.0
    for tile in (*game.board.personal_tiles.list, *game.board.white_tiles.list):
        if area in tile.needs and field_is_open(player, tile) and not sold_out(game, tile):
            missing = missing_stones(player, tile)
            if area in missing:
                worth += tile_worth(game, tile) / sum(missing.values()) ** 1.5
    return worth


def sold_out(game: Ruhr, tile: Tile) -> bool:
    return tile.white and not game.stock[tile.id]


def tile_worth(game: Ruhr, tile: Tile) -> float:
    unknown = UNKNOWN_BUILDER if tile.sites else UNKNOWN_TILE
    at_first, at_last = TILES.get(tile.effect or tile.id, unknown)
    return at_last + (at_first - at_last) * timeline_rounds_left(game) / len(game.board.timeline.rounds)


def cost(game: Ruhr, seat: int, thalers: int) -> float:
    """Money at hand has its price; each debt beyond it costs more than it brings."""
    debts = game.board.debts
    short = max(0, thalers - game.players[seat].thalers)
    needed = -(-short // debts.thalers)
    return thalers * thaler_worth(game, seat) + needed * (
        DEBT + WAREHOUSE - debts.thalers * thaler_worth(game, seat)
    )


def thaler_worth(game: Ruhr, seat: int) -> float:
    """As long as something can be bought for it."""
    if timeline_rounds_left(game) or game.phase != "purchases":
        return THALER
    return 1.0 if is_mayor(game, seat) else IDLE_THALER


def is_mayor(game: Ruhr, seat: int) -> bool:
    player = game.players[seat]
    return "mayor" in player.tiles and not player.debts


def timeline_rounds_left(game: Ruhr) -> int:
    return len(game.board.timeline.rounds) - game.round
