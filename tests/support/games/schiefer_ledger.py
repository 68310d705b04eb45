"""Keeps the books of a game of Schiefer beside it: what is on the table must be what the events say."""

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

MARKERS = 26
BLACK = 29


class Ledger:
    """Money is computed from the events alone; markers are counted wherever they lie."""

    def __init__(self, seats):
        self.money = [0] * seats
        self.seats = seats
        self.coins = 0  # of the last sale, not yet shared out

    def follow(self, position):
        for event in position.events:
            self.book(event)
        table = position.live
        assert [player.money for player in table.players] == self.money
        assert self.coins == 0, "a sale hands out every coin"
        for seat in range(self.seats):
            assert markers_of(table, seat) == MARKERS
        assert table.black_markers + sum(mine.sold for mine in table.mines.values()) == BLACK
        nothing_is_owed(table)

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


def markers_of(table, seat):
    player = table.players[seat]
    on_fields = sum(field[seat] for field in table.fields)
    on_mines = sum(mine.owner == seat for mine in table.mines.values())
    in_boxes = sum(inside.count(seat) for inside in table.boxes.values())
    return player.supply + player.reserve + on_fields + on_mines + in_boxes


def nothing_is_owed(table):
    for player in table.players:
        assert min(player.supply, player.reserve, player.money) >= 0
    assert all(count >= 0 for field in table.fields for count in field)
    for valley in table.board.valleys.list:
        opened = [mine.id in table.mines for mine in valley.mines]
        assert opened == sorted(opened, reverse=True), "no gap below an opened mine"
