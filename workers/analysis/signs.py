"""Which signs of a table make the difference between two options: what each leads to, sign by sign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from games.kernel import Command, Game, Table
from games.kernel.score import totals
from service.matches.records.analysis import AdvisedSign
from workers.bots.outlook import READINGS, read_signs, weigh_signs
from workers.bots.playout import asked_seat, play_on
from workers.bots.second_looks import SecondLooks

LOOKS: Final = 8  # playouts of each of the two, with the same luck
MOST_SIGNS: Final = 3
LEAST_POINTS: Final = 0.2  # what makes less of a difference is not worth a word
DIGITS_OF_SIGN: Final = 1
BENDING_SUFFIX: Final = "_squared"  # such a sign bends the worth of another

Signs = dict[str, tuple[float, float]]  # sign -> how much of it there is, the points it promises


def tell_signs(  # noqa: PLR0913, PLR0917  two options, and how they are looked at
    game: Game[Any], table: Table, one: Command, other: Command, seed: int, looks: SecondLooks
) -> list[AdvisedSign]:
    """What the first option leads to and the second does not; what matters most comes first."""
    differences, seat = defaultdict[str, list[float]](lambda: [0.0, 0.0]), asked_seat(table)
    for number in range(seed, seed + LOOKS):
        for way, command in ((1, one), (-1, other)):
            lead = partial(look_for_signs, game, table, command, number, seat)
            for sign, (much, points) in looks.look(lead).items():
                differences[sign][0] += way * much / LOOKS
                differences[sign][1] += way * points / LOOKS
    told = [
        AdvisedSign(sign, round(more, DIGITS_OF_SIGN), round(points, DIGITS_OF_SIGN))
        for sign, (more, points) in differences.items()
        if abs(points) >= LEAST_POINTS
    ]
    return sorted(told, key=lambda each: (-abs(each.points), each.sign))[:MOST_SIGNS]


def look_for_signs(game: Game[Any], table: Table, command: Command, seed: int, seat: int) -> Signs:
    return lead_by_sign(game, play_on(game, table, command, seed), seat)


def lead_by_sign(game: Game[Any], table: Table, seat: int) -> Signs:
    """How far the seat is ahead of the best of the others, sign by sign."""
    every = signs_by_seat(game, table)
    own, others = every[seat], [signs for number, signs in enumerate(every) if number != seat]
    best = max(others, key=promise, default=Signs())
    return {
        sign: tuple_difference(own.get(sign, (0.0, 0.0)), best.get(sign, (0.0, 0.0)))
        for sign in own.keys() | best.keys()
    }


def tuple_difference(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]


def promise(signs: Signs) -> float:
    return sum(points for _, points in signs.values())


def signs_by_seat(game: Game[Any], table: Table) -> list[Signs]:
    """Once the match is over, only points count."""
    if not table.agenda or game.name not in READINGS:
        points = totals(game.score(table), len(game.places(table)))
        return [{"points": (float(each), float(each))} for each in points]
    read, weighed = read_signs(game, table), weigh_signs(game, table)
    return [join_bends(much, points) for much, points in zip(read, weighed, strict=True)]


def join_bends(read: Mapping[str, float], weighed: Mapping[str, float]) -> Signs:
    """What bends the worth of a sign counts as that sign."""
    signs = Signs()
    for name, points in weighed.items():
        sign, bends = name.removesuffix(BENDING_SUFFIX), name.endswith(BENDING_SUFFIX)
        much, before = signs.get(sign, (0.0, 0.0))
        signs[sign] = (much if bends else float(read[name]), before + points)
    return signs
