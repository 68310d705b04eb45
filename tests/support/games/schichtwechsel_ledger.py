"""Keeps the books of a game of Schichtwechsel beside it: points and the bag are what the events say.

What a table must be by itself is said in games/schichtwechsel/laws, and asked here at every position.
"""

from collections import Counter

from games.kernel.laws import breaches
from games.schichtwechsel.agenda import PickTile
from games.schichtwechsel.events import BagFilled, CubesDrawn, PointsScored
from games.schichtwechsel.game import SCHICHTWECHSEL

ROUNDS = 5
MOST_OPTIONS = 200


class Ledger:
    """Points are computed from the events alone."""

    def __init__(self, seats):
        self.seats = seats
        self.points = Counter()
        self.blue_drawn = 0
        self.fillings = []  # of the bag: at set-up, then once a round

    def follow(self, position):
        for event in position.events:
            self.book(event)
        table = position.live
        assert len(position.legal) <= MOST_OPTIONS
        assert [sum(player.points.values()) for player in table.players] == self.scored()
        assert list(breaches(SCHICHTWECHSEL, table)) == []
        if isinstance(position.question, PickTile) and not self.supply_fell_short():
            left_in_bag = table.bag["coal"] + table.bag["spoil"]
            assert left_in_bag == self.seats * (ROUNDS - table.round) + self.blue_drawn

    def scored(self):
        return [self.points[seat] for seat in range(self.seats)]

    def supply_fell_short(self):
        """SW-R47"""
        return any(cubes < 2 * self.seats for cubes in self.fillings[1:])

    def book(self, event):
        if isinstance(event, PointsScored):
            self.points[event.seat] += event.points
        elif isinstance(event, CubesDrawn):
            self.blue_drawn += event.cubes.count("blue")
        elif isinstance(event, BagFilled):
            self.fillings.append(event.coal + event.spoil)
