"""Heuristic values of pieces and effects of Schichtwechsel, in victory points.

Every piece has a price that depends on how far it is on its way to being sold and on the rounds left. An
effect is worth the change it makes to the prices of pieces. All constants were found by playing:
`./grubenbuch bench tune schichtwechsel` (docs/bots.md).
"""

# ruff: noqa: ARG001, ARG005  all are handed table, seat and effect, whether they need all three or not

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import Any, Final

from games.schichtwechsel import effects as printed
from games.schichtwechsel.board import RoundCard
from games.schichtwechsel.board.pit import PitWater
from games.schichtwechsel.effects import Effect
from games.schichtwechsel.lookup import barrier, cards_for, tracks_of
from games.schichtwechsel.quantities import Area
from games.schichtwechsel.rules.coking import free_coking_spaces
from games.schichtwechsel.rules.headframes import headframe_moves
from games.schichtwechsel.rules.performing import changes, whole
from games.schichtwechsel.rules.shift import spaces_within_reach
from games.schichtwechsel.rules.wagons import lift_barred, placements
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
# To lie so high, from the lowest level up
WATER: Final = (-0.06, -0.04, -0.25, -0.44, -0.97, -1.31, -1.37)
STEP: Final = 0.78
REACH: Final = 3  # steps a round: a mark farther away is not counted on
FIRST_HEADFRAME: Final = 2.07  # a round, because it opens the headframe cards
SECOND_HEADFRAME: Final = 1.28
BARRIER: Final = 2.81
TIER: Final = 1.26
TARGET: Final = (4.91, 1.82)  # for the first, and for later ones
HOUSE: Final = (2.79, 0.79)  # at the end, and a round
MARKER_ROUND: Final = 0.85
WAY: Final = 0.36  # a space of the shift
EXIT_VALUE: Final = (4.98, 3.17)
REFINING_LOSS: Final = 0.62  # of its price is what coal loses by being refined
PAIR: Final = 1.44


def rounds_left(game: Schichtwechsel) -> int:
    return game.board.rounds.count - game.round


def chance_of_card(game: Schichtwechsel, card: RoundCard) -> float:
    """Return the probability that the card is still to be scored."""
    printed, seen = game.board.round_cards.list, game.round_cards
    if card.number in seen:
        return float(card.number == seen[-1])
    return rounds_left(game) / (len(printed) - len(seen))


def price_of_coin(game: Schichtwechsel) -> float:
    return COIN[rounds_left(game) > 0]


def sales_to_come(game: Schichtwechsel, seat: int) -> int:
    """Count the pairs that can still be sold: one per round, and one for each house at the sale pit."""
    columns = len(game.board.coke_sale.worth) - game.players[seat].pairs
    return min(columns, rounds_left(game) + game.houses(seat, "pit_sale"))


def price_of_coke_on_wagon(game: Schichtwechsel, seat: int) -> float:
    return ON_WAGON[game.players[seat].coke < game.pair * sales_to_come(game, seat)]


def price_of_coke_in_plant(game: Schichtwechsel, seat: int) -> float:
    """Return the price of one more coke, which has to be loaded before the next sale."""
    free_load = game.houses(seat, "pit_sale") * game.pair > game.coke_in_plant(seat)
    waiting = game.players[seat].coke + game.coke_in_plant(seat)
    if waiting >= game.pair * sales_to_come(game, seat):
        return IN_PLANT[0]
    return IN_PLANT[bool(rounds_left(game) or free_load)]


def price_of_coal_above(game: Schichtwechsel, seat: int) -> float:
    on_the_way = game.players[seat].coke + game.coke_in_plant(seat) + game.players[seat].coal
    if not rounds_left(game):
        return COAL[0]
    return COAL[1 + (on_the_way < game.pair * sales_to_come(game, seat))]


def price_of_coal_below(game: Schichtwechsel) -> float:
    return BELOW if rounds_left(game) else 0.0


def price_of_spoil(game: Schichtwechsel, seat: int) -> float:
    """Return the price of one; three of them are a step or a point."""
    return SPOIL[game.houses(seat, "pit_spoil") > 0]


def value_room_below(game: Schichtwechsel, seat: int, spaces: int) -> float:
    """Return the value of free spaces: the next cubes will need them, or cost a tool each."""
    loads = game.players[seat].wagons
    free = sum(wagon.spaces - loads[wagon.id].coal - loads[wagon.id].spoil for wagon in game.board.pit.wagons)
    return ROOM[0] * min(spaces, max(0, ROOM[1] - free)) if rounds_left(game) else 0.0


def value_water_change(game: Schichtwechsel, seat: int, levels: int) -> float:
    """Return the value of a rise, or of a fall by negative levels."""
    scale, here = game.board.pit_water, game.players[seat].water
    there = max(scale.lowest, here + levels)
    scored = float(scale.points_at_lowest) if there == scale.lowest < here else 0.0
    if there >= scale.top:
        scored -= TOOL
        there = scale.top - scale.fall_from_top
    weight = 1.0 if rounds_left(game) else 0.05
    return scored + weight * (value_level(scale, there) - value_level(scale, here))


def value_level(scale: PitWater, level: int) -> float:
    """Interpolate by the part of the way to the top it has risen, so for the scale of any edition."""
    way = max(1, scale.top - 1 - scale.lowest)
    steps = (level - scale.lowest) * (len(WATER) - 1)
    place, rest = divmod(steps, way)
    above = WATER[min(place + 1, len(WATER) - 1)]
    return WATER[place] + (above - WATER[place]) * rest / way


def value_effects(game: Schichtwechsel, seat: int, effects: Iterable[Effect]) -> float:
    return sum((EFFECT_VALUES[type(effect)](game, seat, effect) for effect in effects), 0.0)


def value_lift(game: Schichtwechsel, seat: int, effect: printed.Lift) -> float:
    found = [
        value_wagon(game, seat, wagon.id)
        for wagon in game.board.pit.wagons
        if lift_barred(game, seat, wagon) is None
    ]
    return sum(sorted(found, reverse=True)[: effect.max])


def value_wagon(game: Schichtwechsel, seat: int, wagon: str) -> float:
    load = game.players[seat].wagons[wagon]
    coal = load.coal * (price_of_coal_above(game, seat) - price_of_coal_below(game))
    return (
        coal + load.spoil * price_of_spoil(game, seat) + value_room_below(game, seat, load.coal + load.spoil)
    )


def value_refining(game: Schichtwechsel, seat: int, effect: printed.Refine) -> float:
    coal, inside = game.players[seat].coal, game.coke_in_plant(seat)
    room = game.board.coking_plant.most_per_player - inside if free_coking_spaces(game, seat) else 0
    count = min(effect.max, coal, room)
    sizes = sorted(wagon.spaces for wagon in game.board.pit.coal_wagons)[:count]
    while sizes and sum(sizes) > coal:
        sizes.pop()
    value = (
        len(sizes) * price_of_coke_in_plant(game, seat)
        - sum(sizes) * price_of_coal_above(game, seat) * REFINING_LOSS
    )
    return value if sizes else 0.0


def value_load(game: Schichtwechsel, seat: int, effect: printed.Load) -> float:
    count = min(effect.max, game.coke_in_plant(seat), game.coke_wagon_room(seat))
    step = price_of_coke_on_wagon(game, seat) - price_of_coke_in_plant(game, seat)
    coke = game.players[seat].coke
    pair = PAIR if coke < game.pair <= coke + count else 0.0  # sold next round
    return count * max(step, 0.1) + (pair if rounds_left(game) else 0.0)


def value_lowering(game: Schichtwechsel, seat: int, effect: printed.LowerWater) -> float:
    if not effect.optional:
        return value_water_change(game, seat, -effect.by)
    return max(value_water_change(game, seat, -levels) for levels in range(effect.by + 1))


def value_advance(game: Schichtwechsel, seat: int, effect: printed.Advance) -> float:
    return sum(
        value_route_steps(game, seat, route, effect.steps.count(route))
        for route in dict.fromkeys(effect.steps)
    )


def value_advance_per_headframe(
    game: Schichtwechsel, seat: int, effect: printed.AdvancePerHeadframe
) -> float:
    return value_route_steps(game, seat, effect.route, game.headframes_in_play(seat))


def value_route_steps(game: Schichtwechsel, seat: int, route: str, count: int) -> float:
    here, track = game.players[seat].discs[route], tracks_of(game.edition)[route]
    return sum(
        value_step(game, seat, route, space) for space in range(here + 1, min(here + count, track.spaces) + 1)
    )


def value_step(game: Schichtwechsel, seat: int, route: str, space: int) -> float:
    """Return its part of the next mark: a barrier or a tier pays all the steps that lead to it."""
    marks = marks_of(game.edition, route)
    last, mark = next(gap for gap in marks if gap[1] >= space)
    value = (STEP if rounds_left(game) else 0.2) + value_round_cards(game, route)
    if mark - space <= REACH * rounds_left(game):
        value += value_mark(game, seat, route, mark) / (mark - last)
    return value


def value_round_cards(game: Schichtwechsel, route: str) -> float:
    """Return what a step brings with the round cards that count it: the open one, and those to come."""
    cards = (card for card in game.board.round_cards.list if card.counts == route)
    return sum(chance_of_card(game, card) * card.points / card.per for card in cards)


def value_mark(game: Schichtwechsel, seat: int, route: str, space: int) -> float:
    track = tracks_of(game.edition)[route]
    value = sum(TIER for tier in track.tiers if tier.space == space)
    if space == track.spaces:
        value += TARGET[bool(game.arrivals.get(route))]
    return value + value_barrier(game, seat, barrier(game.edition, route, space))


@cache
def marks_of(edition: str, route: str) -> list[tuple[int, int]]:
    """Return the spaces at which something is gained, each with the one before."""
    track = tracks_of(edition)[route]
    tiers = {tier.space for tier in track.tiers}
    gaining = [space for space in range(1, track.spaces) if space in tiers or barrier(edition, route, space)]
    return list(pairwise([0, *gaining, track.spaces]))


def value_barrier(game: Schichtwechsel, seat: int, effects: Iterable[Effect]) -> float:
    """Look no deeper: a barrier may lead to a copy that leads to a barrier."""
    value = 0.0
    for effect in effects:
        if isinstance(effect, printed.BuildHouse):
            value += value_building(game, seat, effect)
        elif isinstance(effect, printed.DiscardTool):
            value += value_discarding(game, seat, effect)
        elif game.players[seat].headframes:
            value += max(BARRIER, value_raising_headframe(game, seat, effect))
        else:
            value += BARRIER
    return value


def value_miner(game: Schichtwechsel, seat: int, effect: printed.MoveMiner) -> float:
    if game.players[seat].miner == game.exit_space():
        return 2.0 + TOOL
    spaces = spaces_within_reach(game, seat)
    return max(value_miner_space(game, seat, space, use=effect.use_space) for space in spaces)


def value_miner_space(game: Schichtwechsel, seat: int, space: int, *, use: bool) -> float:
    way = (space - game.players[seat].miner) * (WAY if rounds_left(game) else 0.1)
    if space == game.exit_space():
        return way + EXIT_VALUE[bool(game.arrivals.get("exit"))]
    effects = game.board.shift.spaces[space - 1].effects
    if not use:
        return way + (TOOL if isinstance(next(iter(effects), None), printed.DiscardTool) else 0.0)
    return way + sum(value_shallowly(game, seat, effect) for effect in effects)


def value_shallowly(game: Schichtwechsel, seat: int, effect: Effect) -> float:
    """Value a copy like a good card, so that a chain of effects ends."""
    if isinstance(effect, printed.Copy):
        return 2.5 if "large" in effect.sizes else 1.3
    return EFFECT_VALUES[type(effect)](game, seat, effect)


def value_copy(game: Schichtwechsel, seat: int, effect: printed.Copy) -> float:
    values = (
        value_effects(game, seat, use.effects)
        for card in cards_for(game.edition, len(game.players)).values()
        for use in card.uses
        if use.size in effect.sizes and not card.copy_protected and changes(game, seat, use.effects)
    )
    return max(values, default=0.0)


def value_headframe(game: Schichtwechsel, seat: int, effect: printed.UseHeadframe) -> float:
    best = value_best_bonus(game, seat, effect.area)
    second = effect.second and game.headframes_in_play(seat) > 1
    return best + (value_best_bonus(game, seat, effect.second) if second and effect.second else 0.0)


def value_best_bonus(game: Schichtwechsel, seat: int, area: Area) -> float:
    spaces = {move.space for move in headframe_moves(game, seat, area)}
    return max((value_effects(game, seat, game.bonus_space(space).effects) for space in spaces), default=0.0)


def value_raising_headframe(game: Schichtwechsel, seat: int, effect: Effect) -> float:
    """Return the value of one more: the second gives points at once, the first opens the headframe cards."""
    if game.headframes_in_play(seat):
        return 2.0 + SECOND_HEADFRAME * rounds_left(game)
    return FIRST_HEADFRAME * rounds_left(game)


def value_choice(game: Schichtwechsel, seat: int, effect: printed.Choose) -> float:
    return max(
        (
            value_effects(game, seat, benefit.effects)
            for benefit in effect.benefits
            if whole(game, seat, benefit.effects)
        ),
        default=0.0,
    )


def value_filling(game: Schichtwechsel, seat: int, effect: printed.FillWagon) -> float:
    fitting = {placement.kind for placement in placements(game, seat, effect.kinds)}
    if not fitting:
        return -TOOL if effect.or_tool else 0.0
    return price_of_coal_below(game) if "coal" in fitting else 0.1


def value_coal(game: Schichtwechsel, seat: int, effect: printed.CoalAbove) -> float:
    if not changes(game, seat, (effect,)):
        return 0.0
    return effect.n * price_of_coal_above(game, seat)


def value_spoil(game: Schichtwechsel, seat: int, effect: printed.SpoilOnTip) -> float:
    return effect.n * price_of_spoil(game, seat) if changes(game, seat, (effect,)) else 0.0


def value_coke_into_plant(game: Schichtwechsel, seat: int, effect: printed.CokeIntoPlant) -> float:
    return price_of_coke_in_plant(game, seat) if changes(game, seat, (effect,)) else 0.0


def value_coke_on_wagon(game: Schichtwechsel, seat: int, effect: printed.CokeOnWagon) -> float:
    return price_of_coke_on_wagon(game, seat) if changes(game, seat, (effect,)) else 0.0


def value_discarding(game: Schichtwechsel, seat: int, effect: printed.DiscardTool) -> float:
    return TOOL * min(effect.n, game.players[seat].tools)


def value_building(game: Schichtwechsel, seat: int, effect: printed.BuildHouse) -> float:
    """Return the value of a house: the pit scores at the end, the bar space every round."""
    return HOUSE[0] + HOUSE[1] * rounds_left(game) if game.players[seat].bar else 0.0


def value_marker(game: Schichtwechsel, seat: int, effect: printed.TakeMarker) -> float:
    if game.marker == seat:
        return 0.0
    return MARKER_ROUND if rounds_left(game) else float(game.board.final_scoring.first_player_marker)


EFFECT_VALUES: Final[dict[type[Effect], Callable[[Schichtwechsel, int, Any], float]]] = {
    printed.Lift: value_lift,
    printed.Refine: value_refining,
    printed.Load: value_load,
    printed.LowerWater: value_lowering,
    printed.RaiseWater: lambda game, seat, effect: value_water_change(game, seat, effect.by),
    printed.Advance: value_advance,
    printed.AdvancePerHeadframe: value_advance_per_headframe,
    printed.MoveMiner: value_miner,
    printed.Copy: value_copy,
    printed.UseHeadframe: value_headframe,
    printed.RaiseHeadframe: value_raising_headframe,
    printed.Choose: value_choice,
    printed.FillWagon: value_filling,
    printed.CoalAbove: value_coal,
    printed.SpoilOnTip: value_spoil,
    printed.CokeIntoPlant: value_coke_into_plant,
    printed.CokeOnWagon: value_coke_on_wagon,
    printed.GainTool: lambda game, seat, effect: -TOOL * effect.n,
    printed.DiscardTool: value_discarding,
    printed.Coin: lambda game, seat, effect: price_of_coin(game) * effect.n,
    printed.WhiteToken: lambda game, seat, effect: WHITE * effect.n,
    printed.Points: lambda game, seat, effect: float(effect.n),
    printed.LowerHalf: lambda game, seat, effect: 1.0,
    printed.BuildHouse: value_building,
    printed.TakeMarker: value_marker,
    printed.SellPairs: lambda game, seat, effect: 0.0,
}
