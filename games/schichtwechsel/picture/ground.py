"""The section beneath everything: routes, hall, tower, plant, rock, shaft and gallery. Made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.kernel.pictures.curves import smooth, straight
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Path, Rect, Sign
from games.schichtwechsel.layout import LAYOUT

HILLS = (
    "M10 300L70 236L150 268L240 214L330 262L430 208L540 256L650 212L760 252L860 206L950 244L1020 214V406H10Z"
)
VEHICLES = {"road": "truck", "rail": "engine", "canal": "boat"}
BEDS = {
    "road": ("roadbed", "roadtop", "roadmid"),
    "rail": ("railbed", "railgap", "railtop"),
    "canal": ("canalbed", "canaltop"),
}


@cache
def ground() -> tuple[AnyShape, ...]:
    sheet = (
        *draw_landscape(),
        *draw_beds(),
        *draw_hall(),
        *draw_tower_frame(),
        *draw_plant_front(),
        *draw_underground(),
    )
    return (Group(sheet, window=(10, 10, 1010, 630)), Rect(10, 10, 1010, 630, "line"))


def draw_landscape() -> Iterator[AnyShape]:
    yield Rect(10, 10, 1010, 396, "sky")
    yield Path(HILLS, "far")
    yield Rect(10, 406, 1010, 234, "rock")
    yield Rect(10, 406, 1010, 234, "strata")


def draw_beds() -> Iterator[AnyShape]:
    for route, place in LAYOUT.routes.items():
        line = smooth(place.line)
        yield from (Path(line, look) for look in BEDS.get(route, BEDS["road"]))
        yield Sign(VEHICLES.get(route, "truck"), *place.vehicle, 26, "ink")


def draw_hall() -> Iterator[AnyShape]:
    """The pithead hall with its saw-tooth roof, and the gatehouse with the clock."""
    roof = "M116 406V238L140 216V238L186 216V238L232 216V238L278 216V238L324 216V238L370 216L388 238V406Z"
    yield Path(roof, "brick")
    yield Rect(117, 240, 270, 166, "bricks")
    yield Path("M16 406V222L66 198L116 222V406Z", "brick")
    yield Rect(17, 224, 98, 182, "bricks")
    yield Path("M10 222H122", "bold")
    yield Path("M44 406V352a22 22 0 0 1 44 0V406Z", "opening")
    x, y = LAYOUT.clock.at
    yield Circle(x, y, LAYOUT.clock.radius + 3, "inkplain")
    yield Circle(x, y, LAYOUT.clock.radius, "plain")


def draw_tower_frame() -> Iterator[AnyShape]:
    place = LAYOUT.headframes.tower
    (left, foot), (right, _) = place.feet
    x, y = place.apex
    legs = f"M{x - 23} {y + 8}L{left} {foot + 22}M{x + 23} {y + 8}L{right} {foot + 22}"
    yield Path(f"{legs}M{x - 35} {y + 8}H{x + 35}", "steelheavy")
    braces = (
        f"M{x - 32} {y + 32}L{left + 13} {foot - 12}L{x - 35} {y + 52}L{left + 26} {foot}"
        f"M{x + 32} {y + 32}L{right - 13} {foot - 12}L{x + 35} {y + 52}L{right - 26} {foot}"
    )
    yield Path(f"{braces}M{x - 39} {y + 54}H{x + 39}M{x - 51} {y + 68}H{x + 51}", "steel")
    for wx, wy in place.wheels:
        yield Circle(wx, wy, 19, "wheel")
        yield Path(
            f"M{wx - 16} {wy}h32M{wx} {wy - 16}v32M{wx - 11} {wy - 11}l22 22M{wx - 11} {wy + 11}l22 -22",
            "steelfine",
        )
    yield Path(f"M{x - 26} {y + 33}V406M{x + 26} {y + 33}V406", "line")


def draw_plant_front() -> Iterator[AnyShape]:
    yield Path("M972 220q-4 -8 -14 -7t-16 -6t-18 -2t-16 -4", "rule8")
    yield Path("M952 300L958 224H984L990 300Z", "brick")
    yield Path("M952 300L958 224H984L990 300Z", "bricks")
    yield Path("M772 300V236H856V300Z", "brickpale")
    yield Path("M766 236L790 218H838L862 236Z", "brick")
    yield Path("M786 250h14v16h-14ZM808 250h14v16h-14ZM830 250h14v16h-14Z", "seam")
    yield Path("M664 300V262L772 240M664 284L772 258M856 282H952M880 282V300M916 282V300", "steel")
    yield Rect(896, 262, 32, 19, "steelfill")
    yield Rect(648, 298, 372, 108, "brick")
    yield Rect(648, 298, 372, 108, "bricks")
    yield Path("M646 298H1020", "bold")


def draw_underground() -> Iterator[AnyShape]:
    (x, y, width, height), (down, up) = LAYOUT.shaft.box, LAYOUT.shaft.cages
    yield Path("M10 535L246 535L316 558L300 582L310 604L296 640H10Z", "seam")
    yield Path("M930 566L1020 560V640H944L962 604Z", "seam")
    yield Path(
        "M962 584l16 -5l8 8l20 -4M970 612l14 5l12 -6l16 3M30 541h34M96 589l40 2l30 -3l22 3", "seamline"
    )
    yield Path("M330 566H503V640H320L300 600ZM607 566H920L960 600L940 640H607Z", "rock")
    yield Path("M620 640V624q40 -6 80 0t80 0t80 0V640Z", "water")
    yield Path("M10 406H1020", "bold")
    yield Rect(x, y + 22, width, height - 12, "panel")
    middle = x + width // 2
    yield Path(
        "".join(f"M{x} {level}h{width}" for level in range(y + 40, y + height, 30))
        + f"M{middle} {y + 22}V{y + height + 10}",
        "thin",
    )
    yield Path(f"M{down} 406V450M{up} 406V450", "line")
    yield Path(
        f"M{x} 452L{down} 444L{middle} 452V512H{x}ZM{middle} 452L{up} 444L{x + width} 452V512H{middle}Z",
        "cage",
    )
    walk = straight(LAYOUT.shift.line)
    yield Path(walk, "pathbed")
    yield Path(walk, "path")


@cache
def draw_wall(part: str) -> tuple[AnyShape, ...]:
    x, y, width, height = LAYOUT.parts[part].box
    return (
        Rect(x, y, width, height, "wall"),
        Rect(x, y, width, height, "wallbricks"),
        Rect(x, y, width, height, "line"),
    )
