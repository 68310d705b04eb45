"""What the pieces of Schichtwechsel are worth, in victory points.

Every piece has a price that depends on how far it is on its way to being sold and on the rounds left.
The prices were found by playing: `./grubenbuch bench tune schichtwechsel` (docs/bots.md).
"""

from __future__ import annotations

from typing import Final

from games.schichtwechsel.board import RoundCard
from games.schichtwechsel.board.pit import PitWater
from games.schichtwechsel.state import Schichtwechsel

TOOL: Final = 1.35  # what one costs
WHITE: Final = 0.59
COIN: Final = (0.14, 1.63)  # after the last round, and before
ON_WAGON: Final = (1.02, 9.19)  # coke that is not sold any more, and that can be
IN_PLANT: Final = (0.95, 3.82)
COAL: Final = (0.62, 0.62, 1.24)  # after the last round; that is not needed, and that is
BELOW: Final = 0.49  # a coal underground
SPOIL: Final = (0.42, 0.8)  # with a house at the spoil pit each is a point
ROOM: Final = (0.64, 3.67)  # a space below, while fewer than so many are free
WATER: Final = (
    -0.06,
    -0.04,
    -0.25,
    -0.44,
    -0.97,
    -1.31,
    -1.37,
)  # to lie so high, from the lowest level up


def rounds_left(game: Schichtwechsel) -> int:
    return game.board.rounds.count - game.round


def chance_of_card(game: Schichtwechsel, card: RoundCard) -> float:
    """That it is still to be scored."""
    printed, seen = game.board.round_cards.list, game.round_cards
    if card.number in seen:
        return float(card.number == seen[-1])
    return rounds_left(game) / (len(printed) - len(seen))


def coin_worth(game: Schichtwechsel) -> float:
    return COIN[rounds_left(game) > 0]


def sales_to_come(game: Schichtwechsel, seat: int) -> int:
    """Pairs that can still be sold: one per round, and one for each house at the sale pit."""
    columns = len(game.board.coke_sale.worth) - game.players[seat].pairs
    return min(columns, rounds_left(game) + game.houses(seat, "pit_sale"))


def coke_wagon(game: Schichtwechsel, seat: int) -> float:
    """One more coke on a coke wagon."""
    return ON_WAGON[game.players[seat].coke < game.pair * sales_to_come(game, seat)]


def coke_plant(game: Schichtwechsel, seat: int) -> float:
    """One more coke in the plant: it has to be loaded before the next sale."""
    free_load = game.houses(seat, "pit_sale") * game.pair > game.coke_in_plant(seat)
    waiting = game.players[seat].coke + game.coke_in_plant(seat)
    if waiting >= game.pair * sales_to_come(game, seat):
        return IN_PLANT[0]
    return IN_PLANT[bool(rounds_left(game) or free_load)]


def coal_above(game: Schichtwechsel, seat: int) -> float:
    on_the_way = game.players[seat].coke + game.coke_in_plant(seat) + game.players[seat].coal
    if not rounds_left(game):
        return COAL[0]
    return COAL[1 + (on_the_way < game.pair * sales_to_come(game, seat))]


def coal_below(game: Schichtwechsel) -> float:
    return BELOW if rounds_left(game) else 0.0


def spoil_above(game: Schichtwechsel, seat: int) -> float:
    """Three of them are a step or a point."""
    return SPOIL[game.houses(seat, "pit_spoil") > 0]


def room_below(game: Schichtwechsel, seat: int, spaces: int) -> float:
    """The next cubes will need it, or cost a tool each."""
    loads = game.players[seat].wagons
    free = sum(wagon.spaces - loads[wagon.id].coal - loads[wagon.id].spoil for wagon in game.board.pit.wagons)
    return ROOM[0] * min(spaces, max(0, ROOM[1] - free)) if rounds_left(game) else 0.0


def water_change(game: Schichtwechsel, seat: int, levels: int) -> float:
    """Negative levels lower it."""
    scale, here = game.board.pit_water, game.players[seat].water
    there = max(scale.lowest, here + levels)
    scored = float(scale.points_at_lowest) if there == scale.lowest < here else 0.0
    if there >= scale.top:
        scored -= TOOL
        there = scale.top - scale.fall_from_top
    weight = 1.0 if rounds_left(game) else 0.05
    return scored + weight * (level_worth(scale, there) - level_worth(scale, here))


def level_worth(scale: PitWater, level: int) -> float:
    """On the scale of any edition: what counts is which part of the way to the top it has risen."""
    way = max(1, scale.top - 1 - scale.lowest)
    steps = (level - scale.lowest) * (len(WATER) - 1)
    place, rest = divmod(steps, way)
    above = WATER[min(place + 1, len(WATER) - 1)]
    return WATER[place] + (above - WATER[place]) * rest / way
