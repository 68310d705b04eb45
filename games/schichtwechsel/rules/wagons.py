"""Underground wagons: filling them, and lifting the full ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.kernel import Reason, offer
from games.kernel.language import Barred, Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import FillOneWagon, LiftWagons, Perform
from games.schichtwechsel.board import Wagon
from games.schichtwechsel.commands import Decline, LiftWagon, PlaceCube
from games.schichtwechsel.events import CoalLifted, SpoilLifted, WagonFilled
from games.schichtwechsel.quantities import Cube
from games.schichtwechsel.reasons import (
    MUST_CHANGE_SOMETHING,
    NO_MIXED_WAGON,
    NO_ROOM_ABOVE,
    WAGON_IS_FOR_COAL,
    WAGON_IS_FULL,
    WAGON_IS_LOCKED,
    WAGON_IS_NOT_FULL,
)
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.gains import gain_tools
from games.schichtwechsel.rules.performing import effect, something_changed
from games.schichtwechsel.state import Load, Schichtwechsel


def fits(load: Load, wagon: Wagon, kind: Cube) -> bool:
    """SW-20, SW-21: coal and spoil are never mixed."""
    if kind == "coal":
        return not load.spoil and load.coal < wagon.spaces
    return not wagon.coal_only and not load.coal and load.spoil < wagon.spaces


def placement_barred(game: Schichtwechsel, seat: int, kind: Cube, wagon: Wagon) -> Reason | None:
    """SW-20, SW-21, SW-25"""
    load = game.players[seat].wagons[wagon.id]
    if wagon.lockable and game.wagon_is_locked():
        return WAGON_IS_LOCKED
    if fits(load, wagon, kind):
        return None
    if kind == "spoil" and wagon.coal_only:
        return WAGON_IS_FOR_COAL
    return WAGON_IS_FULL if load.coal + load.spoil == wagon.spaces else NO_MIXED_WAGON


def judge_placements(
    game: Schichtwechsel, seat: int, kinds: Iterable[Cube]
) -> tuple[list[PlaceCube], list[Barred]]:
    """SW-19, SW-25: those that are possible, and those that are not; a locked wagon is not filled."""
    possible, barred = [], []
    for kind in kinds:
        for wagon in game.board.pit.wagons:
            reason = placement_barred(game, seat, kind, wagon)
            if reason is None:
                possible.append(PlaceCube(kind, wagon.id))
            else:
                barred.append(Barred(PlaceCube(kind, wagon.id), reason))
    return possible, barred


def placements(game: Schichtwechsel, seat: int, kinds: Iterable[Cube]) -> list[PlaceCube]:
    possible, _ = judge_placements(game, seat, kinds)
    return possible


def kinds_in_supply(game: Schichtwechsel, kinds: tuple[Cube, ...]) -> tuple[Cube, ...]:
    return tuple(kind for kind in kinds if game.supply[kind])


def some_cube_fits(game: Schichtwechsel, seat: int, fill: printed.FillWagon) -> bool:
    wagons = game.board.pit.wagons
    return any(
        placement_barred(game, seat, kind, wagon) is None
        for kind in kinds_in_supply(game, fill.kinds)
        for wagon in wagons
    )


@effect(printed.FillWagon, able=some_cube_fits)
def fill_wagon(play: Play, item: Perform, fill: printed.FillWagon) -> None:
    """SW-R14, SW-R15; SW-R22: a cube that the supply lacks costs no tool marker."""
    kinds = kinds_in_supply(play.game, fill.kinds)
    if some_cube_fits(play.game, item.seat, fill):
        play.first(FillOneWagon(item.seat, kinds))
    elif kinds and fill.or_tool:
        gain_tools(play, item.seat, play.game.board.cubes.tools_for_one_without_room)


@options(FillOneWagon)
def wagons_for_a_cube(game: Schichtwechsel, question: FillOneWagon) -> Iterator[Offer]:
    possible, barred = judge_placements(game, question.seat, question.kinds)
    yield from possible
    yield from barred


@answer(FillOneWagon, PlaceCube)
def place_new_cube(play: Play, question: FillOneWagon, cube: PlaceCube) -> None:
    something_changed(play)
    play.happens(WagonFilled(question.seat, cube.kind, cube.wagon))


def lift_barred(game: Schichtwechsel, seat: int, wagon: Wagon) -> Reason | None:
    """SW-23, SW-25, SW-R12: whole full wagons that find room above."""
    load = game.players[seat].wagons[wagon.id]
    if load.coal + load.spoil < wagon.spaces:
        return WAGON_IS_NOT_FULL
    if wagon.lockable and game.wagon_is_locked():
        return WAGON_IS_LOCKED
    room = game.coal_room(seat) if load.coal else game.tip_room(seat)
    return None if room >= wagon.spaces else NO_ROOM_ABOVE


def some_wagon_can_be_lifted(game: Schichtwechsel, seat: int, lift: printed.Lift) -> bool:
    return any(lift_barred(game, seat, wagon) is None for wagon in game.board.pit.wagons)


@effect(printed.Lift, able=some_wagon_can_be_lifted)
def lift_wagons(play: Play, item: Perform, lift: printed.Lift) -> None:
    play.first(LiftWagons(item.seat, lift.max, item.must))


@options(LiftWagons)
def wagons_to_lift(game: Schichtwechsel, question: LiftWagons) -> Iterator[Offer]:
    """SW-95, SW-R59: the player picks them one by one."""
    barred = [(wagon, lift_barred(game, question.seat, wagon)) for wagon in game.board.pit.wagons]
    for wagon, reason in barred:
        yield offer(LiftWagon(wagon.id), reason)
    if not question.must or all(reason for _, reason in barred):
        yield Decline()
    else:
        yield Barred(Decline(), MUST_CHANGE_SOMETHING)


@answer(LiftWagons, LiftWagon)
def lift_wagon(play: Play, question: LiftWagons, command: LiftWagon) -> None:
    """SW-22: coal onto coal wagons, spoil onto the tip."""
    something_changed(play)
    seat = question.seat
    load = play.game.players[seat].wagons[command.wagon]
    if load.coal:
        play.happens(CoalLifted(seat, command.wagon, load.coal))
    else:
        play.happens(SpoilLifted(seat, command.wagon, load.spoil))
    if question.left > 1:
        play.first(LiftWagons(seat, question.left - 1, must=False))


@answer(LiftWagons, Decline)
def lift_no_more(play: Play, question: LiftWagons, command: Decline) -> None:
    """Nothing happens."""
