"""What predicts how a position of Ruhrschifffahrt will end for a seat."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.ruhrschifffahrt.rules.progress import field_is_open, missing_stones
from games.ruhrschifffahrt.state import Ruhr

ALMOST: Final = 3  # stones a tile may lack to be counted as near


def left(game: Ruhr) -> float:
    """The part of the rounds still to come."""
    return 1 - game.round / len(game.board.timeline.rounds)


def signs(game: Ruhr, seat: int) -> dict[str, float]:
    player = game.players[seat]
    ship = game.ship(seat)
    return {
        "thalers": player.thalers,
        "penniless": max(0, 3 - player.thalers),
        "supply": player.supply,
        "bonus": sum(player.bonus.values()),
        "timeline": len(player.timeline),
        "debts": player.debts,
        "stones_left": player.stone_supply,
        "downstream": game.river.index[ship] / len(game.river.index) if ship else 0.0,
        "spent": len(player.turned),
        "cities": game.city_warehouses(seat),
        **nearness(game, seat),
        **{f"{area}_stones": float(count) for area, count in player.stones.items()},
        **dict.fromkeys(player.tiles, 1.0),
        **count_buildings(game, seat),
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
    stores, port = game.board.coal_stores.list, game.board.port.columns
    return {
        "coal_stores": sum(seat in game.warehouses[store.id] for store in stores),
        "port": sum(game.warehouses[column.id].count(seat) for column in port),
    }
