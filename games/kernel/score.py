"""Score sheets: every point has a line, and every line a rule."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """`count` is what the points were given for: mines, money, boxes."""

    seat: int
    category: str
    points: int
    count: int
    rule: str


def totals(lines: Iterable[Line], seats: int) -> list[int]:
    sums = [0] * seats
    for line in lines:
        sums[line.seat] += line.points
    return sums


def places(keys: list[tuple[int, ...]]) -> list[int]:
    """The place of each seat, best key first; equal keys share the better place."""
    return [1 + sum(other > key for other in keys) for key in keys]
