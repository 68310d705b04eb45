"""The common hand: seats, dice, coins, cubes and houses, drawn alike on every table."""

from __future__ import annotations

from pathlib import Path as File
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import msgspec

from games.kernel.pictures.layout import Hand, load_hand
from games.kernel.pictures.lettering import BOLD_SERIF, SERIF, SMALLEST, fit, width_of
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect

HAND: Final[Hand] = load_hand(File(__file__).with_name("hand.yaml"))

SMALLER: Final = 1.5  # is a long name
LEAST_LETTERED: Final = 15  # a smaller cube has no letter
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
SQUARE, TRIANGLE = 1, 2  # the seats with these signs


class Stuff(NamedTuple):
    """What a cube is of: its look, its letter, and the ink of that."""

    look: str
    letter: str = ""
    ink: str = "light"


STUFFS: Final = MappingProxyType(
    {
        "coal": Stuff("coal", "C"),
        "spoil": Stuff("spoil", "S", "deep"),
        "blue": Stuff("blue", "B"),
        "coke": Stuff("fcoke", "K"),
    }
)


def draw_outline(seat: int, x: float, y: float, size: float, look: str) -> AnyShape:
    """Disc, square, triangle or diamond: no seat is told by its colour alone."""
    if seat == 0:
        return Circle(x, y, size / 2, look)
    half = size / 2
    if seat == SQUARE:
        return Rect(x - half * 0.9, y - half * 0.9, half * 1.8, half * 1.8, look)
    if seat == TRIANGLE:
        return Path(
            f"M{x:g} {y - half * 1.08:g}L{x + half * 1.14:g} {y + half * 0.86:g}H{x - half * 1.14:g}Z",
            look,
        )
    reach = half * 1.16
    return Path(f"M{x:g} {y - reach:g}L{x + reach:g} {y:g}L{x:g} {y + reach:g}L{x - reach:g} {y:g}Z", look)


def draw_seat_sign(seat: int, x: float, y: float, size: float) -> tuple[AnyShape, ...]:
    """The seat's sign with its number."""
    low = size * (0.3 if seat == TRIANGLE else 0.19)
    return (
        draw_outline(seat, x, y, size, f"s{seat}"),
        Label(x, y + low, str(seat + 1), size * 0.52, f"n{seat} strong", "middle"),
    )


def draw_marker(seat: int, at: tuple[float, float], size: float, *, title: str = "", count: int = 1) -> Group:
    """A piece of a seat; a badge tells how many lie here, from two on."""
    x, y = at
    badge = draw_badge(x + size * 0.42, y - size * 0.36, size * 0.56, count) if count > 1 else ()
    return Group(
        (*draw_seat_sign(seat, x, y, size), *badge), title=title, piece="marker", seat=seat, count=count
    )


def draw_badge(x: float, y: float, size: float, count: int) -> tuple[AnyShape, ...]:
    radius = max(size / 2, 9)
    return (
        Circle(x, y, radius, "panel"),
        Label(x, y + radius * 0.56, str(count), radius * 1.6, "strong", "middle"),
    )


def draw_die(
    x: float, y: float, size: float, face: int, *, colour: Literal["w", "b", "lamp"] = "w"
) -> tuple[AnyShape, ...]:
    """Around its middle; without a face nothing is shown on it."""
    half, pip = size / 2, size * (0.1 if face else 0)
    ink = "b" if colour == "b" else "w"
    dots = tuple(
        Circle(round(x + dx * size * 0.27, 1), round(y + dy * size * 0.27, 1), round(pip, 1), f"pip{ink}")
        for dx, dy in PIPS.get(face, ())
    )
    return (Rect(x - half, y - half, size, size, f"die{colour}", round(size * 0.17, 1)), *dots)


def draw_coin(x: float, y: float, size: float, text: str = "") -> tuple[AnyShape, ...]:
    radius = size / 2
    if not text:
        return (Circle(x, y, radius, "coin"), Circle(x, y, round(radius * 0.6, 1), "coinring"))
    return (
        Circle(x, y, radius, "coin"),
        Label(
            x,
            y + size * 0.22,
            text,
            round(size * (0.5 if text[1:] else 0.62), 1),
            "coinink strong",
            "middle",
        ),
    )


def draw_cube(x: float, y: float, size: float, stuff: Stuff) -> tuple[AnyShape, ...]:
    """A small isometric cube with the letter of its stuff."""
    half, tall = round(size * 0.45, 1), round(size * 0.5, 1)
    mid = tall / 2
    of_seat = stuff.look.startswith("f")
    side, top = ("shadeside", "shadetop") if of_seat else (f"{stuff.look}s", f"{stuff.look}t")
    body = f"M{x:g} {y - tall:g}l{half:g} {mid:g}v{tall:g}l-{half:g} {mid:g}l-{half:g} -{mid:g}v-{tall:g}Z"
    lid = f"M{x:g} {y - tall:g}l{half:g} {mid:g}l-{half:g} {mid:g}l-{half:g} -{mid:g}Z"
    shapes: tuple[AnyShape, ...] = (
        Path(body, stuff.look if of_seat else f"{stuff.look}f"),
        Path(f"M{x:g} {y:g}l{half:g} -{mid:g}v{tall:g}l-{half:g} {mid:g}Z", side),
        Path(lid, top),
        Path(body, "cubeline"),
    )
    if not stuff.letter or size < LEAST_LETTERED:
        return shapes
    letter = Label(x, y + size * 0.24, stuff.letter, round(size * 0.5, 1), f"{stuff.ink} strong", "middle")
    return (*shapes, letter)


def coke_of(seat: int, letter: str = "K") -> Stuff:
    """Coke belongs to a seat."""
    return Stuff(f"f{seat}", letter, f"n{seat}")


def draw_house(x: float, y: float, size: float, seat: int) -> tuple[AnyShape, ...]:
    """In the seat's colour, with its sign on the wall."""
    half, low = size / 2, size * 0.46
    wall = (
        f"M{x - half:g} {y + low:g}V{y - size * 0.12:g}L{x:g} {y - size * 0.52:g}"
        f"L{x + half:g} {y - size * 0.12:g}V{y + low:g}Z"
    )
    return (Path(wall, f"s{seat}"), draw_outline(seat, x, y + size * 0.12, size * 0.42, f"n{seat}"))


def fit_label(label: Label, least: float = SMALLEST) -> Label:
    """A label as large as there is room for, which is its `width`; the finished one needs no width."""
    text, size = fit(label.text, label.size, label.width / stretch_of(label), min(least, label.size))
    return Label(label.x, label.y, text, size, label.look, label.anchor)


def stretch_of(label: Label) -> float:
    looks = set(label.look.split())
    if {"name", "town", "title"} & looks or {"serif", "strong"} <= looks:
        return BOLD_SERIF
    return SERIF if "serif" in looks else 1


def squeeze_label(label: Label, room: float) -> Label:
    """A name in the serif stays whole: a long one is a little smaller, and pressed into its room."""
    smaller = msgspec.structs.replace(label, size=label.size - SMALLER)
    for fitting in (label, smaller):
        if width_of(fitting.text, fitting.size * stretch_of(label)) <= room:
            return fitting
    return msgspec.structs.replace(smaller, width=room)


def draw_name_plate(thing: str, name: str, at: tuple[int, int]) -> Group:
    """For a printed thing of which the layout knows nothing but its name."""
    x, y = at
    shapes = (
        Rect(x - 58, y - 20, 116, 40, "panel", 4),
        Rect(x - 60, y - 22, 120, 44, "hit", 5),
        fit_label(Label(x, y + 5, name, 16, "name", "middle", 106), 11),
    )
    return Group(shapes, id=thing, title=name, kind="unplaced")
