"""Features of a position of Schiefer that predict how it will end for a seat."""

from __future__ import annotations

from typing import Final

from games.schiefer.state import Schiefer

FEW: Final = 6  # markers; with fewer, an action has to be spent on the supply sooner


def left(game: Schiefer) -> float:
    """Return the part of the mines that nobody has opened."""
    return 1 - len(game.mines) / sum(len(valley.mines) for valley in game.board.valleys.list)


def extract(game: Schiefer, seat: int) -> dict[str, float]:
    player = game.players[seat]
    markers = player.supply + len(game.pending(seat))
    own = [opened for opened in game.mines.values() if opened.owner == seat]
    unsold = sum(not opened.sold for opened in own)
    boxes = [box for box, seats in game.boxes.items() if seat in seats]  # in order: so floats add up alike
    income, dearer_money = income_to_come(game, seat), "money_points" in boxes
    return {
        "mines": len(own),
        "unsold": unsold,
        "unsold_with_box": unsold * ("better_sale" in boxes),
        "income": income,
        "income_with_box": income * dearer_money,
        "money": player.money,
        "money_with_box": player.money * dearer_money,
        "markers": markers,
        "few_markers": max(0, FEW - markers),
        "no_markers": not markers,
        "starts": game.start_player == seat,
        **count_valleys(game, seat, boxes),
        **dict.fromkeys(boxes, 1.0),
    }


def income_to_come(game: Schiefer, seat: int) -> float:
    """Return about what the slate nobody has sold would bring: the owners of a valley share it."""
    coins = 0.0
    for valley in game.board.valleys.list:
        opened = [(mine, game.mines[mine.id]) for mine in valley.mines if mine.id in game.mines]
        unsold = sum(mine.value for mine, at in opened if not at.sold)
        if unsold:
            coins += unsold * sum(at.owner == seat for _, at in opened) / len(opened)
    return coins


def count_valleys(game: Schiefer, seat: int, boxes: list[str]) -> dict[str, float]:
    """Count valleys with an own mine, with half of them, and the share of those without other owners."""
    valleys = halves = alone = 0.0
    for valley in game.board.valleys.list:
        opened = game.opened(valley)
        own = sum(game.mines[mine].owner == seat for mine in opened)
        valleys += own > 0
        halves += 2 * own >= len(valley.mines)
        alone += (own / len(valley.mines)) ** 2 if own == len(opened) else 0.0
    return {
        "valleys": valleys,
        "valleys_with_box": valleys * ("different_valleys" in boxes),
        "halves": halves,
        "halves_with_box": halves * ("half_of_mines" in boxes),
        "alone": alone,
        "alone_with_box": alone * ("alone_in_valley" in boxes),
    }
