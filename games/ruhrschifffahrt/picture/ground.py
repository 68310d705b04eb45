"""The map beneath everything: territories, hills, brooks, Rhine and Ruhr. Made once for each language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin

from games.kernel.pictures.curves import normals, ribbon, round_off, sample, smooth, straight, taper
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.ruhrschifffahrt.layout import LAYOUT

SWELL = (13.0, 21.0)  # half the river's width at its source and at its mouth
STROKES = 18  # of a hill


@cache
def ground(rhine: str) -> tuple[AnyShape, ...]:
    x, y, width, height = LAYOUT.parts["board"].box
    sheet = (
        Rect(x, y, width, height, "land-port"),
        *draw_territories(),
        *(draw_hill(*each) for each in LAYOUT.ornament.hills),
        *(Path(smooth(each), "stream") for each in LAYOUT.ornament.streams),
        *draw_rhine(rhine),
        *draw_ruhr(),
        *draw_rose(),
    )
    return (Group(sheet, window=LAYOUT.parts["board"].box), Rect(x, y, width, height, "line"))


def draw_territories() -> Iterator[AnyShape]:
    for territory, realm in LAYOUT.territories.items():
        yield Path(straight(realm.outline, closed=True), f"land-{territory}")
    for territory, realm in LAYOUT.territories.items():
        inner = straight(shrunken(realm.outline), closed=True)
        yield Path(inner, f"rim-{territory}")
        yield Path(straight(realm.outline, closed=True), "border")


def shrunken(outline: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """The colour of the rim lies just inside the border."""
    middle_x = sum(x for x, _ in outline) / len(outline)
    middle_y = sum(y for _, y in outline) / len(outline)
    return [(x - 3.5 * sign(x - middle_x), y - 3.5 * sign(y - middle_y)) for x, y in outline]


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def draw_hill(x: int, y: int, wide: int, high: int) -> Path:
    """Hachures around a crown, longer on the shaded side."""
    strokes = []
    for number in range(STROKES):
        turn = 2 * pi * number / STROKES
        dx, dy = cos(turn), sin(turn)
        longer = 0.44 + 0.16 * (dy > 0) + 0.07 * (number % 3)
        strokes.append(
            f"M{round_off(x + dx * wide * 0.52)} {round_off(y + dy * high * 0.5)}"
            f"l{round_off(dx * wide * longer)} {round_off(dy * high * (longer + 0.1))}"
        )
    return Path("".join(strokes), "hachure")


def draw_rhine(name: str) -> Iterator[AnyShape]:
    rhine = LAYOUT.river.rhine
    line = sample(rhine.course, 40)
    half = rhine.width / 2
    yield Path(ribbon(line, [half] * len(line)), "bank")
    yield Path(smooth([(x - 9, y) for x, y in line]) + smooth([(x + 10, y) for x, y in line]), "current")
    x, y = rhine.label
    yield Label(x + 5, y, name, 17, "realm", "middle", turn=-90)


def draw_ruhr() -> Iterator[AnyShape]:
    course = LAYOUT.river.course
    line = sample(course, 16)
    halves = taper(*SWELL, len(line))
    across = normals(line)
    side = LAYOUT.river.towpath
    path = [(x + nx * (side + 3), y + ny * (side + 3)) for (x, y), (nx, ny) in zip(line, across, strict=True)]
    yield Path(smooth(path[2:-18]), "towpath")
    yield Path(straight(LAYOUT.ornament.harbour, closed=True), "bank")
    yield Path(ribbon(line, halves), "bank")
    for share in (-0.45, 0.45):
        moved = zip(line, across, halves, strict=True)
        yield Path(
            smooth([(x + nx * half * share, y + ny * half * share) for (x, y), (nx, ny), half in moved]),
            "current",
        )


def draw_rose() -> Iterator[AnyShape]:
    x, y, size = LAYOUT.ornament.rose
    yield Sign("rose", x, y, size, "softink")
    yield Label(x, y - size / 2 - 4, "N", 16, "name soft", "middle")
    yield Circle(x, y, 3, "plain")
