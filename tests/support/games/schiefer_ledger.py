"""Keeps the books of a game of Schiefer beside it: what is on the table must be what the events say.

What a table must be by itself is said in games/schiefer/laws.py, and asked here at every position.
"""

from games.kernel.laws import breaches
from games.schiefer.events import (
    BlackMarkersLaidOut,
    BoxTaken,
    DieRerolled,
    DieSet,
    MarkerBought,
    MineOpened,
    PlayerEquipped,
    SaleBonusReceived,
    ShareReceived,
    SlateSold,
)
from games.schiefer.game import SCHIEFER

MARKERS = 26
BLACK = 29


class Ledger:
    """Money is computed from the events alone."""

    def __init__(self, seats):
        self.money = [0] * seats
        self.coins = 0  # of the last sale, not yet shared out

    def follow(self, position):
        for event in position.events:
            self.book(event)
        table = position.live
        assert [player.money for player in table.players] == self.money
        assert self.coins == 0, "a sale hands out every coin"
        assert list(breaches(SCHIEFER, table)) == []

    def book(self, event):
        if isinstance(event, PlayerEquipped):
            assert event.supply + event.reserve == MARKERS
            self.money[event.seat] = event.money
        elif isinstance(event, BlackMarkersLaidOut):
            assert event.count == BLACK
        elif isinstance(event, DieRerolled | DieSet | MarkerBought):
            self.money[event.seat] -= event.price
        elif isinstance(event, SlateSold):
            self.coins += event.coins
        elif isinstance(event, ShareReceived):
            self.coins -= event.money
            self.money[event.seat] += event.money
        elif isinstance(event, SaleBonusReceived):
            self.money[event.seat] += event.money
        elif isinstance(event, MineOpened):
            assert event.supply + len(event.pending) == event.to_reserve + 1
        elif isinstance(event, BoxTaken):
            assert event.supply + len(event.pending) == 1
