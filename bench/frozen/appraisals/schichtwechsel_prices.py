"""What the pieces of Schichtwechsel are worth, in victory points.

Every piece has a price that depends on how far it is on its way to being sold and on the rounds left.
"""

from __future__ import annotations

from typing import Final

from games.schichtwechsel.state import Schichtwechsel

TOOL: Final = 2.0  # what one costs at the end
WHITE: Final = 0.7
WATER: Final = (0.0, -0.1, -0.3, -0.5, -0.8, -1.5, -2.4)  # what it is worth to lie on a level


def rounds_left(game: Schichtwechsel) -> int:
    return game.board.rounds.count - game.round


def coin_worth(game: Schichtwechsel) -> float:
    return 1.1 if rounds_left(game) else 0.1


def sales_to_come(game: Schichtwechsel, seat: int) -> int:
    """Pairs that can still be sold: one per round, and one for each house at the sale pit."""
    columns = len(game.board.coke_sale.worth) - game.players[seat].pairs
    return min(columns, rounds_left(game) + game.houses(seat, "pit_sale"))


def coke_wagon(game: Schichtwechsel, seat: int) -> float:
    """One more coke on a coke wagon."""
    return 4.4 if game.players[seat].coke < game.pair * sales_to_come(game, seat) else 1.0


def coke_plant(game: Schichtwechsel, seat: int) -> float:
    """One more coke in the plant: it has to be loaded before the next sale."""
    free_load = game.houses(seat, "pit_sale") * game.pair > game.coke_in_plant(seat)
    waiting = game.players[seat].coke + game.coke_in_plant(seat)
    if waiting >= game.pair * sales_to_come(game, seat):
        return 1.0
    return 3.2 if rounds_left(game) or free_load else 1.0


def coal_above(game: Schichtwechsel, seat: int) -> float:
    on_the_way = game.players[seat].coke + game.coke_in_plant(seat) + game.players[seat].coal
    if not rounds_left(game):
        return 0.7
    return 1.7 if on_the_way < game.pair * sales_to_come(game, seat) else 0.8


def coal_below(game: Schichtwechsel) -> float:
    return 0.8 if rounds_left(game) else 0.0


def spoil_above(game: Schichtwechsel, seat: int) -> float:
    """Three of them are a step or a point; with a house at the spoil pit each is a point."""
    return 1.0 if game.houses(seat, "pit_spoil") else 0.45


def room_below(game: Schichtwechsel, seat: int, spaces: int) -> float:
    """The next cubes will need it, or cost a tool each."""
    loads = game.players[seat].wagons
    free = sum(wagon.spaces - loads[wagon.id].coal - loads[wagon.id].spoil for wagon in game.board.pit.wagons)
    return 0.8 * min(spaces, max(0, 4 - free)) if rounds_left(game) else 0.0


def water_change(game: Schichtwechsel, seat: int, levels: int) -> float:
    """Negative levels lower it."""
    scale, here = game.board.pit_water, game.players[seat].water
    there = max(scale.lowest, here + levels)
    scored = float(scale.points_at_lowest) if there == scale.lowest < here else 0.0
    if there >= scale.top:
        scored -= TOOL
        there = scale.top - scale.fall_from_top
    weight = 1.0 if rounds_left(game) else 0.05
    return scored + weight * (WATER[there] - WATER[here])
