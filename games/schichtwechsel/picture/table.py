"""All parts of the table on one sheet."""

from __future__ import annotations

from games.kernel.shapes import Group, Picture, Rect
from games.kernel.telling import Telling
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.cards import cards, tiles
from games.schichtwechsel.picture.ground import ground
from games.schichtwechsel.picture.pit import pit
from games.schichtwechsel.picture.seats import seats
from games.schichtwechsel.picture.surface import plant, routes, tower, yard
from games.schichtwechsel.state import Schichtwechsel
from games.schichtwechsel.view import view


def picture(game: Schichtwechsel, telling: Telling) -> Picture:
    seen, sheet = view(game), LAYOUT.sheet(game.board)
    return Picture(
        title=telling.game(),
        about=telling.text("about", round=game.round, question=telling.question),
        lang=telling.lang,
        box=sheet,
        shapes=(
            Rect(*sheet, "paper"),
            Group(ground()),
            routes(game, telling),
            yard(game, telling),
            tower(game, telling),
            plant(game, telling),
            pit(game, seen, telling),
            cards(game, seen, telling),
            tiles(game, seen, telling),
            *seats(game, seen, telling),
        ),
    )
