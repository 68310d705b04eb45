"""Features of a position of Ruhrschifffahrt that predict how it will end for a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import exp
from typing import Final

from games.ruhrschifffahrt.board import REGISTERS, Register
from games.ruhrschifffahrt.printed import Tile
from games.ruhrschifffahrt.rules.progress import field_is_open, missing_stones, shortfalls
from games.ruhrschifffahrt.state import Ruhr
from workers.bots.heuristics.ruhrschifffahrt_prices import exports_to_come

ALMOST: Final = 3  # stones a tile may lack to be counted as near
LITTLE: Final = 3  # Thaler: with less, one of the purchases of a round is out of reach
LAST_ROUNDS: Final = 3  # are played to their end
MANY_THALERS: Final = 6  # Thaler: what is beyond is hard to spend in a round
STEEPNESS: Final = 1.2  # how much surer each stone ahead makes it
EARLIER: Final = 0.5  # of a stone, for whoever gets tiles first in the round


def left(game: Ruhr) -> float:
    """Return the part of the rounds still to come."""
    return 1 - game.round / len(game.board.timeline.rounds)


def end_is_near(game: Ruhr) -> bool:
    return len(game.board.timeline.rounds) - game.round < LAST_ROUNDS


def extract(game: Ruhr, seat: int) -> dict[str, float]:
    player = game.players[seat]
    return {
        "thalers": player.thalers,
        "penniless": max(0, LITTLE - player.thalers),
        "plenty": max(0, player.thalers - MANY_THALERS),
        "supply": player.supply,
        "empty_supply": float(not player.supply),
        "bonus": sum(player.bonus.values()),
        "timeline": len(player.timeline),
        "debts": player.debts,
        "spent": len(player.turned),
        **where_the_ship_lies(game, seat),
        **coal_downstream(game, seat),
        **nearness(game, seat),
        **{f"race_{tile}": chance for tile, chance in list_chances(game, seat).items()},
        **{f"{area}_stones": float(count) for area, count in player.stones.items()},
        **dict.fromkeys(player.tiles, 1.0),
        **count_buildings(game, seat),
    }


def where_the_ship_lies(game: Ruhr, seat: int) -> dict[str, float]:
    """Return how far downstream: the further upstream, the sooner one is asked, the more dice lie below."""
    ship, order = game.ship(seat), game.ship_order()
    return {
        "downstream": game.river.index[ship] / len(game.river.index) if ship else 0.0,
        "later_in_order": order.index(seat) if ship else 0,
    }


def coal_downstream(game: Ruhr, seat: int) -> dict[str, float]:
    """Count the dice downstream of the ship: to all others it must be towed."""
    ship, river = game.ship(seat), game.river
    here = river.index[ship] if ship else 0
    below = [depot for depot in game.depots if river.index[depot] > here]
    return {
        "dice_below": len(below),
        "pips_below": sum(game.depots[depot] for depot in below),
        "white_dice_below": sum(river.coal[depot] == "white" for depot in below),
    }


def nearness(game: Ruhr, seat: int) -> dict[str, float]:
    """Count the tiles that lack one stone, two or three."""
    player = game.players[seat]
    tiles = (*game.board.personal_tiles.list, *game.board.white_tiles.list)
    lacking = Counter(
        sum(missing_stones(player, tile).values())
        for tile in tiles
        if field_is_open(player, tile) and not (tile.white and not game.stock[tile.id])
    )
    return {f"lacking_{count}": float(lacking[count]) for count in range(1, ALMOST + 1)}


def count_buildings(game: Ruhr, seat: int) -> dict[str, float]:
    """Count warehouses by kind, what is not yet scored of them, and the locks that can still be built."""
    board, built = game.board, game.warehouses
    cities = {city for city in board.cities.slots if seat in built[city]}
    stores = sum(seat in built[store.id] for store in board.coal_stores.list)
    port = [column.id for column in board.port.columns if seat in built[column.id]]
    trios = [len(cities.intersection(trio.cities)) for trio in board.final_scoring.city_trios]
    locks = min(len(board.timeline.rounds) - game.round + 1, len(game.obstacles) / len(game.players))
    return {
        "cities": len(cities),
        "coal_stores": stores,
        "port": len(port),
        "exports": sum(exports_to_come(game, column, built[column].index(seat)) for column in port),
        "city_pairs": trios.count(2),
        "store_pair": float(stores == board.final_scoring.coal_store_trio.stores - 1),
        "locks_to_come": locks if "lock" in game.players[seat].tiles else 0.0,
    }


def list_chances(game: Ruhr, seat: int) -> dict[str, float]:
    """Return how likely the seat is among the first to get each white tile, from 0 to 1.

    There are fewer of each than players (RS-96, RS-100). Tiles that are gone or out of reach are left out.
    """
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
    """Return the chance to come before the rival that counts: whoever would take the last one."""
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
    """Count by white tile, with the stones of the tile that first gives the coal for them (RS-59)."""
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
