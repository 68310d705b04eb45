"""The development boxes as a roof: above those that help in the game, below those that score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.kernel.pictures.hand import draw_coin, draw_marker
from games.kernel.pictures.layout import Point
from games.kernel.pictures.lettering import break_lines
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schiefer.board import Box
from games.schiefer.layout import LAYOUT
from games.schiefer.state import Schiefer

ROOF_SLABS = ("slabb", "slab", "slabc")
MOST_BOXES_KEPT = 1_000  # each with the markers of a few seats


def draw_boxes(game: Schiefer, telling: Telling) -> Group:
    seats = len(game.players)
    slates = [
        draw_box(game, printed, ROOF_SLABS[number % 3], telling)
        for number, printed in enumerate(game.board.boxes_for(seats))
    ]
    return Group((*draw_roof(), *slates), part="boxes", title=telling.text("boxes"))


def draw_roof() -> Iterator[AnyShape]:
    x, y, width, height = LAYOUT.parts["boxes"].box
    yield Rect(x + 2, y + 1, width - 4, 8, "soft", 3)
    for left in (x + 5, x + width - 83):
        yield Rect(left, y + 121, 78, height - 124, "slab")
        yield Path(f"M{left + 14} {y + 134}v70M{left + 56} {y + 146}v62", "grain")


def draw_box(game: Schiefer, printed: Box, look: str, telling: Telling) -> Group:
    inside = tuple(game.boxes.get(printed.id, ()))
    return draw_box_with(
        LAYOUT.box(game.board, printed.id),
        printed,
        game.board.boxes.markers_per_box[len(game.players)],
        tuple((seat, printed.id in game.players[seat].used_boxes) for seat in inside),
        look,
        telling.unasked,
    )


@lru_cache(MOST_BOXES_KEPT)
def draw_box_with(  # noqa: PLR0913, PLR0917  all that makes a difference
    at: Point,
    printed: Box,
    spaces: int,
    inside: tuple[tuple[int, bool], ...],
    look: str,
    telling: Telling,
) -> Group:
    """`inside`: the seats whose markers lie in it, and whether each has used it this round."""
    x, y = at
    width = 84 if printed.marker_price else 104
    name = telling.name(printed.id)
    shapes: list[AnyShape] = [
        Rect(x - 84, y - 55, 168, 110, "hit", 5),
        *draw_box_slate(x, y, look),
        *draw_box_words(name, x - 74, y - 26, width),
        *draw_effect(printed, x - 48, y + 33),
    ]
    for number in range(spaces):
        spot = (x + (34 if printed.marker_price else 52), y + offset(spaces, number))
        seat, used = inside[number] if number < len(inside) else (None, False)
        shapes += draw_space(printed, seat, spot, telling, used=used)
    owners = ", ".join(telling.seat(seat) for seat, _ in inside)
    return Group(tuple(shapes), id=printed.id, title=f"{name}: {owners}" if owners else name, kind="box")


def draw_box_slate(x: int, y: int, look: str) -> Iterator[AnyShape]:
    yield Path(f"M{x - 82} {y - 53}H{x + 82}V{y + 45}L{x + 74} {y + 53}H{x - 74}L{x - 82} {y + 45}Z", look)
    yield Circle(x - 62, y - 46, 2.5, "ons")
    yield Circle(x + 62, y - 46, 2.5, "ons")


def draw_box_words(name: str, x: int, y: int, width: int) -> Iterator[AnyShape]:
    for number, line in enumerate(break_lines(name, 15, width, 3)):
        yield Label(x, y + 17 * number, line, 15, "ons")


def offset(spaces: int, number: int) -> int:
    return 2 if spaces == 1 else (-22, 22)[number]


def draw_space(
    printed: Box, seat: int | None, at: tuple[int, int], telling: Telling, *, used: bool
) -> Iterator[AnyShape]:
    """In the two boxes that sell markers, a marker lies on the coin when it was used this round."""
    x, y = at
    yield Rect(x - 19, y - 19, 38, 38, "space", 5)
    if printed.marker_price:
        yield from draw_coin(x + 33, y, 25, str(printed.marker_price))
    if seat is not None:
        yield draw_marker(seat, (x + (33 if used else 0), y), 29, title=telling.seat(seat))


def draw_effect(printed: Box, x: int, y: int) -> Iterator[AnyShape]:
    """What the box does, in signs."""
    if printed.marker_price:
        yield Sign("plusmarker", x, y, 30, "ons")
    elif printed.sale_bonus:
        yield Sign("octagon", x - 12, y, 26, "ons")
        yield Label(x + 10, y + 7, f"+{printed.sale_bonus}", 20, "ons strong")
        yield from draw_coin(x + 50, y, 20)
    elif printed.money_per_point:
        yield from draw_coin(x - 14, y, 25, str(printed.money_per_point))
        yield Sign("arrow", x + 14, y, 20, "ons")
        yield from draw_worth(x + 32, y, 1)
    elif printed.points_per_valley:
        sign = {"half_of_mines": "half", "alone_in_valley": "alone"}.get(printed.id, "rivers")
        yield Sign(sign, x - 12, y, 28, "ons")
        yield from draw_worth(x + 18, y, printed.points_per_valley)
    else:
        yield Rect(x - 20, y - 14, 36, 28, "diew", 6)
        yield Label(x - 2, y + 7, "±1", 18, "pipw strong", "middle")


def draw_worth(x: int, y: int, points: int) -> Iterator[AnyShape]:
    yield Label(x, y + 7, str(points), 20, "ons strong")
    yield Sign("points", x + 24, y, 22, "ons")
