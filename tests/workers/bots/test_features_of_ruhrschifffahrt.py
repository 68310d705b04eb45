"""Features of Ruhrschifffahrt: who will be the first to get a white tile, what coal lies below the ship."""

import pytest

from support.games.ruhrschifffahrt_given import player, table
from workers.bots.evaluation.ruhrschifffahrt import extract, list_chances

ONE_STONE_SHORT = {"black_city": 2, "white_city": 1, "black_industry": 2}  # of the railway, and has the Mark


def test_whoever_lacks_fewer_stones_is_likelier_to_get_the_tile():
    game = table(2, in_round=6)
    player(game, 0, stones=ONE_STONE_SHORT, tiles=["grafschaft_mark"])
    player(game, 1, stones=ONE_STONE_SHORT | {"white_city": 0}, tiles=["grafschaft_mark"])
    assert list_chances(game, 0)["railway"] > 0.8
    assert list_chances(game, 1)["railway"] < 0.2


def test_of_two_who_lack_as_many_the_one_upstream_comes_first():
    game = table(2, in_round=6)  # seat 0 lies upstream
    assert list_chances(game, 0)["inn"] > 0.5 > list_chances(game, 1)["inn"]
    assert list_chances(game, 0)["inn"] + list_chances(game, 1)["inn"] == pytest.approx(1)


def test_white_stones_take_the_tile_that_opens_the_mark_first():
    """The railway takes two black and two white city stones; the Mark two black industry stones besides."""
    game = table(2, in_round=6)
    player(game, 0, stones={"black_city": 2})
    player(game, 1, stones={"black_city": 2}, tiles=["grafschaft_mark"])
    assert list_chances(game, 1)["railway"] > 0.8


def test_with_more_players_the_rival_counts_who_would_take_the_last_copy():
    game = table(4, in_round=6)  # three copies
    for seat in (0, 1):
        player(game, seat, stones=ONE_STONE_SHORT, tiles=["grafschaft_mark"])
    assert list_chances(game, 2)["railway"] > list_chances(game, 3)["railway"]
    game.stock = game.stock | {"railway": 2}
    assert list_chances(game, 2)["railway"] < 0.05


@pytest.mark.parametrize(("stock", "blanks", "in_round"), [(0, [], 6), (1, ["railway"], 6), (1, [], 10)])
def test_there_is_no_chance_of_what_is_sold_out_closed_or_out_of_reach(stock, blanks, in_round):
    """From nothing to the railway it takes six stones, one in each round."""
    game = table(2, in_round=in_round)
    game.stock = game.stock | {"railway": stock}
    player(game, 0, blanks=blanks)
    assert "railway" not in list_chances(game, 0)


def test_a_closed_field_of_the_only_rival_makes_it_sure():
    game = table(2, in_round=6)
    player(game, 1, blanks=["railway"])
    assert list_chances(game, 0)["railway"] == 1


def test_only_coal_downstream_of_the_ship_counts():
    game = table(2, ships={"c_witten": [0], "port": [1]}, depots={"d01": 6, "d02": 4, "d07": 3})
    upstream, downstream = extract(game, 0), extract(game, 1)
    assert (upstream["dice_below"], upstream["pips_below"], upstream["white_dice_below"]) == (2, 7, 1)
    assert (downstream["dice_below"], downstream["pips_below"], downstream["white_dice_below"]) == (0, 0, 0)


def test_a_ship_that_is_not_on_the_river_yet_comes_after_those_that_are():
    game = table(2, in_round=1, ships={"d07": [1]})
    assert list_chances(game, 1)["inn"] > list_chances(game, 0)["inn"]
