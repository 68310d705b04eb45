"""All parts of the table on one sheet."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel.pictures.hand import draw_name_plate
from games.kernel.pictures.shapes import Group, Picture, Rect
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.cards import draw_cards, draw_tiles
from games.schichtwechsel.picture.ground import ground
from games.schichtwechsel.picture.pit import draw_pit
from games.schichtwechsel.picture.plant import draw_plant
from games.schichtwechsel.picture.seats import draw_seats
from games.schichtwechsel.picture.surface import draw_routes, draw_yard
from games.schichtwechsel.picture.tower import draw_tower
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
            draw_routes(game, telling),
            draw_yard(game, telling),
            draw_tower(game, telling),
            draw_plant(game, telling),
            draw_pit(game, seen, telling),
            draw_cards(game, seen, telling),
            draw_tiles(game, seen, telling),
            *draw_seats(game, seen, telling),
            *draw_unplaced(game, telling),
        ),
    )


def draw_unplaced(game: Schichtwechsel, telling: Telling) -> Iterator[Group]:
    """Cards and tiles are drawn as such, wherever they lie."""
    own = {card.id for card in game.board.action_cards.list} | {tile.id for tile in game.board.tiles.list}
    for number, thing in enumerate(LAYOUT.unplaced(game.board)):
        if thing not in own:
            yield draw_name_plate(thing, telling.name(thing), LAYOUT.spare.spot(number))
