"""Keeps the books of a game of Schichtwechsel beside it: no piece is lost, and the bag obeys its law."""

from collections import Counter

from games.schichtwechsel.agenda import PickTile
from games.schichtwechsel.events import BagFilled, CubesDrawn, PointsScored

PIECES = {"coal": 40, "spoil": 36, "coin": 12, "tool": 50, "white": 20, "blue": 1}
COKE, HEADFRAMES, HOUSES, ROUNDS = 11, 2, 5, 5
MOST_OPTIONS = 200


class Ledger:
    """Points are computed from the events alone; pieces are counted wherever they lie."""

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
        assert pieces_on(table) == PIECES
        assert table.round <= ROUNDS
        for seat in range(self.seats):
            self.look_at(table, seat)
        nothing_is_owed(table)
        if isinstance(position.question, PickTile) and not self.supply_fell_short():
            left_in_bag = table.bag["coal"] + table.bag["spoil"]
            assert left_in_bag == self.seats * (ROUNDS - table.round) + self.blue_drawn

    def supply_fell_short(self):
        """SW-R47"""
        return any(cubes < 2 * self.seats for cubes in self.fillings[1:])

    def look_at(self, table, seat):
        player = table.players[seat]
        assert sum(player.points.values()) == self.points[seat]
        assert coke_of(table, seat) == COKE
        assert player.headframes + player.raised + list(table.bonus.values()).count(seat) == HEADFRAMES
        assert len(player.bar) + sum(houses.count(seat) for houses in table.sites.values()) == HOUSES
        laid = [payment for payments in table.laid.values() for payment in payments]
        assert player.token + sum(payment.own for payment in laid if payment.seat == seat) == 1

    def book(self, event):
        if isinstance(event, PointsScored):
            self.points[event.seat] += event.points
        elif isinstance(event, CubesDrawn):
            self.blue_drawn += event.cubes.count("blue")
        elif isinstance(event, BagFilled):
            self.fillings.append(event.coal + event.spoil)


def pieces_on(table):
    """By kind: in the supply, the bag, the hand, on boards and on cards."""
    found = Counter(table.supply) + Counter(table.bag) + Counter(table.hand)
    for player in table.players:
        found.update(coin=player.coins, white=player.white, tool=player.tools)
        found.update(coal=player.coal, spoil=player.spoil)
        for load in player.wagons.values():
            found.update(coal=load.coal, spoil=load.spoil)
    for payments in table.laid.values():
        for payment in payments:
            found.update(coin=payment.coins, white=payment.white)
    return dict(found)


def coke_of(table, seat):
    player = table.players[seat]
    in_plant = player.own_space + list(table.plant.values()).count(seat)
    return player.stock + in_plant + player.coke + 2 * player.pairs


def nothing_is_owed(table):
    """No count below zero and no place above its size."""
    assert min([*table.supply.values(), *table.bag.values(), *table.hand.values()], default=0) >= 0
    board = table.board
    for seat, player in enumerate(table.players):
        assert min(player.coins, player.white, player.tools, player.stock, player.coke) >= 0
        assert 0 <= player.coal <= 6
        assert 0 <= player.spoil <= 6
        assert player.coke <= 6
        assert player.pairs <= 5
        assert 0 <= player.water < 7, "the top is left at once"
        assert table.coke_in_plant(seat) <= 4
        for wagon in board.pit.wagons:
            wagon_is_sound(wagon, player.wagons[wagon.id])
    for space in table.plant:
        assert space in table.grey_spaces()


def wagon_is_sound(wagon, load):
    assert min(load.coal, load.spoil) == 0, "never mixed"
    assert load.coal + load.spoil <= wagon.spaces
    assert not (wagon.coal_only and load.spoil)
