"""Effects that wait for those they triggered: a question of one player first, then what is left to do.

The limits of a question come from what is printed, so that no answer counts further than a card could.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from games.kernel import Breach, Item
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import (
    MOST_FRAMES,
    AdvanceDiscs,
    EnterPlant,
    FillOneWagon,
    LiftWagons,
    LoadCokeWagons,
    Perform,
    PickBenefit,
    PickCopy,
    PickHouse,
    PickSite,
    PlaceHeadframe,
    PumpWater,
    RefineCoal,
    TakeOrLeave,
    WalkOn,
)
from games.schichtwechsel.laws.printed import choices_in, effects_of, is_rest, printed_effects
from games.schichtwechsel.rules.performing import changes, whole
from games.schichtwechsel.rules.wagons import kinds_in_supply
from games.schichtwechsel.state import Schichtwechsel


def pile_fits(game: Schichtwechsel, seat: int, pile: Sequence[Item]) -> Iterator[Breach]:
    """SW-R53"""
    if len(pile) > MOST_FRAMES:
        yield Breach("agenda", "/agenda", f"no more than {MOST_FRAMES} effects wait for each other")
    for number, item in enumerate(pile):
        fits = FRAMES.get(type(item)) if number else QUESTIONS.get(type(item))
        if fits is None or getattr(item, "seat", None) != seat or not fits(game, item):
            yield Breach("agenda", f"/agenda/{number}", "no game comes to this")


def benefits_are_possible(game: Schichtwechsel, item: PickBenefit) -> bool:
    """SW-74, SW-R17: those of a printed choice that can be carried out whole."""
    return any(
        (not item.optional or optional)
        and item.benefits == tuple(each for each in benefits if whole(game, item.seat, each.effects))
        for benefits, optional in choices_in(game.edition)
    )


def gain_can_be_left(game: Schichtwechsel, item: TakeOrLeave) -> bool:
    """SW-R74"""
    gain = item.effect
    if not isinstance(gain, printed.CoalAbove | printed.SpoilOnTip) or not gain.optional:
        return False
    return gain in printed_effects(game.edition) and changes(game, item.seat, [gain])


def cubes_are_in_supply(game: Schichtwechsel, item: FillOneWagon) -> bool:
    """SW-R22"""
    fills = effects_of(game.edition, printed.FillWagon)
    return any(item.kinds == kinds_in_supply(game, fill.kinds) for fill in fills)


def lifts(game: Schichtwechsel, item: LiftWagons) -> bool:
    return item.left <= most_of(effects_of(game.edition, printed.Lift))


def refines(game: Schichtwechsel, item: RefineCoal) -> bool:
    """SW-R13"""
    sizes = {wagon.spaces for wagon in game.board.pit.coal_wagons}
    most = most_of(effects_of(game.edition, printed.Refine))
    return item.left + len(item.emptied) <= most and sizes.issuperset(item.emptied)


def loads(game: Schichtwechsel, item: LoadCokeWagons) -> bool:
    return item.left <= most_of(effects_of(game.edition, printed.Load))


def most_of(effects: Sequence[printed.Lift | printed.Refine | printed.Load]) -> int:
    return max((each.max for each in effects), default=0)


def coal_is_there(game: Schichtwechsel, item: EnterPlant) -> bool:
    """SW-34, SW-R57: a wagon of it, or none where the coke is a gain."""
    sizes = [wagon.spaces for wagon in game.board.pit.coal_wagons]
    return item.coal in (0, *sizes) and item.coal <= game.players[item.seat].coal


def water_falls(game: Schichtwechsel, item: PumpWater) -> bool:
    """SW-R26"""
    falls = effects_of(game.edition, printed.LowerWater)
    return item.least <= 1 and any(fall.optional and item.most == fall.by for fall in falls)


def steps_are_printed(game: Schichtwechsel, item: AdvanceDiscs) -> bool:
    """SW-101, SW-118: those of a card or what is left of them."""
    headframes = game.board.setup.headframes
    fixed, counted = printed.Advance, printed.AdvancePerHeadframe
    series = [(each.steps, each.cross, False) for each in effects_of(game.edition, fixed)]
    series += [((each.route,) * headframes, True, True) for each in effects_of(game.edition, counted)]
    return any(
        Counter(item.steps) <= Counter(steps) and (item.cross, item.optional) == (cross, optional)
        for steps, cross, optional in series
    )


def miner_walks(game: Schichtwechsel, item: WalkOn) -> bool:
    """SW-149: who is at the exit walks no more."""
    return game.players[item.seat].miner < game.exit_space()


def sizes_are_printed(game: Schichtwechsel, item: PickCopy) -> bool:
    """SW-135"""
    return any(item.sizes == copy.sizes for copy in effects_of(game.edition, printed.Copy))


def headframe_goes_there(game: Schichtwechsel, item: PlaceHeadframe) -> bool:
    """SW-128, SW-129"""
    uses = effects_of(game.edition, printed.UseHeadframe)
    return any(item.area == (use.second if item.second else use.area) for use in uses)


def house_is_on_the_bar(game: Schichtwechsel, item: PickSite) -> bool:
    return item.house in game.players[item.seat].bar


def has_houses(game: Schichtwechsel, item: PickHouse) -> bool:
    return bool(game.players[item.seat].bar)


def rest_is_printed(game: Schichtwechsel, item: Perform) -> bool:
    return is_rest(game, item.effects)


def follows_a_first(game: Schichtwechsel, item: PlaceHeadframe) -> bool:
    return item.second and headframe_goes_there(game, item)


QUESTIONS: Final[dict[type[Item], Callable[[Schichtwechsel, Any], bool]]] = {
    PickBenefit: benefits_are_possible,
    TakeOrLeave: gain_can_be_left,
    FillOneWagon: cubes_are_in_supply,
    LiftWagons: lifts,
    RefineCoal: refines,
    EnterPlant: coal_is_there,
    LoadCokeWagons: loads,
    PumpWater: water_falls,
    AdvanceDiscs: steps_are_printed,
    WalkOn: miner_walks,
    PickCopy: sizes_are_printed,
    PlaceHeadframe: headframe_goes_there,
    PickHouse: has_houses,
    PickSite: house_is_on_the_bar,
}
FRAMES: Final[dict[type[Item], Callable[[Schichtwechsel, Any], bool]]] = {
    Perform: rest_is_printed,
    AdvanceDiscs: steps_are_printed,
    RefineCoal: refines,
    PlaceHeadframe: follows_a_first,
}
