"""What predicts how a position of Schiefer will end for a seat."""

from __future__ import annotations

from typing import Final

from games.schiefer.state import Schiefer

PLENTY: Final = 6  # markers; with fewer, an action has to be spent on the supply sooner


def left(game: Schiefer) -> float:
    """The part of the mines that nobody has opened."""
    return 1 - len(game.mines) / sum(len(valley.mines) for valley in game.board.valleys.list)


def signs(game: Schiefer, seat: int) -> dict[str, float]:
    player = game.players[seat]
    markers = player.supply + len(game.pending(seat))
    own = [opened for opened in game.mines.values() if opened.owner == seat]
    return {
        "mines": len(own),
        "unsold": sum(not opened.sold for opened in own),
        "money": player.money,
        "markers": markers,
        "few_markers": max(0, PLENTY - markers),
        "no_markers": not markers,
        "starts": game.start_player == seat,
        **{box: 1.0 for box, seats in game.boxes.items() if seat in seats},
    }
