"""What predicts how a position of Ruhrschifffahrt will end for a seat."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.ruhrschifffahrt.rules.progress import field_is_open, missing_stones
from games.ruhrschifffahrt.state import Ruhr
from workers.bots.appraisals.ruhrschifffahrt_prices import exports_to_come
from workers.bots.outlook.ruhrschifffahrt_race import list_chances

ALMOST: Final = 3  # stones a tile may lack to be counted as near
LITTLE: Final = 3  # Thaler: with less, one of the purchases of a round is out of reach
LAST_ROUNDS: Final = 3  # are played to their end
MANY_THALERS: Final = 6  # Thaler: what is beyond is hard to spend in a round


def left(game: Ruhr) -> float:
    """The part of the rounds still to come."""
    return 1 - game.round / len(game.board.timeline.rounds)


def end_is_near(game: Ruhr) -> bool:
    return len(game.board.timeline.rounds) - game.round < LAST_ROUNDS


def signs(game: Ruhr, seat: int) -> dict[str, float]:
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
    """The further upstream, the sooner one is asked, and the more dice lie below."""
    ship, order = game.ship(seat), game.ship_order()
    return {
        "downstream": game.river.index[ship] / len(game.river.index) if ship else 0.0,
        "later_in_order": order.index(seat) if ship else 0,
    }


def coal_downstream(game: Ruhr, seat: int) -> dict[str, float]:
    """What lies downstream of the ship: to all else it must be towed."""
    ship, river = game.ship(seat), game.river
    here = river.index[ship] if ship else 0
    below = [depot for depot in game.depots if river.index[depot] > here]
    return {
        "dice_below": len(below),
        "pips_below": sum(game.depots[depot] for depot in below),
        "white_dice_below": sum(river.coal[depot] == "white" for depot in below),
    }


def nearness(game: Ruhr, seat: int) -> dict[str, float]:
    """How many tiles lack one stone, two or three."""
    player = game.players[seat]
    tiles = (*game.board.personal_tiles.list, *game.board.white_tiles.list)
    lacking = Counter(
        sum(missing_stones(player, tile).values())
        for tile in tiles
        if field_is_open(player, tile) and not (tile.white and not game.stock[tile.id])
    )
    return {f"lacking_{count}": float(lacking[count]) for count in range(1, ALMOST + 1)}


def count_buildings(game: Ruhr, seat: int) -> dict[str, float]:
    """Warehouses by kind, what is not yet scored of them, and the locks that can still be built."""
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
