from collections import Counter

import pytest

from games.schiefer import reasons
from games.schiefer.commands import Develop, OpenMine, PayMarkers, SellSlate
from games.schiefer.events import SaleBonusReceived, ShareReceived, SlateSold
from games.schiefer.rules.sale import shares
from support.games.schiefer_given import (
    BLUE,
    GREEN,
    RED,
    all_mines,
    answer,
    at_work,
    barred,
    blank_board,
    given,
    legal,
    of,
    player,
    shown,
    worked_off,
)


@pytest.mark.rule("SF-23")
@pytest.mark.parametrize("die", [4, 5])
def test_slate_of_any_opened_mine_can_be_sold_own_or_not(die):
    game = at_work(die, mines={"ogwen-1": BLUE, "dulas-1": RED, "ogwen-2": RED})
    assert legal(game, SellSlate) == [SellSlate("ogwen-1"), SellSlate("ogwen-2"), SellSlate("dulas-1")]


@pytest.mark.rule("SF-23")
def test_a_sold_mine_shows_a_black_marker_and_is_not_sold_again():
    game = at_work(4, mines={"ogwen-1": BLUE, "ogwen-2": RED})
    answer(game, SellSlate("ogwen-1"))
    assert game.mines["ogwen-1"].sold
    assert not game.mines["ogwen-2"].sold
    assert game.black_markers == 28
    again = at_work(4, mines={"ogwen-1": BLUE, "ogwen-2": RED}, sold=("ogwen-1",))
    assert barred(again) == {SellSlate("ogwen-1"): reasons.ALREADY_SOLD}


@pytest.mark.rule("SF-23")
def test_a_mine_that_nobody_opened_is_not_shown():
    assert shown(at_work(4, mines={"ogwen-1": BLUE}), SellSlate) == [SellSlate("ogwen-1")]


@pytest.mark.rule("SF-24", "SF-26")
@pytest.mark.parametrize(
    ("below", "mine", "coins"),
    [
        ((), "dysynni-1", 4),
        (("dysynni-1",), "dysynni-2", 5),
        (("dysynni-1", "dysynni-2"), "dysynni-3", 6),
    ],
)
def test_the_bank_pays_the_value_of_the_mine(below, mine, coins):
    # All mines of the valley are red's, so red gets all of it; blue is the seller.
    game = at_work(4, mines=dict.fromkeys([*below, mine], RED))
    assert answer(game, SellSlate(mine)) == [SlateSold(BLUE, mine, coins), ShareReceived(RED, coins)]
    assert (game.players[RED].money, game.players[BLUE].money) == (3 + coins, 3)


@pytest.mark.rule("SF-24", "SF-R16")
@pytest.mark.parametrize("mine", [mine for valley in blank_board().valleys.list for mine in valley.mines])
def test_every_coin_of_every_mine_is_shared_out(mine):
    game = given(mines=all_mines())
    assert sum(shares(game, mine.id)) == mine.value


# The example of the rulebook: blue sells from a mine of value 5; blue 2, red 2, green 1.
IN_ONE_WALK = {"seiont-1": GREEN, "seiont-2": RED, "seiont-3": BLUE}
AROUND_THE_TOP = {"dulas-1": RED, "dulas-2": BLUE, "dulas-3": GREEN}


@pytest.mark.rule("SF-25", "SF-26")
@pytest.mark.parametrize(("mines", "sold"), [(IN_ONE_WALK, "seiont-3"), (AROUND_THE_TOP, "dulas-2")])
def test_the_example_of_the_rulebook(mines, sold):
    game = at_work(4, players=3, mines=mines)
    assert game.mine(sold).value == 5
    assert answer(game, SellSlate(sold)) == [
        SlateSold(BLUE, sold, 5),
        ShareReceived(BLUE, 2),
        ShareReceived(RED, 2),
        ShareReceived(GREEN, 1),
    ]
    assert [player.money for player in game.players] == [5, 5, 4]


def by_hand(opened, sold, coins):
    """As the rulebook tells it: from the sold mine to the mouth, then again and again from the top."""
    received = Counter()
    start = sold
    while coins:
        for place in range(start, -1, -1):
            if coins:
                received[place] += 1
                coins -= 1
        start = opened - 1
    return [received[place] for place in range(opened)]


def walks():
    for valley in blank_board().valleys.list:
        for opened in range(1, len(valley.mines) + 1):
            for sold in range(opened):
                yield valley, opened, sold


def coins_of_each_mine(valley, opened, sold):
    """One mine at a time belongs to blue, the others to red: what blue gets is that mine's share."""
    ids = [mine.id for mine in valley.mines[:opened]]
    return [
        shares(given(mines={mine: BLUE if mine == own else RED for mine in ids}), ids[sold])[BLUE]
        for own in ids
    ]


@pytest.mark.rule("SF-25", "SF-R13")
def test_coins_go_to_the_mouth_and_then_from_the_top_until_none_is_left():
    for valley, opened, sold in walks():
        coins = valley.mines[sold].value
        expected = [0] * opened
        places = [*range(sold, -1, -1), *range(opened - 1, sold, -1)]  # one walk in a circle
        for coin in range(coins):
            expected[places[coin % opened]] += 1
        assert coins_of_each_mine(valley, opened, sold) == expected


@pytest.mark.rule("SF-25", "SF-R13")
def test_no_mine_gets_more_than_one_coin_above_another():
    for valley, opened, sold in walks():
        coins = coins_of_each_mine(valley, opened, sold)
        assert max(coins) - min(coins) <= 1


@pytest.mark.rule("SF-25", "SF-R13")
def test_the_walk_in_a_circle_is_what_the_rulebook_tells_pass_by_pass():
    for valley, opened, sold in walks():
        coins = valley.mines[sold].value
        assert coins_of_each_mine(valley, opened, sold) == by_hand(opened, sold, coins)


@pytest.mark.rule("SF-25")
def test_other_valleys_get_nothing():
    game = given(mines={"ogwen-1": BLUE, "dulas-1": RED})
    assert shares(game, "ogwen-1") == [4, 0]


@pytest.mark.rule("SF-R15", "SF-25")
def test_a_mine_with_a_black_marker_still_shares():
    game = given(mines={"ogwen-1": RED, "ogwen-2": BLUE}, sold=("ogwen-1",))
    assert shares(game, "ogwen-2") == [2, 2]


@pytest.mark.rule("SF-R14")
def test_the_seller_of_anothers_mine_gets_only_what_his_own_mines_get():
    game = at_work(4, mines={"ogwen-1": BLUE, "ogwen-2": RED})
    answer(game, SellSlate("ogwen-2"))  # 4 coins: red, blue, red, blue
    assert [player.money for player in game.players] == [5, 5]
    game = at_work(4, mines={"ogwen-1": RED})
    answer(game, SellSlate("ogwen-1"))
    assert [player.money for player in game.players] == [3, 7]


@pytest.mark.rule("SF-32", "SF-R14")
def test_better_sale_brings_its_owner_two_more_when_he_sells():
    game = at_work(4, mines={"ogwen-1": RED}, boxes={"better_sale": [BLUE]})
    assert answer(game, SellSlate("ogwen-1")) == [
        SlateSold(BLUE, "ogwen-1", 4),
        ShareReceived(RED, 4),
        SaleBonusReceived(BLUE, 2),
    ]
    assert [player.money for player in game.players] == [5, 7]


@pytest.mark.rule("SF-32")
def test_better_sale_brings_nothing_when_another_player_sells():
    game = at_work(4, mines={"ogwen-1": RED}, boxes={"better_sale": [RED]})
    assert of(answer(game, SellSlate("ogwen-1")), SaleBonusReceived) == []
    assert [player.money for player in game.players] == [3, 7]


@pytest.mark.rule("SF-R24", "SF-32")
def test_better_sale_works_from_the_moment_the_marker_lies_there():
    game = worked_off({5: {BLUE: 2}}, mines={"ogwen-1": RED}).game
    answer(game, Develop("better_sale"))
    answer(game, PayMarkers(1, ()))
    events = answer(game, SellSlate("ogwen-1"))
    assert of(events, SaleBonusReceived) == [SaleBonusReceived(BLUE, 2)]


@pytest.mark.rule("SF-R24", "SF-23")
def test_a_mine_opened_in_the_same_round_can_be_sold():
    game = worked_off({3: {BLUE: 1}, 4: {RED: 1}}).game
    answer(game, OpenMine("ogwen-1"))
    assert legal(game, SellSlate) == [SellSlate("ogwen-1")]


@pytest.mark.rule("SF-R16")
def test_the_black_markers_reach_for_the_last_sale():
    mines = all_mines()
    game = at_work(4, mines=mines, sold=[*mines][:-1], players=[player(supply=1)] * 2)
    assert game.black_markers == 1
    answer(game, SellSlate([*mines][-1]))
    assert game.black_markers == 0
    assert all(mine.sold for mine in game.mines.values())
