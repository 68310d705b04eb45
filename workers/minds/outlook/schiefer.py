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
    unsold = sum(not opened.sold for opened in own)
    return {
        "mines": len(own),
        "unsold": unsold,
        "unsold_with_box": unsold * game.has_box(seat, "better_sale"),
        "money": player.money,
        "money_with_box": player.money * game.has_box(seat, "money_points"),
        "markers": markers,
        "few_markers": max(0, PLENTY - markers),
        "no_markers": not markers,
        "starts": game.start_player == seat,
        **count_valleys(game, seat),
        **{box: 1.0 for box, seats in game.boxes.items() if seat in seats},
    }


def count_valleys(game: Schiefer, seat: int) -> dict[str, float]:
    """With a mine of one's own, with half of them, and how much of those in which nobody else has one."""
    valleys = halves = alone = 0.0
    for valley in game.board.valleys.list:
        opened = game.opened(valley)
        own = sum(game.mines[mine].owner == seat for mine in opened)
        valleys += own > 0
        halves += 2 * own >= len(valley.mines)
        alone += (own / len(valley.mines)) ** 2 if own == len(opened) else 0.0
    return {"valleys": valleys, "halves": halves, "alone": alone}
