"""Cards, tiles and round cards, each alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.kernel.pictures.alone import picture_alone, plates_alone
from games.kernel.pictures.layout import Box
from games.kernel.pictures.shapes import Group, Picture
from games.kernel.pictures.telling import Telling
from games.schichtwechsel.board import BOARDS
from games.schichtwechsel.layout import LAYOUT
from games.schichtwechsel.picture.cards import draw_card, draw_tile, draw_trade
from games.schichtwechsel.picture.claims import draw_personal
from games.schichtwechsel.picture.pit import draw_site
from games.schichtwechsel.picture.surface import draw_round_card
from games.schichtwechsel.setup import blank_table
from games.schichtwechsel.state import Schichtwechsel, SchichtwechselOptions
from games.schichtwechsel.view import CardView

MARGIN = 8


def portraits(edition: str, telling: Telling) -> Mapping[str, Picture]:
    """As printed, before anything lies on it."""
    table = blank_table(BOARDS[edition].players.max, edition, SchichtwechselOptions())
    things = things_printed(table, telling)
    pictures = {name: picture_alone(thing, widen(box), telling) for name, thing, box in things}
    return dict(plates_alone(LAYOUT.unplaced(table.board), telling)) | pictures


def things_printed(table: Schichtwechsel, telling: Telling) -> Iterator[tuple[str, Group, Box]]:
    board = table.board
    for it in board.action_cards.list:
        box = LAYOUT.card(board, it.id)
        seen = CardView(it.id, used=False, copyable=not it.copy_protected, users=[], offered=[])
        yield it.id, draw_card(it, seen, [], box, telling), box
    for kind in board.tiles.list:
        box = LAYOUT.tile(board, kind.id)
        yield kind.id, draw_tile(kind, box, None, telling, free=True), box
    for card in board.round_cards.list:
        if card.number in LAYOUT.round_cards:
            drawn = draw_round_card(table, card, telling)
            yield f"round_card:{card.number}", drawn, LAYOUT.round_cards[card.number]
    for place in board.sites.list:
        if place.id in LAYOUT.sites:
            yield place.id, draw_site(table, place, telling), LAYOUT.sites[place.id].box
    for exchange in board.spoil_trades.list:
        if exchange.spoil in LAYOUT.trades:
            yield f"trade:{exchange.spoil}", draw_trade(exchange, telling), LAYOUT.trades[exchange.spoil]
    yield (
        board.personal_card.card.id,
        draw_personal(table, table.players[0], 0, telling),
        LAYOUT.seat.personal.box,
    )


def widen(box: Box) -> Box:
    x, y, width, height = box
    return x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
