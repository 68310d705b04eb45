"""Lines over the paper: straight, or smooth through their points (Catmull-Rom)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from games.kernel.pictures.layout import Point

Spot = tuple[float, float]


def round_off(number: float) -> str:
    """In whole units: nobody sees less."""
    return f"{number:.0f}"


def straight(points: Iterable[Spot], *, closed: bool = False) -> str:
    return "M" + "L".join(f"{round_off(x)} {round_off(y)}" for x, y in points) + ("Z" if closed else "")


def controls(points: Sequence[Spot]) -> list[tuple[Spot, Spot, Spot, Spot]]:
    """A Bézier curve from each point to the next."""
    padded = [points[0], *points, points[-1]]
    curves = []
    for before, here, there, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        curves.append((here, first, second, there))
    return curves


def smooth(points: Sequence[Spot], *, closed: bool = False) -> str:
    """Each curve takes up the direction of the one before, so only its second control is written."""
    start, curves = points[0], controls(points)
    pieces = [f"M{round_off(start[0])} {round_off(start[1])}"]
    for number, (_, first, second, end) in enumerate(curves):
        spots = (second, end) if number else (first, second, end)
        pieces.append("CS"[number > 0] + " ".join(f"{round_off(x)} {round_off(y)}" for x, y in spots))
    return "".join(pieces) + ("Z" if closed else "")


def sample(points: Sequence[Point], every: float) -> list[Spot]:
    """Points of the smooth line, about so far apart."""
    dense = [bezier(curve, step / 24) for curve in controls(points) for step in range(24)] + [points[-1]]
    kept: list[Spot] = [dense[0]]
    gone = 0.0
    for (ax, ay), (bx, by) in pairwise(dense):
        gone += hypot(bx - ax, by - ay)
        if gone >= every:
            kept.append((bx, by))
            gone = 0.0
    return [*kept, dense[-1]] if kept[-1] != dense[-1] else kept


def bezier(curve: tuple[Spot, Spot, Spot, Spot], at: float) -> Spot:
    rest = 1 - at
    weights = (rest**3, 3 * rest * rest * at, 3 * rest * at * at, at**3)
    return (
        sum(weight * spot[0] for weight, spot in zip(weights, curve, strict=True)),
        sum(weight * spot[1] for weight, spot in zip(weights, curve, strict=True)),
    )


def normals(line: Sequence[Spot]) -> list[Spot]:
    """Across the line to its right, one unit long, at each of its points."""
    found = []
    for number in range(len(line)):
        (ax, ay), (bx, by) = line[max(number - 1, 0)], line[min(number + 1, len(line) - 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        found.append(((ay - by) / length, (bx - ax) / length))
    return found


def ribbon(line: Sequence[Spot], halves: Sequence[float]) -> str:
    """A band along the line whose half width changes from point to point."""
    across = normals(line)
    sides = list(zip(line, across, halves, strict=True))
    right = [(x + nx * half, y + ny * half) for (x, y), (nx, ny), half in sides]
    left = [(x - nx * half, y - ny * half) for (x, y), (nx, ny), half in reversed(sides)]
    return smooth(right) + "L" + smooth(left)[1:] + "Z"


def taper(first: float, last: float, points: int) -> list[float]:
    return [first + (last - first) * number / max(points - 1, 1) for number in range(points)]
