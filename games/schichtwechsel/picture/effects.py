"""What cards, tiles and spaces give, as signs in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.kernel.hand import STUFFS, coin, cube
from games.kernel.shapes import AnyShape, Label, Path, Sign
from games.schichtwechsel import effects as printed
from games.schichtwechsel.effects import Effects

GAP: Final = 0.14  # between two things, in sizes


class Item(NamedTuple):
    """One thing of a row. Its width is in sizes."""

    kind: str  # sign, number, points, cube or slash
    text: str
    width: float


def sign(name: str) -> Item:
    return Item("sign", name, 1.0)


def number(text: object) -> Item:
    return Item("number", str(text), 0.5 * len(str(text)))


def points(count: int) -> Item:
    return Item("points", str(count), 0.95)


def stuff(kind: str) -> Item:
    return Item("cube", kind, 0.85)


SLASH: Final = Item("slash", "", 0.36)
ROUTES: Final = ("road", "rail", "canal")


def counted(name: str, count: object) -> list[Item]:
    return [sign(name), number(count)]


def repeated(item: Item, count: int, onto: str) -> list[Item]:
    return [item] * count + [sign(onto)]


def choice(effect: printed.Choose) -> list[Item]:
    items: list[Item] = []
    for benefit in effect.benefits:
        items += [SLASH] if items else []
        items += items_of(benefit.effects)
    return items


def copying(effect: printed.Copy) -> list[Item]:
    items = [sign("copy")]
    for place, size in enumerate(effect.sizes):
        items += ([SLASH] if place else []) + [sign(f"size_{size}")]
    return items


def headframes(effect: printed.UseHeadframe) -> list[Item]:
    """Up: to the top row; left: to the left column."""
    arrows = {"big": [sign("up")], "small": [sign("left")], "any": [sign("up"), SLASH, sign("left")]}
    second = [sign("headframe"), *arrows[effect.second]] if effect.second else []
    return [sign("headframe"), *arrows[effect.area], *second]


def filling(effect: printed.FillWagon) -> list[Item]:
    cubes: list[Item] = []
    for kind in effect.kinds:
        cubes += ([SLASH] if cubes else []) + [stuff(kind)]
    return [*cubes, sign("lore")]


SIGNS: Final = MappingProxyType[type[Any], Callable[[Any], list[Item]]](
    {
        printed.Lift: lambda it: counted("lift", it.max),
        printed.Refine: lambda it: counted("refine", it.max),
        printed.Load: lambda it: counted("load", it.max),
        printed.LowerWater: lambda it: counted("wdown", it.by),
        printed.RaiseWater: lambda it: counted("wup", it.by),
        printed.Advance: lambda it: [sign(route) for route in it.steps],
        printed.AdvancePerHeadframe: lambda it: [sign(it.route), number("×"), sign("headframe")],
        printed.MoveMiner: lambda it: [sign("miner" if it.use_space else "miner_only")],
        printed.Copy: copying,
        printed.UseHeadframe: headframes,
        printed.RaiseHeadframe: lambda _: [sign("headframe")],
        printed.Choose: choice,
        printed.FillWagon: filling,
        printed.CoalAbove: lambda it: repeated(stuff("coal"), it.n, "cwagon"),
        printed.SpoilOnTip: lambda it: repeated(stuff("spoil"), it.n, "tip"),
        printed.CokeIntoPlant: lambda _: [stuff("coke"), sign("refine")],
        printed.CokeOnWagon: lambda _: [stuff("coke"), sign("load")],
        printed.GainTool: lambda it: counted("tool", f"+{it.n}"),
        printed.DiscardTool: lambda it: counted("tool", f"−{it.n}"),
        printed.Coin: lambda it: [sign("coinsign")] * it.n,
        printed.WhiteToken: lambda it: [sign("white")] * it.n,
        printed.Points: lambda it: [points(it.n)],
        printed.LowerHalf: lambda _: [sign("tile")],
        printed.BuildHouse: lambda _: [sign("housesign")],
        printed.TakeMarker: lambda _: [sign("lamp")],
        printed.SellPairs: lambda _: [stuff("coke"), stuff("coke")],
    }
)


def items_of(effects: Effects) -> list[Item]:
    return [item for effect in effects for item in SIGNS[type(effect)](effect)]


def length_of(items: Iterable[Item]) -> float:
    items = list(items)
    return sum(item.width for item in items) + GAP * max(len(items) - 1, 0)


def row(
    items: list[Item], at: tuple[float, float], width: float, size: float, *, centred: bool = True
) -> Iterator[AnyShape]:
    """As large as there is room for."""
    x, y = at
    fitting = min(size, width / max(length_of(items), 0.1))
    left = x - length_of(items) * fitting / 2 if centred else x
    for item in items:
        yield from drawn(item, round(left + item.width * fitting / 2, 1), y, fitting)
        left += (item.width + GAP) * fitting


def drawn(item: Item, x: float, y: float, size: float) -> Iterator[AnyShape]:
    if item.kind == "sign":
        yield Sign(item.text, x, y, round(size, 1), "ink")
    elif item.kind == "number":
        yield Label(x, y + size * 0.31, item.text, round(size * 0.84, 1), "strong", "middle")
    elif item.kind == "points":
        yield from coin(x, y, round(size * 0.95, 1), item.text)
    elif item.kind == "slash":
        yield Path(
            f"M{x - size * 0.1:.1f} {y + size * 0.4:.1f}L{x + size * 0.1:.1f} {y - size * 0.4:.1f}", "line"
        )
    else:
        yield from stuff_cube(item.text, x, y, round(size * 0.9, 1))


def stuff_cube(kind: str, x: float, y: float, size: float) -> tuple[AnyShape, ...]:
    return cube(x, y, size, STUFFS[kind])
