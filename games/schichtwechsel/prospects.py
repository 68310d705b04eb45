"""How much of what is printed an effect would bring now (SW-R54)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any, Final

from games.schichtwechsel import effects as printed
from games.schichtwechsel.lookup import tracks_of
from games.schichtwechsel.rules.coking import free_coking_spaces
from games.schichtwechsel.rules.performing import changes
from games.schichtwechsel.rules.routes import can_step
from games.schichtwechsel.rules.wagons import lift_barred
from games.schichtwechsel.state import Schichtwechsel


def count_that_fit(sizes: Iterable[int], room: int) -> int:
    """The small ones first."""
    count = 0
    for size in sorted(sizes):
        room -= size
        if room < 0:
            break
        count += 1
    return count


def wagons_to_be_lifted(game: Schichtwechsel, seat: int) -> int:
    """SW-23, SW-25, SW-R12"""
    loads = game.players[seat].wagons
    ready = [wagon for wagon in game.board.pit.wagons if lift_barred(game, seat, wagon) is None]
    coal = [wagon.spaces for wagon in ready if loads[wagon.id].coal]
    spoil = [wagon.spaces for wagon in ready if loads[wagon.id].spoil]
    return count_that_fit(coal, game.coal_room(seat)) + count_that_fit(spoil, game.tip_room(seat))


def wagons_to_be_refined(game: Schichtwechsel, seat: int, emptied: tuple[int, ...] = ()) -> int:
    """SW-23, SW-38, SW-R11, SW-R13"""
    player, plant = game.players[seat], game.board.coking_plant
    if not free_coking_spaces(game, seat):
        return 0
    sizes = [wagon.spaces for wagon in game.board.pit.coal_wagons]
    for size in emptied:
        sizes.remove(size)
    spaces = sum(space not in game.plant for space in game.grey_spaces()) + (not player.own_space)
    room = min(plant.most_per_player - game.coke_in_plant(seat), player.stock, spaces)
    return min(room, count_that_fit(sizes, player.coal))


def coke_to_be_loaded(game: Schichtwechsel, seat: int) -> int:
    """SW-R58"""
    return min(game.coke_in_plant(seat), game.coke_wagon_room(seat))


def levels_above_lowest(game: Schichtwechsel, seat: int) -> int:
    """SW-R62"""
    return game.players[seat].water - game.board.pit_water.lowest


def steps_before_target(game: Schichtwechsel, seat: int, steps: Iterable[Any], *, cross: bool) -> list[Any]:
    """SW-R6, SW-75: those that are not lost."""
    left = {
        route: track.spaces - game.players[seat].discs[route]
        for route, track in tracks_of(game.edition).items()
    }
    kept = []
    for route in steps:
        if left[route] > 0 and can_step(game, seat, route, cross=cross):
            left[route] -= 1
            kept.append(route)
    return kept


def count_steps(game: Schichtwechsel, seat: int, advance: printed.Advance) -> int:
    return len(steps_before_target(game, seat, advance.steps, cross=advance.cross))


PossibleAmount = Callable[[Schichtwechsel, int, Any], int]
PrintedAmount = Callable[[Any], int]

COUNTED_EFFECTS: Final = MappingProxyType[type[printed.Effect], tuple[PrintedAmount, PossibleAmount]](
    {
        printed.Lift: (lambda lift: lift.max, lambda game, seat, _: wagons_to_be_lifted(game, seat)),
        printed.Refine: (lambda refine: refine.max, lambda game, seat, _: wagons_to_be_refined(game, seat)),
        printed.Load: (lambda load: load.max, lambda game, seat, _: coke_to_be_loaded(game, seat)),
        printed.LowerWater: (lambda water: water.by, lambda game, seat, _: levels_above_lowest(game, seat)),
        printed.Advance: (lambda advance: len(advance.steps), count_steps),
    }
)
HARMFUL: Final = (printed.RaiseWater, printed.GainTool)


def shortfalls(game: Schichtwechsel, seat: int, effects: Iterable[printed.Effect]) -> dict[str, int]:
    """What would bring less than printed, by the word of the effect, and how much it would bring."""
    short = {}
    for effect in effects:
        wanted = count_printed(game, seat, effect)
        possible = count_possible(game, seat, effect) if wanted else 0
        if possible < wanted:
            short[str(effect.__struct_config__.tag)] = possible
    return short


def count_printed(game: Schichtwechsel, seat: int, effect: printed.Effect) -> int:
    """SW-118: the rail symbols of the personal card that show."""
    if isinstance(effect, HARMFUL):
        return 0
    if isinstance(effect, printed.AdvancePerHeadframe):
        return int(game.headframes_in_play(seat) > 0)
    return COUNTED_EFFECTS[type(effect)][0](effect) if type(effect) in COUNTED_EFFECTS else 1


def count_possible(game: Schichtwechsel, seat: int, effect: printed.Effect) -> int:
    if type(effect) in COUNTED_EFFECTS:
        return COUNTED_EFFECTS[type(effect)][1](game, seat, effect)
    return int(changes(game, seat, (effect,)))
