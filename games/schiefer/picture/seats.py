"""Every seat's account, chalked on a writing slate."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import TRIANGLE, draw_outline, fit_label
from games.kernel.pictures.layout import Box
from games.kernel.pictures.shapes import AnyShape, Circle, Group, Label, Path, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schiefer.layout import LAYOUT
from games.schiefer.picture.actions import draw_pending_dice
from games.schiefer.state import Schiefer
from games.schiefer.view import SchieferView, SeatView

TICK, GAP = 9, 14
LOW, TALL = 200, 300  # a slate lower than this, higher than that, is written on in another way


def draw_seats(game: Schiefer, seen: SchieferView, telling: Telling) -> Iterator[Group]:
    best = max(it.points for it in seen.seats)
    for seat, box in enumerate(LAYOUT.seats[len(game.players)]):
        yield draw_seat_slate(game, seen.seats[seat], box, best, telling)


def draw_seat_slate(game: Schiefer, seen: SeatView, box: Box, best: int, telling: Telling) -> Group:
    x, y, width, height = box
    seat, asked = seen.seat, telling.turn == seen.seat
    name = telling.seat(seat)
    wide = height < LOW
    size = 50 if wide else 62
    head = y + (48 if wide else 62)
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, f"s{seat}" if asked else "wood", 10),
        Rect(x + 10, y + 10, width - 20, height - 20, "slate", 4),
        *draw_chalk_sign(seat, x + 52, head, size),
        fit_label(Label(x + 92, head - 8, name, 27, "chalk name", "start", 150)),
        *draw_waiting(game, seen, x + 92, head + 20, telling),
        *draw_points(seen, x + width - 26, head, best, telling),
        *draw_seat_figures(game, seen, box, telling),
        *draw_tally(game, seat, x + 34, y + height - (18 if wide else 26)),
    ]
    title = f"{name}, {telling.name(game.players[seat].colour)}" + (
        f". {telling.text('asked', seat=name)}" if asked else ""
    )
    return Group(
        tuple(shapes),
        part=f"seat:{seat}",
        id=f"seat-{seat}",
        title=title,
        seat=seat,
        kind="asked" if asked else "",
    )


def draw_chalk_sign(seat: int, x: int, y: int, size: int) -> Iterator[AnyShape]:
    yield draw_outline(seat, x, y, size, f"t{seat}")
    yield Label(
        x, y + size * (0.3 if seat == TRIANGLE else 0.19), str(seat + 1), size * 0.52, "deep strong", "middle"
    )


def draw_waiting(game: Schiefer, seen: SeatView, x: int, y: int, telling: Telling) -> Iterator[AnyShape]:
    if game.start_player == seen.seat and game.round:
        figure = (Sign("figure", x + 10, y, 26, "chalk"),)
        yield Group(figure, piece="start_player", title=telling.text("start_player"))
        x += 28
    yield from draw_pending_dice(seen.pending[:6], x + 12, y, 22)


def draw_points(seen: SeatView, x: int, y: int, best: int, telling: Telling) -> Iterator[AnyShape]:
    text = str(seen.points).replace("-", "−")
    ink = "t3" if seen.points == best else "chalk"
    wide = 27 * len(text)
    shapes = (
        Sign("points", x - wide - 24, y, 32, ink),
        Label(x, y + 17, text, 50, f"{ink} strong", "end"),
    )
    yield Group(
        shapes,
        id=f"seat-{seen.seat}:points",
        title=f"{telling.text('points')}: {seen.points}",
        count=seen.points,
    )


def draw_seat_figures(game: Schiefer, seen: SeatView, box: Box, telling: Telling) -> Iterator[Group]:
    x, y, _, height = box
    seat, player = seen.seat, game.players[seen.seat]
    numbers = {"money": player.money, "supply": player.supply, "reserve": player.reserve, "mines": seen.mines}
    codes = {"money": "money", "supply": "supply_of", "reserve": "reserve", "mines": "mines"}
    tall = height > TALL
    for place, (name, number) in enumerate(numbers.items()):
        if tall:
            left, level = x + 60 + (place % 2) * 170, y + 160 + (place // 2) * 72
        else:
            left, level = x + 44 + place * 87, y + (103 if height < LOW else 142)
        size = 40 if tall else 30
        shapes = (
            Rect(left - 26, level - 26, 82 if not tall else 150, 52, "hit", 8),
            *draw_figure_sign(name, seat, left, level, size * 0.8),
            Label(left + size * 0.72, level + size * 0.34, str(number), size, "chalk strong"),
        )
        title = f"{telling.text(codes[name])}: {number}"
        yield Group(shapes, id=f"seat-{seat}:{name}", title=title, count=number, seat=seat)


def draw_figure_sign(name: str, seat: int, x: float, y: float, size: float) -> Iterator[AnyShape]:
    if name == "money":
        yield Circle(x, y, size / 2, "u3")
        yield Circle(x, y, size / 4.4, "u3")
    elif name == "supply":
        yield draw_outline(seat, x, y, size * 0.9, f"t{seat}")
    elif name == "reserve":
        yield draw_outline(seat, x, y, size * 0.82, f"u{seat}")
    else:
        yield Sign("arch", x, y, size, "chalk")


def draw_tally(game: Schiefer, seat: int, x: int, y: int) -> Iterator[AnyShape]:
    """Own mines of each valley, from the mouth to the source, in the order of the sheet."""
    order = [valley for name in LAYOUT.valleys for valley in game.board.valleys.list if valley.id == name]
    marks, beds = [], []
    own: list[AnyShape] = []
    for valley in order:
        beds.append(f"M{x - 4} {y}h{TICK * len(valley.mines) + 4}")
        for mine in valley.mines:
            opened = game.mines.get(mine.id)
            if opened and opened.owner == seat:
                own.append(Rect(x - 1, y - 20, 7, 17, f"t{seat}", 1))
            else:
                marks.append(f"M{x + 2.5} {y - 19}v15")
            x += TICK
        x += GAP
    yield Path("".join(beds), "chalkline")
    if marks:
        yield Path("".join(marks), "chalkline")
    yield Group(tuple(own), piece="tally", seat=seat, count=len(own))
