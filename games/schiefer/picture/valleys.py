"""The valleys with their mines: closed, next to be opened, opened, sold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.kernel.pictures.hand import draw_coin, draw_marker, draw_outline, fit_label
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schiefer.board import Mine, Valley
from games.schiefer.layout import LAYOUT, MinePlace
from games.schiefer.state import OpenedMine, Schiefer
from games.schiefer.view import ValleyView

RISE, RUN = 7, 26  # of a gallery
MOST_MINES_KEPT = 1_000  # each stands in a dozen ways, in two languages


def draw_valley(game: Schiefer, printed: Valley, seen: ValleyView, telling: Telling) -> Group:
    things = [draw_valley_name(printed.id, telling)]
    things += [draw_mine(game, it, seen, telling) for it in reversed(printed.mines)]
    return Group(tuple(things), part=f"valley:{printed.id}", title=telling.name(printed.id))


def draw_valley_name(valley: str, telling: Telling) -> Group:
    place = LAYOUT.valleys.get(valley)
    if place is None:
        return Group(())
    x, y = place.name
    name = telling.name(valley)
    return Group((Label(x, y, name, 26, "title", "middle"),), id=valley, title=name)


def draw_mine(game: Schiefer, printed: Mine, seen: ValleyView, telling: Telling) -> Group:
    opened = game.mines.get(printed.id)
    return draw_mine_as_it_stands(
        LAYOUT.mine(game.board, printed.id),
        printed,
        standing_of(printed, opened, seen),
        opened.owner if opened else None,
        tuple(seen.sales.get(printed.id, ())),
        telling.unasked,
    )


@lru_cache(MOST_MINES_KEPT)
def draw_mine_as_it_stands(  # noqa: PLR0913, PLR0917  all that makes a difference
    place: MinePlace,
    printed: Mine,
    standing: str,
    owner: int | None,
    sales: tuple[int, ...],
    telling: Telling,
) -> Group:
    shapes = [*draw_face(place, printed, standing, owner, telling)]
    if sales:
        shapes.append(draw_ticket(place, sales, telling))
    title = telling.text(
        standing,
        mine=telling.name(printed.id),
        entrance=printed.entrance,
        value=printed.value,
        seat="" if owner is None else telling.seat(owner),
    )
    return Group(tuple(shapes), id=printed.id, title=title, kind=standing)


def standing_of(printed: Mine, opened: OpenedMine | None, seen: ValleyView) -> str:
    if opened:
        return "sold" if opened.sold else "opened"
    return "next" if seen.next_mine == printed.id else "closed"


LOOKS = {"closed": "", "next": "next", "opened": "open", "sold": "open"}


def draw_face(
    place: MinePlace, printed: Mine, standing: str, owner: int | None, telling: Telling
) -> Iterator[AnyShape]:
    """A quarry face with as many galleries as its entrance number; the tunnel on the river's side."""
    (x, y), side = place.at, 1 if place.bank == "right" else -1
    look = LOOKS[standing]
    yield Rect(x - 64, y - 58, 128, 94, "hit", 8)
    if place.adit:
        yield Path(f"M{x - side * 58} {y + 22}L{place.adit[0]} {place.adit[1]}", "adit")
    yield Path(quarry(x, y, side, printed.entrance), f"face{look}")
    yield Path(ledges(x, y, side, printed.entrance), "gallery")
    tunnel = x - side * 29
    yield Path(f"M{tunnel - 23} {y + 29}V{y}A23 23 0 0 1 {tunnel + 23} {y}V{y + 29}Z", f"tunnel{look}")
    if owner is not None:
        yield draw_marker(owner, (tunnel, y + 6), 31, title=telling.seat(owner))
    else:
        ink = "dig" if standing == "next" else "soft strong"
        yield Label(tunnel, y + 21, str(printed.entrance), 33, ink, "middle")
    yield from draw_mine_slate(x + side * 28, y, printed.value, standing)


def draw_mine_slate(x: float, y: float, value: int, standing: str) -> Iterator[AnyShape]:
    """The octagon holds the value of the slate, and the black marker once it is sold."""
    edges = f"M{x - 10} {y - 23}h20l13 13v20l-13 13h-20l-13 -13v-20Z"
    if standing == "sold":
        shapes = (Path(edges, "octsold"), Sign("stack", x, y + 1, 36, "stacked"))
        yield Group(shapes, piece="black_marker", count=1)
        return
    yield Path(edges, "octopen" if standing == "opened" else "oct")
    yield from draw_coin(x, y, 33, str(value))


def quarry(x: int, y: int, side: int, galleries: int) -> str:
    top = y - 29
    steps = "".join(
        f"H{x + side * (-32 + step * RUN)}V{top - RISE * (step + 1)}" for step in range(galleries)
    )
    return f"M{x - side * 58} {y + 29}V{top}{steps}H{x + side * 58}V{y + 29}Z"


def ledges(x: int, y: int, side: int, galleries: int) -> str:
    """Rows of benches in the rock."""
    rows = []
    for step in range(galleries):
        start, level = -32 + step * RUN, y - 29 - RISE * step
        rows.append(f"M{x + side * start} {level}H{x + side * 58}")
        rows += [
            f"M{x + side * (start + 7 + 12 * n)} {level}v-{RISE - 2}" for n in range((58 - start - 6) // 12)
        ]
    return "".join(rows)


def draw_ticket(place: MinePlace, sales: tuple[int, ...], telling: Telling) -> Group:
    """What a sale of this slate would pay to whom."""
    x, y = place.at[0], place.at[1] + 43
    paid = [(seat, coins) for seat, coins in enumerate(sales) if coins]
    left = x - 16 * len(paid)
    shapes: list[AnyShape] = [Rect(left - 2, y - 11, 32 * len(paid) + 4, 22, "panel", 4)]
    for number, (seat, coins) in enumerate(paid):
        shapes.append(draw_outline(seat, left + 10 + 32 * number, y, 11, f"s{seat}"))
        shapes.append(
            fit_label(Label(left + 18 + 32 * number, y + 6.5, str(coins), 18, "strong", "start", 18))
        )
    told = ", ".join(telling.text("share", seat=telling.seat(seat), coins=coins) for seat, coins in paid)
    return Group(tuple(shapes), kind="sales", title=telling.text("shares", shares=told))
