"""Who will be the first to get a white tile of Ruhrschifffahrt: there are fewer of each than players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import Final

from games.ruhrschifffahrt.board import REGISTERS, Register
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.rules.progress import field_is_open, shortfalls
from games.ruhrschifffahrt.state import Ruhr

STEEPNESS: Final = 1.2  # how much surer each stone ahead makes it
EARLIER: Final = 0.5  # of a stone, for whoever gets tiles first in the round


def list_chances(game: Ruhr, seat: int) -> dict[str, float]:
    """From 0 to 1, for each tile that is still to be had and not out of reach (RS-96, RS-100)."""
    rounds_left = len(game.board.timeline.rounds) - game.round + 1
    lacking = [count_lacking(game, each) for each in range(len(game.players))]
    places = game.ship_order()
    place = places.index(seat) if seat in places else len(places)
    chances = {}
    for tile in game.board.white_tiles.list:
        own = lacking[seat][tile.id]
        if own > rounds_left or not is_to_be_had(game, seat, tile):
            continue
        ahead = [
            others[tile.id] - own + (-EARLIER if rival in places[:place] else EARLIER)
            for rival, others in enumerate(lacking)
            if rival != seat and is_to_be_had(game, rival, tile)
        ]
        chances[tile.id] = come_in_time(ahead, game.stock[tile.id])
    return chances


def come_in_time(ahead: list[float], copies: int) -> float:
    """Whoever would take the last one is the rival that counts."""
    if len(ahead) < copies:
        return 1.0
    return 1 / (1 + exp(-STEEPNESS * sorted(ahead)[copies - 1]))


def is_to_be_had(game: Ruhr, seat: int, tile: Tile) -> bool:
    return game.stock[tile.id] > 0 and field_is_open(game.players[seat], tile)


def count_lacking(game: Ruhr, seat: int) -> Mapping[str, int]:
    player = game.players[seat]
    register = REGISTERS[game.edition]
    keys = register.river.keys.intersection(player.tiles)
    return stones_lacking(register, frozenset(player.stones.items()), keys)


@lru_cache(maxsize=2_000)  # the same in all matches: everybody lays a few stones in few areas
def stones_lacking(
    register: Register, stones: frozenset[tuple[str, int]], keys: frozenset[str]
) -> Mapping[str, int]:
    """By white tile; with those of the tile that first gives the coal for them (RS-59)."""
    laid = dict(stones)
    return {
        tile.id: sum(missing_with_keys(register, laid, keys, tile).values())
        for tile in register.tiles.values()
        if tile.white
    }


def missing_with_keys(
    register: Register, laid: Mapping[str, int], keys: frozenset[str], tile: Tile
) -> dict[str, int]:
    missing = shortfalls(laid, tile)
    for territory in register.river.territories.values():
        key = territory.needs_tile
        if key and key not in keys and any(area.startswith(territory.coal) for area in missing):
            for area, short in shortfalls(laid, register.tiles[key]).items():
                missing[area] = max(short, missing.get(area, 0))
    return missing
