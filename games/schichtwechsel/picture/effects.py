"""What cards, tiles and spaces give, as signs in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.kernel.pictures.hand import STUFFS, draw_coin, draw_cube
from games.kernel.pictures.shapes import AnyShape, Label, Path, Sign
from games.schichtwechsel import effects as printed
from games.schichtwechsel.effects import Effects

GAP: Final = 0.14  # between two things, in sizes
LEGIBLE: Final = 16.5  # the least size of a sign in a row that could be broken
APART: Final = 18.5  # rows


class Item(NamedTuple):
    """One thing of a row. Its width is in sizes."""

    kind: str  # sign, number, points, cube or slash
    text: str
    width: float


def sign_item(name: str) -> Item:
    return Item("sign", name, 1.0)


def number_item(text: object) -> Item:
    return Item("number", str(text), 0.5 * len(str(text)))


def points_item(count: int) -> Item:
    return Item("points", str(count), 0.95)


def cube_item(kind: str) -> Item:
    return Item("cube", kind, 0.85)


SLASH: Final = Item("slash", "", 0.36)
ROUTES: Final = ("road", "rail", "canal")


def sign_with_count(name: str, count: object) -> list[Item]:
    return [sign_item(name), number_item(count)]


def several_onto(item: Item, count: int, onto: str) -> list[Item]:
    return [item] * count + [sign_item(onto)]


def choice_items(effect: printed.Choose) -> list[Item]:
    items: list[Item] = []
    for benefit in effect.benefits:
        items += [SLASH] if items else []
        items += items_of(benefit.effects)
    return items


def copy_items(effect: printed.Copy) -> list[Item]:
    items = [sign_item("copy")]
    for place, size in enumerate(effect.sizes):
        items += ([SLASH] if place else []) + [sign_item(f"size_{size}")]
    return items


def headframe_items(effect: printed.UseHeadframe) -> list[Item]:
    """Up: to the top row; left: to the left column."""
    arrows = {
        "big": [sign_item("up")],
        "small": [sign_item("left")],
        "any": [sign_item("up"), SLASH, sign_item("left")],
    }
    second = [sign_item("headframe"), *arrows[effect.second]] if effect.second else []
    return [sign_item("headframe"), *arrows[effect.area], *second]


def filling_items(effect: printed.FillWagon) -> list[Item]:
    cubes: list[Item] = []
    for kind in effect.kinds:
        cubes += ([SLASH] if cubes else []) + [cube_item(kind)]
    return [*cubes, sign_item("lore")]


SIGNS: Final = MappingProxyType[type[Any], Callable[[Any], list[Item]]](
    {
        printed.Lift: lambda it: sign_with_count("lift", it.max),
        printed.Refine: lambda it: sign_with_count("refine", it.max),
        printed.Load: lambda it: sign_with_count("load", it.max),
        printed.LowerWater: lambda it: sign_with_count("wdown", it.by),
        printed.RaiseWater: lambda it: sign_with_count("wup", it.by),
        printed.Advance: lambda it: [sign_item(route) for route in it.steps],
        printed.AdvancePerHeadframe: lambda it: [
            sign_item(it.route),
            number_item("×"),
            sign_item("headframe"),
        ],
        printed.MoveMiner: lambda it: [sign_item("miner" if it.use_space else "miner_only")],
        printed.Copy: copy_items,
        printed.UseHeadframe: headframe_items,
        printed.RaiseHeadframe: lambda _: [sign_item("headframe")],
        printed.Choose: choice_items,
        printed.FillWagon: filling_items,
        printed.CoalAbove: lambda it: several_onto(cube_item("coal"), it.n, "cwagon"),
        printed.SpoilOnTip: lambda it: several_onto(cube_item("spoil"), it.n, "tip"),
        printed.CokeIntoPlant: lambda _: [cube_item("coke"), sign_item("refine")],
        printed.CokeOnWagon: lambda _: [cube_item("coke"), sign_item("load")],
        printed.GainTool: lambda it: sign_with_count("tool", f"+{it.n}"),
        printed.DiscardTool: lambda it: sign_with_count("tool", f"−{it.n}"),
        printed.Coin: lambda it: [sign_item("coinsign")] * it.n,
        printed.WhiteToken: lambda it: [sign_item("white")] * it.n,
        printed.Points: lambda it: [points_item(it.n)],
        printed.LowerHalf: lambda _: [sign_item("tile")],
        printed.BuildHouse: lambda _: [sign_item("housesign")],
        printed.TakeMarker: lambda _: [sign_item("lamp")],
        printed.SellPairs: lambda _: [cube_item("coke"), cube_item("coke")],
    }
)


def items_of(effects: Effects) -> list[Item]:
    return [item for effect in effects for item in SIGNS[type(effect)](effect)]


def length_of(items: Iterable[Item]) -> float:
    items = list(items)
    return sum(item.width for item in items) + GAP * max(len(items) - 1, 0)


def draw_row(
    items: list[Item], at: tuple[float, float], width: float, size: float, *, centred: bool = True
) -> Iterator[AnyShape]:
    """As large as there is room for."""
    x, y = at
    fitting = min(size, width / max(length_of(items), 0.1))
    left = x - length_of(items) * fitting / 2 if centred else x
    for item in items:
        yield from draw_item(item, round(left + item.width * fitting / 2, 1), y, fitting)
        left += (item.width + GAP) * fitting


def draw_effects(effects: Effects, at: tuple[float, float], width: float, size: float) -> Iterator[AnyShape]:
    """In one row, or one below the other where they would be too small in one."""
    x, y = at
    if len(effects) == 1 or width / max(length_of(items_of(effects)), 0.1) >= LEGIBLE:
        yield from draw_row(items_of(effects), at, width, size)
        return
    for number, effect in enumerate(effects):
        level = y + APART * (number - (len(effects) - 1) / 2)
        yield from draw_row(items_of((effect,)), (x, level), width, APART)


def draw_item(item: Item, x: float, y: float, size: float) -> Iterator[AnyShape]:
    if item.kind == "sign":
        yield Sign(item.text, x, y, round(size, 1), "ink")
    elif item.kind == "number":
        yield Label(x, y + size * 0.31, item.text, round(size * 0.84, 1), "strong", "middle")
    elif item.kind == "points":
        yield from draw_coin(x, y, round(size * 0.95, 1), item.text)
    elif item.kind == "slash":
        yield Path(
            f"M{x - size * 0.1:.1f} {y + size * 0.4:.1f}L{x + size * 0.1:.1f} {y - size * 0.4:.1f}", "line"
        )
    else:
        yield from draw_stuff_cube(item.text, x, y, round(size * 0.9, 1))


def draw_stuff_cube(kind: str, x: float, y: float, size: float) -> tuple[AnyShape, ...]:
    return draw_cube(x, y, size, STUFFS[kind])
