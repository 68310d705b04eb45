"""What the effects of Schichtwechsel are worth: the change they make to the prices of pieces.

The constants were found by playing: `./grubenbuch bench tune schichtwechsel` (docs/bots.md).
"""

# ruff: noqa: ARG001, ARG005  an appraisal is handed table, seat and thing, whether it needs all three or not

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, Final

from games.schichtwechsel import effects as printed
from games.schichtwechsel.effects import Effect
from games.schichtwechsel.lookup import barrier, cards_for, tracks_of
from games.schichtwechsel.quantities import Area
from games.schichtwechsel.rules.coking import free_coking_spaces
from games.schichtwechsel.rules.headframes import headframe_moves
from games.schichtwechsel.rules.performing import changes, whole
from games.schichtwechsel.rules.shift import spaces_within_reach
from games.schichtwechsel.rules.wagons import lift_barred, placements
from games.schichtwechsel.state import Schichtwechsel
from workers.bots.appraisals.schichtwechsel_prices import (
    TOOL,
    WHITE,
    chance_of_card,
    coal_above,
    coal_below,
    coin_worth,
    coke_plant,
    coke_wagon,
    room_below,
    rounds_left,
    spoil_above,
    water_change,
)

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
EXIT_WORTH: Final = (4.98, 3.17)
REFINING_LOSS: Final = 0.62  # of its price is what coal loses by being refined
PAIR: Final = 1.44


def gain_worth(game: Schichtwechsel, seat: int, effects: Iterable[Effect]) -> float:
    return sum((GAINS[type(effect)](game, seat, effect) for effect in effects), 0.0)


def lifting(game: Schichtwechsel, seat: int, effect: printed.Lift) -> float:
    found = [
        wagon_worth(game, seat, wagon.id)
        for wagon in game.board.pit.wagons
        if lift_barred(game, seat, wagon) is None
    ]
    return sum(sorted(found, reverse=True)[: effect.max])


def wagon_worth(game: Schichtwechsel, seat: int, wagon: str) -> float:
    load = game.players[seat].wagons[wagon]
    coal = load.coal * (coal_above(game, seat) - coal_below(game))
    return coal + load.spoil * spoil_above(game, seat) + room_below(game, seat, load.coal + load.spoil)


def refining(game: Schichtwechsel, seat: int, effect: printed.Refine) -> float:
    coal, inside = game.players[seat].coal, game.coke_in_plant(seat)
    room = game.board.coking_plant.most_per_player - inside if free_coking_spaces(game, seat) else 0
    count = min(effect.max, coal, room)
    sizes = sorted(wagon.spaces for wagon in game.board.pit.coal_wagons)[:count]
    while sizes and sum(sizes) > coal:
        sizes.pop()
    worth = len(sizes) * coke_plant(game, seat) - sum(sizes) * coal_above(game, seat) * REFINING_LOSS
    return worth if sizes else 0.0


def loading(game: Schichtwechsel, seat: int, effect: printed.Load) -> float:
    count = min(effect.max, game.coke_in_plant(seat), game.coke_wagon_room(seat))
    step = coke_wagon(game, seat) - coke_plant(game, seat)
    pair = (
        PAIR if game.players[seat].coke < game.pair <= game.players[seat].coke + count else 0.0
    )  # sold next round
    return count * max(step, 0.1) + (pair if rounds_left(game) else 0.0)


def lowering(game: Schichtwechsel, seat: int, effect: printed.LowerWater) -> float:
    if not effect.optional:
        return water_change(game, seat, -effect.by)
    return max(water_change(game, seat, -levels) for levels in range(effect.by + 1))


def rising(game: Schichtwechsel, seat: int, effect: printed.RaiseWater) -> float:
    return water_change(game, seat, effect.by)


def advancing(game: Schichtwechsel, seat: int, effect: printed.Advance) -> float:
    return sum(
        route_steps(game, seat, route, effect.steps.count(route)) for route in dict.fromkeys(effect.steps)
    )


def advancing_per_headframe(game: Schichtwechsel, seat: int, effect: printed.AdvancePerHeadframe) -> float:
    return route_steps(game, seat, effect.route, game.headframes_in_play(seat))


def route_steps(game: Schichtwechsel, seat: int, route: str, count: int) -> float:
    here, track = game.players[seat].discs[route], tracks_of(game.edition)[route]
    return sum(
        step_worth(game, seat, route, space) for space in range(here + 1, min(here + count, track.spaces) + 1)
    )


def step_worth(game: Schichtwechsel, seat: int, route: str, space: int) -> float:
    """Its part of the next mark: a barrier or a tier pays all the steps that lead to it."""
    marks = marks_of(game.edition, route)
    last, mark = next(gap for gap in marks if gap[1] >= space)
    worth = (STEP if rounds_left(game) else 0.2) + card_points(game, route)
    if mark - space <= REACH * rounds_left(game):
        worth += mark_worth(game, seat, route, mark) / (mark - last)
    return worth


def card_points(game: Schichtwechsel, route: str) -> float:
    """What a step brings with the round card that counts it: the open one, or one that may still come."""
    cards = (card for card in game.board.round_cards.list if card.counts == route)
    return sum(chance_of_card(game, card) * card.points / card.per for card in cards)


def mark_worth(game: Schichtwechsel, seat: int, route: str, space: int) -> float:
    track = tracks_of(game.edition)[route]
    worth = sum(TIER for tier in track.tiers if tier.space == space)
    if space == track.spaces:
        worth += TARGET[bool(game.arrivals.get(route))]
    return worth + barrier_worth(game, seat, barrier(game.edition, route, space))


@cache
def marks_of(edition: str, route: str) -> list[tuple[int, int]]:
    """The spaces at which something is gained, each with the one before."""
    track = tracks_of(edition)[route]
    tiers = {tier.space for tier in track.tiers}
    gaining = [space for space in range(1, track.spaces) if space in tiers or barrier(edition, route, space)]
    return list(pairwise([0, *gaining, track.spaces]))


def barrier_worth(game: Schichtwechsel, seat: int, effects: Iterable[Effect]) -> float:
    """It looks no deeper: a barrier may lead to a copy that leads to a barrier."""
    worth = 0.0
    for effect in effects:
        if isinstance(effect, printed.BuildHouse):
            worth += building(game, seat, effect)
        elif isinstance(effect, printed.DiscardTool):
            worth += discarding(game, seat, effect)
        elif game.players[seat].headframes:
            worth += max(BARRIER, raising_headframe(game, seat, effect))
        else:
            worth += BARRIER
    return worth


def moving_miner(game: Schichtwechsel, seat: int, effect: printed.MoveMiner) -> float:
    if game.players[seat].miner == game.exit_space():
        return 2.0 + TOOL
    spaces = spaces_within_reach(game, seat)
    return max(miner_worth(game, seat, space, use=effect.use_space) for space in spaces)


def miner_worth(game: Schichtwechsel, seat: int, space: int, *, use: bool) -> float:
    way = (space - game.players[seat].miner) * (WAY if rounds_left(game) else 0.1)
    if space == game.exit_space():
        return way + EXIT_WORTH[bool(game.arrivals.get("exit"))]
    effects = game.board.shift.spaces[space - 1].effects
    if not use:
        return way + (TOOL if isinstance(next(iter(effects), None), printed.DiscardTool) else 0.0)
    return way + sum(shallow(game, seat, effect) for effect in effects)


def shallow(game: Schichtwechsel, seat: int, effect: Effect) -> float:
    """A copy is worth about what a good card is worth."""
    if isinstance(effect, printed.Copy):
        return 2.5 if "large" in effect.sizes else 1.3
    return GAINS[type(effect)](game, seat, effect)


def copying(game: Schichtwechsel, seat: int, effect: printed.Copy) -> float:
    return max((worth for _, _, worth in copies(game, seat, effect.sizes)), default=0.0)


def copies(game: Schichtwechsel, seat: int, sizes: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    for card in cards_for(game.edition, len(game.players)).values():
        for use in card.uses:
            if use.size in sizes and not card.copy_protected and changes(game, seat, use.effects):
                yield card.id, use.size, gain_worth(game, seat, use.effects)


def using_headframe(game: Schichtwechsel, seat: int, effect: printed.UseHeadframe) -> float:
    best = best_bonus(game, seat, effect.area)
    second = effect.second and game.headframes_in_play(seat) > 1
    return best + (best_bonus(game, seat, effect.second) if second and effect.second else 0.0)


def best_bonus(game: Schichtwechsel, seat: int, area: Area) -> float:
    spaces = {move.space for move in headframe_moves(game, seat, area)}
    return max((gain_worth(game, seat, game.bonus_space(space).effects) for space in spaces), default=0.0)


def raising_headframe(game: Schichtwechsel, seat: int, effect: Effect) -> float:
    """The second gives points at once; the first opens the headframe cards."""
    if game.headframes_in_play(seat):
        return 2.0 + SECOND_HEADFRAME * rounds_left(game)
    return FIRST_HEADFRAME * rounds_left(game)


def choosing(game: Schichtwechsel, seat: int, effect: printed.Choose) -> float:
    return max(
        (
            gain_worth(game, seat, benefit.effects)
            for benefit in effect.benefits
            if whole(game, seat, benefit.effects)
        ),
        default=0.0,
    )


def filling(game: Schichtwechsel, seat: int, effect: printed.FillWagon) -> float:
    fitting = {placement.kind for placement in placements(game, seat, effect.kinds)}
    if not fitting:
        return -TOOL if effect.or_tool else 0.0
    return coal_below(game) if "coal" in fitting else 0.1


def taking_coal(game: Schichtwechsel, seat: int, effect: printed.CoalAbove) -> float:
    if not changes(game, seat, (effect,)):
        return 0.0
    return effect.n * coal_above(game, seat)


def taking_spoil(game: Schichtwechsel, seat: int, effect: printed.SpoilOnTip) -> float:
    return effect.n * spoil_above(game, seat) if changes(game, seat, (effect,)) else 0.0


def coke_in(game: Schichtwechsel, seat: int, effect: printed.CokeIntoPlant) -> float:
    return coke_plant(game, seat) if changes(game, seat, (effect,)) else 0.0


def coke_on(game: Schichtwechsel, seat: int, effect: printed.CokeOnWagon) -> float:
    return coke_wagon(game, seat) if changes(game, seat, (effect,)) else 0.0


def discarding(game: Schichtwechsel, seat: int, effect: printed.DiscardTool) -> float:
    return TOOL * min(effect.n, game.players[seat].tools)


def building(game: Schichtwechsel, seat: int, effect: printed.BuildHouse) -> float:
    """The pit scores at the end, the bar space every round."""
    return HOUSE[0] + HOUSE[1] * rounds_left(game) if game.players[seat].bar else 0.0


def taking_marker(game: Schichtwechsel, seat: int, effect: printed.TakeMarker) -> float:
    if game.marker == seat:
        return 0.0
    return MARKER_ROUND if rounds_left(game) else float(game.board.final_scoring.first_player_marker)


GAINS: Final[dict[type[Effect], Callable[[Schichtwechsel, int, Any], float]]] = {
    printed.Lift: lifting,
    printed.Refine: refining,
    printed.Load: loading,
    printed.LowerWater: lowering,
    printed.RaiseWater: rising,
    printed.Advance: advancing,
    printed.AdvancePerHeadframe: advancing_per_headframe,
    printed.MoveMiner: moving_miner,
    printed.Copy: copying,
    printed.UseHeadframe: using_headframe,
    printed.RaiseHeadframe: raising_headframe,
    printed.Choose: choosing,
    printed.FillWagon: filling,
    printed.CoalAbove: taking_coal,
    printed.SpoilOnTip: taking_spoil,
    printed.CokeIntoPlant: coke_in,
    printed.CokeOnWagon: coke_on,
    printed.GainTool: lambda game, seat, effect: -TOOL * effect.n,
    printed.DiscardTool: discarding,
    printed.Coin: lambda game, seat, effect: coin_worth(game) * effect.n,
    printed.WhiteToken: lambda game, seat, effect: WHITE * effect.n,
    printed.Points: lambda game, seat, effect: float(effect.n),
    printed.LowerHalf: lambda game, seat, effect: 1.0,
    printed.BuildHouse: building,
    printed.TakeMarker: taking_marker,
    printed.SellPairs: lambda game, seat, effect: 0.0,
}
