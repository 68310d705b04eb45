"""Mines and boxes, each alone."""

from __future__ import annotations

from collections.abc import Mapping

from games.kernel.pictures.alone import picture_alone, plates_alone
from games.kernel.pictures.shapes import Picture
from games.kernel.pictures.telling import Telling
from games.schiefer.board import BOARDS
from games.schiefer.layout import LAYOUT, mines_of
from games.schiefer.picture.actions import draw_field
from games.schiefer.picture.boxes import draw_box
from games.schiefer.picture.valleys import draw_mine
from games.schiefer.setup import blank_table
from games.schiefer.state import Schiefer, SchieferOptions
from games.schiefer.view import ValleyView


def portraits(edition: str, telling: Telling) -> Mapping[str, Picture]:
    """As printed, before anything lies on it."""
    board = BOARDS[edition]
    found: dict[str, Picture] = {}
    table = empty(edition, board.players.max)
    for valley, printed in mines_of(board):
        x, y = LAYOUT.mine(board, printed.id).at
        closed = ValleyView(valley, None, None, {})
        found[printed.id] = picture_alone(
            draw_mine(table, printed, closed, telling), (x - 76, y - 62, 152, 110), telling
        )
    for kind in board.boxes.list:
        x, y = LAYOUT.box(board, kind.id)
        seats = empty(edition, max(kind.players))
        found[kind.id] = picture_alone(
            draw_box(seats, kind, "slab", telling), (x - 92, y - 63, 184, 126), telling
        )
    for it in board.action_fields.list:
        if it.die not in LAYOUT.fields:
            continue
        x, y = LAYOUT.fields[it.die]
        found[f"field-{it.die}"] = picture_alone(
            draw_field(table, it, telling), (x - 66, y - 8, 132, 230), telling
        )
    return dict(plates_alone(LAYOUT.unplaced(board), telling)) | found


def empty(edition: str, seats: int) -> Schiefer:
    return blank_table(seats, edition, SchieferOptions())
