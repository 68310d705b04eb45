"""Whole random games: they end, they fold, they lose nothing."""

from collections import Counter

import pytest

from games.catalogue import GAMES
from ruhrschifffahrt_given import BOARD
from walk import (
    every_offer_is_accepted,
    fold_is_live,
    mutations_are_refused,
    somebody_may_speak_or_it_is_over,
    survives_json,
    walk,
)

NAME = "ruhrschifffahrt"
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


def examine(position, every):
    """The dear checks only at some positions."""
    fold_is_live(position)
    somebody_may_speak_or_it_is_over(position)
    if position.number:
        nothing_is_lost(position.live)
    if position.number % every == 0:
        survives_json(position)
        if position.question:
            every_offer_is_accepted(position)
            mutations_are_refused(position, count=15)
            GAMES[NAME].view(position.live)


def campaign(games, seats, *, variant, every=40, first_seed=0):
    """So many random games, watched all the way."""
    for seed in range(first_seed, first_seed + games):
        options = {"without_starred_markers": variant}
        for position in walk(NAME, seats=seats, seed=seed, options=options):
            examine(position, every)
        final = position.live
        assert final.round == len(BOARD.timeline.rounds)
        sheet = GAMES[NAME].score(final)
        for seat, player in enumerate(final.players):
            total = sum(line.points for line in sheet if line.seat == seat)
            assert total >= 0
            assert player.thalers <= BOARD.money.kept_at_round_end


@pytest.mark.rule("RS-1", "RS-15", "RS-17", "RS-19", "RS-50", "RS-58", "RS-97", "RS-138", "RS-R31", "RS-R52")
@pytest.mark.parametrize("variant", [False, True], ids=["20-markers", "18-markers"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_after_twelve_rounds_and_lose_nothing(seats, variant):
    campaign(10, seats, variant=variant)
