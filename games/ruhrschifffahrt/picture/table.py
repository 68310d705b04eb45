"""All parts of the table on one sheet."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_name_plate
from games.kernel.pictures.shapes import Group, Picture, Rect
from games.kernel.pictures.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.picture.edges import draw_score, draw_timeline
from games.ruhrschifffahrt.picture.ground import ground
from games.ruhrschifffahrt.picture.harbour import draw_port
from games.ruhrschifffahrt.picture.river import draw_along_the_river, draw_realms
from games.ruhrschifffahrt.picture.seats import draw_seats
from games.ruhrschifffahrt.picture.tables import (
    draw_cartouche,
    draw_market,
    draw_options,
    draw_track,
)
from games.ruhrschifffahrt.state import Ruhr
from games.ruhrschifffahrt.view import RuhrView, view


def picture(game: Ruhr, telling: Telling) -> Picture:
    seen, sheet = view(game), LAYOUT.sheet(game.board)
    return Picture(
        title=telling.game(),
        about=telling.text("about", round=game.round, year=seen.year, question=telling.question),
        lang=telling.lang,
        box=sheet,
        shapes=(
            Rect(*sheet, "paper"),
            draw_timeline(game, telling),
            draw_board(game, seen, telling),
            draw_score(game, seen, telling),
            *draw_seats(game, seen, telling),
            *draw_unplaced(game, telling),
        ),
    )


def draw_unplaced(game: Ruhr, telling: Telling) -> Iterator[Group]:
    """Spaces of the river and coal stores are drawn as such, wherever they lie."""
    own = {space.id for space in game.board.river.spaces} | {it.id for it in game.board.coal_stores.list}
    for number, thing in enumerate(LAYOUT.unplaced(game.board)):
        if thing not in own:
            yield draw_name_plate(thing, telling.name(thing), LAYOUT.spare.spot(number))


def draw_board(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    shapes = (
        Group(ground(telling.text("rhine"))),
        *draw_realms(game, telling),
        *draw_port(game, seen, telling),
        draw_track(game, seen, telling),
        draw_cartouche(game, seen, telling),
        draw_market(game, telling),
        draw_options(game, seen, telling),
        *draw_along_the_river(game, seen, telling),
    )
    return Group(shapes, part="board", title=telling.text("board"))
