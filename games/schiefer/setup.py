"""The table before anything has happened, and what happens to it first."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Event
from games.schiefer.agenda import SchieferItem, SetUpTable
from games.schiefer.board import BOARDS
from games.schiefer.events import BlackMarkersLaidOut, PlayerEquipped
from games.schiefer.state import Player, Schiefer, SchieferOptions

OPENING: tuple[SchieferItem, ...] = (SetUpTable(),)


def blank_table(seats: int, edition: str, options: SchieferOptions) -> Schiefer:
    fields = [[0] * seats for _ in BOARDS[edition].action_fields.list]
    nobody = [Player("", 0, 0, 0) for _ in range(seats)]
    return Schiefer(edition=edition, options=options, players=nobody, fields=fields)


def equipment(game: Schiefer) -> Iterator[Event]:
    """SF-1, SF-2: markers and money; SF-4: the score track stays empty until the end."""
    board = game.board
    yield BlackMarkersLaidOut(board.pieces.black_markers)
    for seat in range(len(game.players)):
        yield PlayerEquipped(
            seat, board.colours.list[seat], board.setup.supply, board.setup.reserve, board.setup.money
        )
