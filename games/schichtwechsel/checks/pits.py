"""The pit boards, and what comes onto them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.kernel.editions.checks import (
    Misprint,
    contradicts,
    impossible,
    namesakes,
    outside,
    twice,
)
from games.schichtwechsel.board import BOARDS, Board
from games.schichtwechsel.board.pieces import Cubes
from games.schichtwechsel.layout import ids


def names(board: Board) -> Iterator[Misprint]:
    yield from namesakes([*ids(board)], [*ids(BOARDS[BOARDS.default])])


def colours(board: Board) -> Iterator[Misprint]:
    here = board.colours.list
    yield from twice("/colours/list", here)
    enough = len(here) >= board.players.max
    yield from impossible("/colours/list", "SW-5", "there are fewer colours than players", unless=enough)


def what_everybody_gets(board: Board) -> Iterator[Misprint]:
    """SW-4, SW-5: what everybody gets."""
    here = board.setup
    for name, must, rule in (
        ("coins", 1, "SW-4"),
        ("tools", 6, "SW-4"),
        ("headframes", 2, "SW-5"),
        ("coke", 11, "SW-5"),
    ):
        yield from contradicts(f"/setup/{name}", rule, is_=getattr(here, name), must=must)


def bag(board: Board) -> Iterator[Misprint]:
    """SW-9, SW-44, SW-45: what is drawn is there."""
    start, added, drawn = board.bag.start, board.bag.added_per_player, board.bag.drawn_per_player
    for seats, (coal, spoil) in {2: (8, 2), 3: (12, 3)}.items():
        here = start.get(seats)
        must = {"coal": coal, "spoil": spoil}
        yield from contradicts(
            f"/bag/start/{seats}", "SW-9", is_=here and msgspec.to_builtins(here), must=must
        )
    yield from contradicts("/bag/added_per_player/coal", "SW-44", is_=added.coal, must=1)
    yield from contradicts("/bag/added_per_player/spoil", "SW-44", is_=added.spoil, must=1)
    yield from contradicts("/bag/drawn_per_player", "SW-45", is_=drawn, must=3)
    for seats in range(board.players.min, board.players.max + 1):
        cubes, rounds = start.get(seats, Cubes(0, 0)), board.rounds.count
        there = cubes.coal + cubes.spoil + rounds * seats * (added.coal + added.spoil)
        detail = f"{there} cubes are not enough for {rounds * seats * drawn} draws"
        yield from impossible(f"/bag/start/{seats}", "SW-45", detail, unless=there >= rounds * seats * drawn)


def pit(board: Board) -> Iterator[Misprint]:
    """SW-20, SW-21, SW-22, SW-27, SW-40, SW-61"""
    wagons, above = board.pit.wagons, board.pit.coal_wagons
    yield from twice("/pit/wagons", [wagon.id for wagon in wagons])
    yield from twice("/pit/coal_wagons", [wagon.id for wagon in above])
    yield from contradicts("/pit/wagons", "SW-21", is_=sum(it.coal_only for it in wagons), must=1)
    yield from contradicts("/pit/wagons", "SW-40", is_=sum(it.lockable for it in wagons), must=1)
    yield from contradicts("/pit/coal_wagons", "SW-61", is_=sum(it.token_space for it in above), must=1)
    for group, sizes, rule in (("wagons", wagons, "SW-20"), ("coal_wagons", above, "SW-34")):
        for wagon in sizes:
            yield from outside(f"/pit/{group}/{wagon.id}/spaces", rule, is_=wagon.spaces, least=1, most=2)
    yield from contradicts("/pit/coke_wagons/lower", "SW-27", is_=board.pit.coke_wagons.lower, must=2)
    pairs, worth = board.setup.coke // max(1, board.pit.coke_wagons.lower), len(board.coke_sale.worth)
    detail = f"{pairs} pairs can be sold, {worth} have a worth"
    yield from impossible("/coke_sale/worth", "SW-158", detail, unless=pairs <= worth)


def spaces(board: Board) -> Iterator[Misprint]:
    """SW-35, SW-66, SW-127, SW-130, SW-131"""
    bonuses, plant = board.headframe_bonuses, board.coking_plant
    yield from twice("/bar/spaces", [space.id for space in board.bar.spaces])
    yield from twice("/coking_plant/grey_spaces", [space.id for space in plant.grey_spaces])
    yield from twice("/headframe_bonuses", [space.id for space in (*bonuses.big, *bonuses.small)])
    effects, headframes = len(board.headframe_in_play.effects), board.setup.headframes
    detail = f"{headframes} headframes, {effects} gains"
    yield from impossible("/setup/headframes", "SW-119", detail, unless=effects == headframes)


def water(board: Board) -> Iterator[Misprint]:
    """SW-29, SW-30, SW-60, SW-61"""
    here, path = board.pit_water, "/pit_water"
    for name, must, rule in (
        ("points_at_lowest", 1, "SW-30"),
        ("tools_at_top", 1, "SW-29"),
        ("fall_from_top", 3, "SW-29"),
        ("rise_per_round", 1, "SW-60"),
    ):
        yield from contradicts(f"{path}/{name}", rule, is_=getattr(here, name), must=must)
    inside = here.lowest < here.start < here.top and here.lowest < here.token_level < here.top
    yield from impossible(path, "SW-30", "start and token lie between lowest and top", unless=inside)
    falls = 0 < here.fall_from_top <= here.top - here.lowest
    yield from impossible(f"{path}/fall_from_top", "SW-29", "it falls within the scale", unless=falls)
