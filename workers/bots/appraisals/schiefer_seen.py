"""What a seat of Schiefer sees of the table, looked up once for all options of a question."""

from __future__ import annotations

from collections.abc import Iterator

from games.schiefer.board import Box, Mine, Valley
from games.schiefer.state import Schiefer
from workers.bots.appraisals.schiefer_prices import PRICES


class ValleySeen:
    """A valley as it lies before a seat."""

    __slots__ = ("earned", "opened", "own", "size", "valley")

    def __init__(self, game: Schiefer, seat: int, valley: Valley) -> None:
        self.valley, self.size = valley, len(valley.mines)
        mines = game.mines
        self.opened = self.own = 0
        self.earned = 0  # by the slate that nobody has sold
        for mine in valley.mines:
            opened = mines.get(mine.id)
            if opened is None:
                break
            self.opened += 1
            self.own += opened.owner == seat
            if not opened.sold:
                self.earned += mine.value

    @property
    def next(self) -> Mine | None:
        return self.valley.mines[self.opened] if self.opened < self.size else None


class TableSeen:
    """With what things are worth to the seat as they lie."""

    def __init__(self, game: Schiefer, seat: int) -> None:
        self.game, self.seat, self.player = game, seat, game.players[seat]
        self.prices = prices = PRICES[len(game.players)]
        self.boxes = {box for box, inside in game.boxes.items() if seat in inside}
        self.left = mines_left(game)
        coin = prices.money_with_box if "money_points" in self.boxes else prices.money
        self.coin = coin + prices.money_early * self.left
        self.at_hand = self.player.supply + sum(field[seat] for field in game.fields)
        self.scarcity = min(1.0, prices.marker_decay * self.left + prices.marker_floor)
        self.markers = (
            (2, prices.marker_2),
            (3, prices.marker_3),
            (5, prices.marker_5),
            (8, prices.marker_8),
        )
        self.valleys = [ValleySeen(game, seat, valley) for valley in game.board.valleys.list]

    def marker(self, more: int = 0) -> float:
        """One more marker off the board: dear when there are few, worth little when the mines run out."""
        at_hand = self.at_hand + more
        worth = next((worth for most, worth in self.markers if at_hand <= most), self.prices.marker_many)
        return worth * self.scarcity

    def markers_spent(self, count: int) -> float:
        return sum(self.marker(-each) for each in range(1, count + 1))


def free_boxes(game: Schiefer, seat: int) -> Iterator[Box]:
    room = game.board.boxes.markers_per_box[len(game.players)]
    for box in game.board.boxes_for(len(game.players)):
        inside = game.boxes.get(box.id, [])
        if seat not in inside and len(inside) < room:
            yield box


def unsold(game: Schiefer) -> int:
    return game.board.pieces.black_markers - sum(mine.sold for mine in game.mines.values())


def mines_left(game: Schiefer) -> float:
    """The part of the mines that nobody has opened: how much of the game is still to come."""
    return 1 - len(game.mines) / len(game.board.mines)
