"""The sheet beneath everything: sea, land, watersheds and rivers. Made once for each edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle

from games.kernel.pictures.curves import normals, ribbon, round_off, sample, smooth, straight, taper
from games.kernel.pictures.layout import Point
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.schiefer.layout import LAYOUT, Ridge, ValleyPlace

WAVES = (12, 24, 37)  # how far from the coast the lines of the sea lie
STROKES = (96, 60, 82, 112, 70, 50, 104, 66, 90, 56, 78)  # of the hachures, in percent of the half width
LEANS = (0, 20, -15, 10, -25, 15, -5)
RIVER = (2.2, 6.0)  # half widths at the source and at the mouth

SHORTEST = 3  # points of a piece of such a line
NEAREST = 11  # to the coast


@cache
def ground() -> tuple[AnyShape, ...]:
    x, y, width, height = LAYOUT.ground.inner
    sheet = (
        Rect(x, y, width, height, "land"),
        *draw_sea(),
        *(shape for ridge in LAYOUT.ground.ridges for shape in draw_ridge(ridge)),
        *(shape for valley in LAYOUT.valleys.values() for shape in draw_river(valley)),
        *draw_compass(LAYOUT.ground.compass),
        Sign("ship", *LAYOUT.ground.ship, 26),
    )
    return (Group(sheet, window=LAYOUT.ground.inner), *draw_frame())


def draw_sea() -> Iterator[AnyShape]:
    """The coast is drawn again and again, ever further out, as surveyors do it."""
    x, y, width, height = LAYOUT.ground.inner
    coast = [(float(px), float(py)) for px, py in LAYOUT.ground.coast]
    below = f"{smooth(coast)}L{x + width} {y + height}L{x} {y + height}Z"
    yield Path(below, "sea")
    for islet in LAYOUT.ground.islands:
        yield Path(smooth(islet, closed=True), "land")
        yield Path(smooth(islet, closed=True), "coast")
    line = sample(LAYOUT.ground.coast, 12)
    across = normals(line)
    for far in WAVES:
        moved = [(px + nx * far, py + ny * far) for (px, py), (nx, ny) in zip(line, across, strict=True)]
        for piece in within(moved):
            yield Path(straight(piece), "wave3")
    yield Path(smooth(coast), "coast")


def within(line: list[tuple[float, float]]) -> Iterator[list[tuple[float, float]]]:
    """The pieces of a line that lie on the sheet and in the sea."""
    x, y, width, height = LAYOUT.ground.inner
    piece: list[tuple[float, float]] = []
    for px, py in line:
        if x + 4 < px < x + width - 4 and py < y + height - 4 and not on_land(px, py):
            piece.append((px, py))
            continue
        if len(piece) >= SHORTEST:
            yield piece
        piece = []
    if len(piece) >= SHORTEST:
        yield piece


def on_land(px: float, py: float) -> bool:
    """Nearer to the coast than the nearest of its lines, or above it."""
    return any((px - cx) ** 2 + (py - cy) ** 2 < NEAREST**2 for cx, cy in coast_points())


@cache
def coast_points() -> tuple[tuple[float, float], ...]:
    return tuple(sample(LAYOUT.ground.coast, 5))


def draw_ridge(ridge: Ridge) -> Iterator[AnyShape]:
    line = sample(ridge.crest, 18)
    halves = taper(*ridge.half, len(line))
    yield Path(ribbon(line, halves), "hill")
    yield Path(ribbon(line, [half * 0.55 for half in halves]), "crest")
    strokes = sample(ridge.crest, 5)
    yield Path(hachures(strokes, taper(*ridge.half, len(strokes))), "hachure")


def hachures(line: list[tuple[float, float]], halves: list[float]) -> str:
    """Strokes down from the crest, to either side in turn, of uneven length and lean."""
    strokes = []
    longs, leans, side = cycle(STROKES), cycle(LEANS), 1
    for (x, y), (nx, ny), half in zip(line, normals(line), halves, strict=True):
        length = half * next(longs) / 100
        lean = length * next(leans) / 100
        dx, dy = side * nx * length + ny * lean, side * ny * length - nx * lean
        strokes.append(f"M{round_off(x)} {round_off(y)}l{round_off(dx)} {round_off(dy)}")
        side = -side
    return "".join(strokes)


def draw_river(valley: ValleyPlace) -> Iterator[AnyShape]:
    line = sample(valley.river, 13)
    yield Path(ribbon(line, taper(*RIVER, len(line))), "river")
    (x, y), (rx, ry) = valley.lake.at, valley.lake.size
    yield Path(
        f"M{x} {y - ry}C{x + rx * 1.3:g} {y - ry} {x + rx * 1.1:g} {y + ry} {x} {y + ry}"
        f"C{x - rx * 1.1:g} {y + ry} {x - rx * 1.3:g} {y - ry} {x} {y - ry}Z",
        "lake",
    )


def draw_frame() -> Iterator[AnyShape]:
    """The neat line of a survey sheet, its degrees in black and white."""
    x, y, width, height = LAYOUT.ground.outer
    ix, iy, iw, ih = LAYOUT.ground.inner
    rim = ix - x
    hole = f"M{ix} {iy}V{iy + ih}H{ix + iw}V{iy}Z"
    yield Path(f"M{x} {y}H{x + width}V{y + height}H{x}Z{hole}", "paper")
    yield Path(degrees(ix, iy, iw, ih, rim), "bars")
    yield Rect(x, y, width, height, "line")
    yield Rect(ix, iy, iw, ih, "line")


def degrees(x: int, y: int, width: int, height: int, rim: int) -> str:
    """Every second one is filled."""
    thick, off = rim - 8, 4
    across, down = width / 28, height / 16
    bars = [
        f"M{round_off(x + across * n)} {y - off - thick}h{round_off(across)}v{thick}h-{round_off(across)}z"
        for n in range(0, 28, 2)
    ]
    bars += [
        f"M{round_off(x + across * n)} {y + height + off}h{round_off(across)}v{thick}h-{round_off(across)}z"
        for n in range(1, 28, 2)
    ]
    bars += [
        f"M{x - off - thick} {round_off(y + down * n)}h{thick}v{round_off(down)}h-{thick}z"
        for n in range(1, 16, 2)
    ]
    bars += [
        f"M{x + width + off} {round_off(y + down * n)}h{thick}v{round_off(down)}h-{thick}z"
        for n in range(0, 16, 2)
    ]
    return "".join(bars)


def draw_compass(at: Point) -> tuple[AnyShape, ...]:
    """North lies left."""
    x, y = at
    rose = (
        Circle(x, y, 15, "thin"),
        Path(f"M{x - 26} {y}L{x} {y - 4}L{x + 20} {y}L{x} {y + 4}Z", "line"),
        Path(f"M{x - 26} {y}L{x} {y - 4}V{y + 4}Z", "rose"),
        Path(f"M{x} {y - 20}V{y + 20}", "line"),
        Label(x - 34, y + 6, "N", 17, "name", "end"),
    )
    return (Group(rose),)
