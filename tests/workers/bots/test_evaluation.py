"""The evaluation of a position: known features before the end, the score at the end."""

import pytest

from games.catalogue import GAMES
from games.kernel.copying import clone
from games.kernel.score import totals
from support.games import toy
from support.games.toy import ToyTable
from support.games.walk import walk
from workers.bots.evaluation import FEATURES, WEIGHTS, predict_points, weigh_features


def test_every_game_is_read_and_every_feature_has_a_weight():
    assert set(FEATURES) == set(WEIGHTS) == set(GAMES)
    assert all(set(WEIGHTS[name]) == set(GAMES[name].seats) for name in GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_reading_a_table_changes_nothing_and_says_something_of_every_seat(name):
    for position in walk(name, seats=3, seed=2):
        if position.number % 30 == 0:
            before = clone(position.live)
            assert len(predict_points(position.game, position.live)) == 3
            assert position.live == before
        if position.number > 200:
            return


@pytest.mark.parametrize("name", GAMES)
def test_almost_every_feature_of_a_table_has_a_weight(name):
    """A feature that never came up while the weights were fitted counts for nothing."""
    seen = set()
    for position in walk(name, seats=2, seed=4):
        for seat in (0, 1):
            seen |= FEATURES[name].extract(position.live, seat).keys()
    assert len(seen - WEIGHTS[name][2].keys()) <= 1


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_the_points_add_up(name):
    for position in walk(name, seats=4, seed=2):
        if position.number % 30 == 0 and position.legal:
            parts = weigh_features(position.game, position.live)
            assert [sum(each.values()) for each in parts] == predict_points(position.game, position.live)
            assert all("points" in each for each in parts)
        if position.number > 200:
            return


@pytest.mark.parametrize("name", GAMES)
def test_the_part_that_is_left_goes_from_one_to_none(name):
    left = [FEATURES[name].left(position.live) for position in walk(name, seats=2, seed=6)]
    assert left == sorted(left, reverse=True)
    assert all(0 <= each <= 1 for each in left)


@pytest.mark.parametrize("name", GAMES)
def test_at_the_end_the_score_is_all_there_is(name):
    *_, last = walk(name, seats=2, seed=8)
    assert predict_points(last.game, last.live) == totals(last.game.score(last.live), 2)


def test_a_game_nobody_has_studied_is_read_by_its_score():
    game = toy.toy_game()
    table = ToyTable(edition="first", stones=5, taken=[2, 1], agenda=(toy.Take(0),))
    assert predict_points(game, table) == totals(game.score(table), 2)
