"""All parts of the table on one sheet."""

from __future__ import annotations

from games.kernel.shapes import Group, Picture, Rect
from games.kernel.telling import Telling
from games.ruhrschifffahrt.layout import LAYOUT
from games.ruhrschifffahrt.picture.edges import score, timeline
from games.ruhrschifffahrt.picture.ground import ground
from games.ruhrschifffahrt.picture.river import along_the_river, realms
from games.ruhrschifffahrt.picture.seats import seats
from games.ruhrschifffahrt.picture.tables import cartouche, market, options, port, track
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
            timeline(game, telling),
            board(game, seen, telling),
            score(game, seen, telling),
            *seats(game, seen, telling),
        ),
    )


def board(game: Ruhr, seen: RuhrView, telling: Telling) -> Group:
    shapes = (
        Group(ground(telling.text("rhine"))),
        *realms(game, telling),
        *port(game, seen, telling),
        track(game, seen, telling),
        cartouche(game, seen, telling),
        market(game, telling),
        options(game, seen, telling),
        *along_the_river(game, seen, telling),
    )
    return Group(shapes, part="board", title=telling.text("board"))
