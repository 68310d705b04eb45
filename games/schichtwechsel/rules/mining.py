"""Preparation, step I: the first player shares out cubes from the bag."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.language import Offer
from games.schichtwechsel.agenda import DrawCubes, MineCoal, ShareOutCubes, StowCubes
from games.schichtwechsel.commands import DropCube, GiveCubes, PlaceCube
from games.schichtwechsel.events import (
    BagFilled,
    BlueCubeReturned,
    CubeDropped,
    CubePlaced,
    CubesDrawn,
    CubesGiven,
)
from games.schichtwechsel.quantities import Cube
from games.schichtwechsel.rules.book import Play, answer, options, step
from games.schichtwechsel.rules.gains import gain_tools
from games.schichtwechsel.rules.wagons import judge_placements
from games.schichtwechsel.rules.water import raise_water
from games.schichtwechsel.state import Schichtwechsel

KINDS: tuple[Cube, ...] = ("coal", "spoil")
BLUE = "blue"


@step(MineCoal)
def mine_coal(play: Play, _: MineCoal) -> None:
    """SW-44; SW-R47: no more than the supply holds."""
    game = play.game
    seats, added = len(game.players), game.board.bag.added_per_player
    coal = min(added.coal * seats, game.supply["coal"])
    spoil = min(added.spoil * seats, game.supply["spoil"])
    play.happens(BagFilled(coal, spoil))
    play.first(DrawCubes(tuple(game.order(game.starter))))


@step(DrawCubes)
def draw_cubes(play: Play, draw: DrawCubes) -> None:
    """SW-45, SW-165, SW-R47: the last triple may be smaller; then nothing is left for the others."""
    bag = {
        cube: play.game.bag[cube] for cube in (*KINDS, BLUE)
    }  # a fixed order, whatever the order in the table
    count = min(play.game.board.bag.drawn_per_player, sum(bag.values())) if draw.left else 0
    if not count:
        return_blue_cubes(play)
        return
    cubes = []
    for _ in range(count):
        cubes.append(play.chance.draw(bag))
        bag[cubes[-1]] -= 1
    play.happens(CubesDrawn(tuple(cubes)))
    play.first(ShareOutCubes(play.game.starter, tuple(cubes), draw.left))


def return_blue_cubes(play: Play) -> None:
    """SW-48, SW-R2"""
    for _ in range(play.game.hand[BLUE]):
        play.happens(BlueCubeReturned())


@options(ShareOutCubes)
def seats_without_cubes(game: Schichtwechsel, question: ShareOutCubes) -> Iterator[GiveCubes]:
    """SW-45: the first player may keep it."""
    for seat in question.left:
        yield GiveCubes(seat)


@answer(ShareOutCubes, GiveCubes)
def give_cubes(play: Play, question: ShareOutCubes, command: GiveCubes) -> None:
    """SW-47, SW-R51: a blue cube raises the water at once; the others are placed before the next draw."""
    play.happens(CubesGiven(command.seat, question.cubes))
    levels = play.game.board.cubes.levels_for_a_blue_one * question.cubes.count(BLUE)
    raise_water(play, command.seat, levels)
    play.first(DrawCubes(tuple(seat for seat in question.left if seat != command.seat)))
    stow_on(play, command.seat)


def stow_on(play: Play, seat: int) -> None:
    if cubes_at_hand(play.game):
        play.first(StowCubes(seat))


def cubes_at_hand(game: Schichtwechsel) -> list[Cube]:
    return [kind for kind in KINDS if game.hand[kind]]


@options(StowCubes)
def places_for_cubes(game: Schichtwechsel, question: StowCubes) -> Iterator[Offer]:
    """SW-46, SW-R14, SW-R51: in any order; placing is compulsory as long as something fits."""
    kinds = cubes_at_hand(game)
    possible, barred = judge_placements(game, question.seat, kinds)
    yield from possible or (DropCube(kinds[0]),)
    yield from barred


@answer(StowCubes, PlaceCube)
def place_cube(play: Play, question: StowCubes, cube: PlaceCube) -> None:
    play.happens(CubePlaced(question.seat, cube.kind, cube.wagon))
    stow_on(play, question.seat)


@answer(StowCubes, DropCube)
def drop_cube(play: Play, question: StowCubes, cube: DropCube) -> None:
    """SW-49"""
    play.happens(CubeDropped(question.seat, cube.kind))
    gain_tools(play, question.seat, play.game.board.cubes.tools_for_one_without_room)
    stow_on(play, question.seat)
