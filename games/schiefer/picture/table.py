"""All parts of the table on one sheet."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_name_plate
from games.kernel.pictures.lettering import break_evenly
from games.kernel.pictures.shapes import AnyShape, Group, Label, Path, Picture, Rect, Sign
from games.kernel.pictures.telling import Telling
from games.schiefer.layout import LAYOUT, mines_of
from games.schiefer.picture.actions import draw_dice, draw_fields
from games.schiefer.picture.boxes import draw_boxes
from games.schiefer.picture.ground import ground
from games.schiefer.picture.seats import draw_seats
from games.schiefer.picture.valleys import draw_valley
from games.schiefer.state import Schiefer
from games.schiefer.view import SchieferView, view


def picture(game: Schiefer, telling: Telling) -> Picture:
    seen, sheet = view(game), LAYOUT.sheet(game.board)
    return Picture(
        title=telling.game(),
        about=telling.text("about", round=game.round, question=telling.question),
        lang=telling.lang,
        box=sheet,
        shapes=(
            Rect(*sheet, "paper"),
            draw_board(game, seen, telling),
            draw_dice(game, telling),
            draw_fields(game, telling),
            draw_boxes(game, telling),
            *draw_seats(game, seen, telling),
            *draw_unplaced(game, telling),
        ),
    )


def draw_unplaced(game: Schiefer, telling: Telling) -> Iterator[Group]:
    """Mines and boxes are drawn as such, wherever they lie."""
    own = {mine.id for _, mine in mines_of(game.board)} | {box.id for box in game.board.boxes.list}
    for number, thing in enumerate(LAYOUT.unplaced(game.board)):
        if thing not in own:
            yield draw_name_plate(thing, telling.name(thing), LAYOUT.spare.spot(number))


def draw_board(game: Schiefer, seen: SchieferView, telling: Telling) -> Group:
    views = {it.valley: it for it in seen.valleys}
    valleys = [draw_valley(game, printed, views[printed.id], telling) for printed in game.board.valleys.list]
    shapes = (Group(ground()), *valleys, draw_ledger(game, seen, telling))
    return Group(shapes, part="board", title=telling.text("board"))


def draw_ledger(game: Schiefer, seen: SchieferView, telling: Telling) -> Group:
    x, y, width, height = LAYOUT.parts["ledger"].box
    (tx, ty), (qx, qy) = LAYOUT.ledger.title, LAYOUT.ledger.question
    shapes: list[AnyShape] = [
        Rect(x, y, width, height, "panel"),
        Rect(x + 6, y + 6, width - 12, height - 12, "thin"),
        Label(tx, ty, telling.game().upper(), 36, "title", "middle"),
        *draw_figures(game, seen, telling),
        Path(f"M{x + 28} {qy - 28}H{x + width - 28}", "thin"),
    ]
    lines = break_evenly(telling.question, 20, width - 44, 2)
    shapes += [
        Label(qx, qy + 24 * number - (0 if len(lines) > 1 else -10), line, 20, "", "middle")
        for number, line in enumerate(lines)
    ]
    return Group(tuple(shapes), part="ledger", title=telling.text("ledger"))


def draw_figures(game: Schiefer, seen: SchieferView, telling: Telling) -> Iterator[Group]:
    numbers = {"round": game.round, "mines_left": seen.mines_left, "black_markers": game.black_markers}
    signs = {"round": "clock", "mines_left": "arch", "black_markers": "octagon"}
    for (name, number), (x, y) in zip(numbers.items(), LAYOUT.ledger.figures, strict=True):
        shapes = (Sign(signs[name], x, y - 8, 26, "ink"), Label(x + 22, y + 1, str(number), 26, "strong"))
        yield Group(shapes, id=name, title=f"{telling.text(name)}: {number}", count=number)
