"""Keeps the books of a game: money and points from the events alone.

What a table must be by itself is said in games/ruhrschifffahrt/laws, and asked here at every position.
"""

from games.kernel.laws import breaches
from support.games.ruhrschifffahrt_given import GAME

RECEIVED = {
    "PlayerEquipped",
    "GainReceived",
    "WagesReceived",
    "InnVisited",
    "CoalSold",
    "PortReached",
    "DemandTaken",
    "WarehouseEarned",
    "DebtTaken",
}
PAID = {
    "LevyPaid",
    "OptionTaken",
    "LockBuilt",
    "WarehouseBuilt",
    "WarehouseMoved",
    "DebtRepaid",
    "ThalersReturned",
}


class Ledger:
    """Thaler that an event names are received or paid; points are won, but for the levy and what is lost."""

    def __init__(self, seats):
        self.thalers = [0] * seats
        self.points = [0] * seats

    def follow(self, position):
        for event in position.events:
            self.book(event, type(event).__name__)
        table = position.live
        assert [player.thalers for player in table.players] == self.thalers
        assert [player.points for player in table.players] == self.points
        assert list(breaches(GAME, table)) == []

    def book(self, event, kind):
        if hasattr(event, "thalers"):
            assert kind in RECEIVED | PAID
            self.thalers[event.seat] += event.thalers if kind in RECEIVED else -event.thalers
        if hasattr(event, "points"):
            self.points[event.seat] += -event.points if kind == "LevyPaid" else event.points
        if hasattr(event, "lost"):
            self.points[event.seat] -= event.lost
