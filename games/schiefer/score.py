"""The score sheet, for any position."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Line
from games.kernel.score import places, totals
from games.schiefer.board import Box, Valley
from games.schiefer.state import Schiefer


def score(game: Schiefer) -> list[Line]:
    """SF-40 .. SF-42"""
    return [line for seat in range(len(game.players)) for line in lines_of(game, seat)]


def lines_of(game: Schiefer, seat: int) -> Iterator[Line]:
    mines = len(game.mines_of(seat))
    per_mine = game.board.scoring.points_per_mine
    yield Line(seat=seat, category="mines", points=per_mine * mines, count=mines, rule="SF-40")
    yield money_line(game, seat)
    for box in game.board.boxes_for(len(game.players)):
        if box.points_per_valley and game.has_box(seat, box.id):
            yield valley_line(game, seat, box)


def money_line(game: Schiefer, seat: int) -> Line:
    """SF-41, SF-33, SF-R19: per full 3 money, or per full 2 with the box."""
    money = game.players[seat].money
    price, rule = game.board.scoring.money_per_point, "SF-41"
    for box in game.board.boxes.list:
        if box.money_per_point and game.has_box(seat, box.id):
            price, rule = box.money_per_point, "SF-33"
    return Line(seat=seat, category="money", points=money // price, count=money, rule=rule)


def valley_line(game: Schiefer, seat: int, box: Box) -> Line:
    """SF-37: each box looks at all valleys, whatever the others count."""
    counts, rule = VALLEY_BOXES[box.id]
    valleys = sum(counts(own_mines(game, seat, valley), valley) for valley in game.board.valleys.list)
    return Line(seat=seat, category=box.id, points=box.points_per_valley * valleys, count=valleys, rule=rule)


def own_mines(game: Schiefer, seat: int, valley: Valley) -> int:
    return sum(game.mines[mine].owner == seat for mine in game.opened(valley))


def presence(own: int, valley: Valley) -> bool:
    """SF-34"""
    return own > 0


def half(own: int, valley: Valley) -> bool:
    """SF-35, SF-R18"""
    return 2 * own >= len(valley.mines)


def alone(own: int, valley: Valley) -> bool:
    """SF-36"""
    return own == len(valley.mines)


VALLEY_BOXES = {
    "different_valleys": (presence, "SF-34"),
    "half_of_mines": (half, "SF-35"),
    "alone_in_valley": (alone, "SF-36"),
}


def final_places(game: Schiefer) -> list[int]:
    """SF-R20: a tie is a shared victory."""
    return places([(points,) for points in totals(score(game), len(game.players))])
