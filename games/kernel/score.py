"""Score sheets: every point has a line, and every line a rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from games.kernel.quantities import LONGEST_ID, Points, Seat, doc

Code = Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a score sheet: what a seat gets points for, and by which rule."""

    seat: Annotated[Seat, doc("The seat that scores.")]
    category: Annotated[Code, doc("What the points are given for; `words` has its name.")]
    points: Annotated[Points, doc("The points of this line.")]
    count: Annotated[Points, doc("How many of it there are: mines, money, boxes.")]
    rule: Annotated[Code, doc("The id of the rule in the rulebook.")]


def totals(lines: Iterable[Line], seats: int) -> list[int]:
    sums = [0] * seats
    for line in lines:
        sums[line.seat] += line.points
    return sums


def places(keys: list[tuple[int, ...]]) -> list[int]:
    """The place of each seat, best key first; equal keys share the better place."""
    return [1 + sum(other > key for other in keys) for key in keys]
