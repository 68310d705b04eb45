"""Keeps the books of a game: money and points from the events alone, pieces wherever they lie."""

from collections import Counter

from support.games.ruhrschifffahrt_given import BOARD

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
PERSONAL = {tile.id for tile in BOARD.personal_tiles.list}
WHITE = {tile.id for tile in BOARD.white_tiles.list}


def dice_are_conserved(game):
    """8 black and 6 white: on depots, on the track, loose or out of the game; colours keep their depots."""
    on_depots = Counter(game.river.coal[depot] for depot in game.depots)
    loose = Counter(die.colour for die in game.loose)
    for colour, dice in (("black", BOARD.pieces.black_dice), ("white", BOARD.pieces.white_dice)):
        assert on_depots[colour] + len(game.track[colour]) + loose[colour] + game.boxed[colour] == dice
        room = game.track_column(game.column).spaces.get(colour, 0)
        assert len(game.track[colour]) <= room
    pips = [*game.depots.values(), *game.track["black"], *game.track["white"]]
    assert all(1 <= each <= 6 for each in pips)
    waiting = [item for item in game.agenda if type(item).__name__ == "ReturnDie"]
    assert sorted((die.colour, die.pips) for die in game.loose) == sorted(
        (item.colour, item.pips) for item in waiting
    )


def warehouses_are_conserved(game):
    for seat, player in enumerate(game.players):
        built = sum(owners.count(seat) for owners in game.warehouses.values())
        waiting = sum(player.bonus.values()) + len(player.timeline)
        assert built + waiting + player.supply + player.debts == BOARD.pieces.warehouses_per_player
        assert 0 <= player.debts <= BOARD.debts.spaces
        assert player.supply >= 0
    for site, owners in game.warehouses.items():
        assert len(owners) <= len(game.sites[site].slots)
        if game.sites[site].category != "coal_stores":
            assert len(owners) == len(set(owners))


def stones_are_conserved(game):
    for player in game.players:
        assert player.stone_supply + sum(player.stones.values()) == BOARD.pieces.stones_per_player
        assert all(count <= BOARD.areas.sizes[area] for area, count in player.stones.items())


def tiles_are_conserved(game):
    copies = BOARD.white_tiles.copies[len(game.players)]
    blanks = game.blanks
    for player in game.players:
        assert set(player.above) | (set(player.tiles) & PERSONAL) == PERSONAL
        assert len(player.above) + len(player.tiles) == len(set(player.above) | set(player.tiles))
        assert set(player.used) <= PERSONAL & set(player.tiles)
        assert set(player.turned) <= WHITE & set(player.tiles)
        assert not set(player.blanks) & set(player.tiles)
        blanks += len(player.blanks)
    assert blanks == BOARD.blank_tiles.count
    owned = Counter(tile for player in game.players for tile in player.tiles)
    assert all(game.stock[tile] + owned[tile] == copies for tile in WHITE)


def markers_are_conserved(game):
    all_markers = [*game.unseen, *game.seen, *game.left_out]
    assert sorted(all_markers) == sorted(marker.id for marker in BOARD.demand_markers.list)
    assert len(game.unseen) == len(game.obstacles) + game.bag
    shown = Counter(game.countries_shown)
    for country, count in BOARD.country_markers.counts.items():
        assert game.countries_down[country] + shown[country] == count


def nobody_owes_what_he_has_not(game):
    assert all(player.thalers >= 0 and player.points >= 0 for player in game.players)
    assert all(0 < thalers <= 2 for thalers in game.demand.values())


def ships_are_in_their_places(game):
    aboard = [seat for seats in game.ships.values() for seat in seats]
    assert len(aboard) == len(set(aboard))
    for space, seats in game.ships.items():
        assert seats
        assert game.river.spaces[space].type != "obstacle"
        assert len(seats) == 1 or game.river.spaces[space].type != "depot"


def nothing_is_lost(game):
    dice_are_conserved(game)
    warehouses_are_conserved(game)
    stones_are_conserved(game)
    tiles_are_conserved(game)
    markers_are_conserved(game)
    nobody_owes_what_he_has_not(game)
    ships_are_in_their_places(game)


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
        nothing_is_lost(table)

    def book(self, event, kind):
        if hasattr(event, "thalers"):
            assert kind in RECEIVED | PAID
            self.thalers[event.seat] += event.thalers if kind in RECEIVED else -event.thalers
        if hasattr(event, "points"):
            self.points[event.seat] += -event.points if kind == "LevyPaid" else event.points
        if hasattr(event, "lost"):
            self.points[event.seat] -= event.lost
