"""Discs, miners, houses, headframes, tiles and cards are where they may be."""

import pytest

from games.schichtwechsel.agenda import (
    NextTurn,
    PickTile,
    TakeTurn,
    TakeUpperHalf,
)
from games.schichtwechsel.laws.course import Phase
from support.games.schichtwechsel_given import (
    LOCK,
    PLAIN,
    PUMP,
    begun,
    laid,
    waits,
    wrong,
)


def take_from_supply(game, kind, count=1):
    game.supply[kind] -= count


@pytest.mark.rule("SW-39")
@pytest.mark.parametrize("cards", [(), (PLAIN,), (PLAIN, PLAIN), (PLAIN, LOCK, PUMP)])
def test_another_number_of_round_cards_than_of_rounds(cards):
    game = begun()
    game.round_cards = cards

    assert wrong(game) == [("rounds", "/round_cards")]


@pytest.mark.rule("SW-1")
def test_a_sixth_round():
    game = begun()
    game.round, game.round_cards = 6, (1, 2, 3, 4, 6, 5)

    assert ("rounds", "/round") in wrong(game)


def test_more_points_than_so_many_rounds_can_give():
    game = begun()
    game.players[3].points = {"played": 401}

    assert wrong(game) == [("points", "/players/3/points/played")]


@pytest.mark.rule("SW-5")
def test_another_colour_than_that_of_the_seat():
    game = begun()
    game.players[1].colour = "blue"

    assert wrong(game) == [("colours", "/players/1/colour")]


@pytest.mark.rule("SW-106", "SW-150")
def test_who_has_arrived_stands_there():
    game = begun(arrivals={"road": [1], "exit": [2]})
    assert wrong(game) == [("arrivals", "/arrivals/exit"), ("arrivals", "/arrivals/road")]

    game.players[1].discs["road"], game.players[2].miner = 12, game.exit_space()
    assert wrong(game) == []

    game.arrivals["road"] = [1, 1]
    assert wrong(game) == [("arrivals", "/arrivals/road")]


@pytest.mark.rule("SW-101")
def test_a_disc_beyond_its_target():
    game = begun()
    game.players[0].discs["canal"] = 10

    assert wrong(game) == [("discs", "/players")]


@pytest.mark.rule("SW-16", "SW-112")
def test_miners_neither_share_spaces_nor_stand_on_covered_ones():
    game = begun()
    game.players[0].miner = game.players[1].miner = 4
    assert wrong(game) == [("miners", "/players/0/miner"), ("miners", "/players/1/miner")]

    game = waits(Phase.ACTIONS, TakeTurn(0), NextTurn(1), seats=2)
    game.players[0].miner = 5  # the first Manwinding space
    assert wrong(game) == [("miners", "/players/0/miner")]


@pytest.mark.rule("SW-R49")
def test_houses_where_there_is_no_room():
    game = begun()
    game.sites["pit_vp4"] = [0, 0]
    game.players[0].bar = ("bar3", "bar4", "bar5")

    assert wrong(game) == [("houses", "/sites/pit_vp4")]


@pytest.mark.rule("SW-7")
def test_houses_on_the_bar_in_another_order():
    game = begun()
    game.players[0].bar = ("bar2", "bar1", "bar3", "bar4", "bar5")

    assert wrong(game) == [("houses", "/players/0/bar")]


@pytest.mark.rule("SW-126")
def test_two_headframes_in_one_area():
    game = begun(bonus={"big_miner": 0, "big_canal": 0})
    game.players[0].headframes = 0

    assert wrong(game) == [("headframes", "/bonus")]


@pytest.mark.rule("SW-52")
@pytest.mark.parametrize("tile", ["", "mine_rescue_team"])
def test_everybody_has_a_tile_of_their_own(tile):
    game = begun()
    game.players[0].tile = tile

    assert wrong(game)[0] == ("tiles", "/players/0/tile")


@pytest.mark.rule("SW-50")
def test_but_for_those_who_still_choose_the_first():
    seats = [PickTile(0), *map(TakeUpperHalf, (3, 2, 1, 0))]
    game = waits(Phase.TILES, *seats, at_round=1)
    assert wrong(game) == [("tiles", "/players/0/tile")]

    game.players[0].tile = ""
    assert wrong(game) == []


@pytest.mark.rule("SW-90", "SW-91")
def test_a_card_that_was_used_twice():
    game = begun(laid={"wagon_medium": [laid(1, white=2), laid(2, white=2)]})
    take_from_supply(game, "white", 4)
    assert wrong(game) == [("cards", "/laid/wagon_medium")]

    game.laid = {"headframe_one": [laid(1, white=2), laid(2, white=2)]}
    assert wrong(game) == []


@pytest.mark.rule("SW-86", "SW-89")
@pytest.mark.parametrize("payment", [laid(1, white=1), laid(1, white=3), laid(1)])
def test_a_price_that_is_not_that_of_the_card(payment):
    game = begun(laid={"wagon_medium": [payment]})
    take_from_supply(game, "white", payment.white)

    assert wrong(game) == [("cards", "/laid/wagon_medium")]


@pytest.mark.rule("SW-94", "SW-143")
def test_what_is_left_of_a_round_that_is_over():
    game = waits(Phase.TILES, PickTile(3), TakeUpperHalf(3))
    assert wrong(game) == []

    game.players[1].passed = True
    game.laid = {"wagon_small": [laid(1, white=1)]}
    take_from_supply(game, "white")
    assert wrong(game) == [("cards", "/laid"), ("cards", "/players/1/passed")]
