"""What a glance makes of a purchase: it comes on top of what else can be done, which is asked again."""

import pytest

from games.schiefer.agenda import BuyOrSitOut
from games.schiefer.commands import BuyMarker, SitOut
from games.schiefer.game import SCHIEFER
from support.games.schiefer_given import BLUE, all_mines, given, legal, player, rolled
from workers.bots.policies import estimate_values

BOTH = {"buy_marker_3": [BLUE], "buy_marker_4": [BLUE]}


def at_a_glance(game):
    options = legal(game)
    return dict(zip(options, estimate_values(SCHIEFER, game, options), strict=True))


def split(worth):
    """Of purchases, and of all the rest."""
    bought = [each for command, each in worth.items() if type(command) is BuyMarker]
    return bought, [each for command, each in worth.items() if type(command) is not BuyMarker]


def test_whoever_has_few_markers_buys_before_anything_else():
    game = rolled(1, 2, 3, boxes=BOTH, players=[player(supply=1, money=20), player()])
    bought, rest = split(at_a_glance(game))
    assert max(bought) > max(rest)


def test_a_good_purchase_is_worth_what_it_gains_and_no_more():
    game = rolled(1, 2, 3, boxes=BOTH, players=[player(supply=1, money=20), player()])
    bought, rest = split(at_a_glance(game))
    assert 0 < max(bought) - max(rest) < 3


def test_whoever_has_plenty_of_markers_does_not_buy():
    game = rolled(1, 2, 3, boxes=BOTH, players=[player(supply=12, money=20), player()])
    bought, rest = split(at_a_glance(game))
    assert max(bought) < max(rest)


@pytest.mark.parametrize(("quiet_rounds", "goes_on"), [(0, False), (5, True)])
def test_if_nothing_moves_it_buys_even_at_a_loss_and_the_cheaper_marker_first(quiet_rounds, goes_on):
    game = given(
        BuyOrSitOut(BLUE),
        boxes=BOTH,
        mines=all_mines(leave=1),
        quiet_rounds=quiet_rounds,
        players=[player(supply=0, money=20), player()],
    )
    worth = at_a_glance(game)
    assert worth[BuyMarker("buy_marker_3")] > worth[BuyMarker("buy_marker_4")]
    assert (worth[BuyMarker("buy_marker_4")] > worth[SitOut()]) == goes_on
