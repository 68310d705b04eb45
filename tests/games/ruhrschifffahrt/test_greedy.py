"""The greedy bot plays sensibly by the heuristic of the game."""

from collections import Counter

import pytest

from support.games.golden import play_match
from support.games.ruhrschifffahrt_given import GAME
from support.games.walk import walk
from workers.bots.heuristics.ruhrschifffahrt import VALUES, estimate_values

NAME = "ruhrschifffahrt"


@pytest.fixture(scope="module")
def matches():
    return [play_match(NAME, seats=4, seed=seed) for seed in range(100, 108)]


def final_points(match):
    return [
        sum(line["points"] for line in match["score"] if line["seat"] == seat)
        for seat in range(match["seats"])
    ]


def happened(match):
    return Counter(event["type"] for batch in match["events"] for event in batch)


def test_four_greedy_players_make_40_to_55_points_on_average(matches):
    points = [each for match in matches for each in final_points(match)]
    assert 40 <= sum(points) / len(points) <= 55


def test_they_earn_tiles_and_build_locks_and_warehouses(matches):
    for match in matches:
        counts = happened(match)
        assert counts["tile_earned"] >= 4 * 5
        assert counts["lock_built"] >= 8
        assert counts["warehouse_built"] >= 4 * 3


def test_they_are_well_ahead_of_random_players(matches):
    lucky = [
        each
        for seed in range(4)
        for each in final_points(play_match(NAME, seats=4, seed=seed, mind="random"))
    ]
    greedy = [each for match in matches for each in final_points(match)]
    assert sum(greedy) / len(greedy) > 1.5 * sum(lucky) / len(lucky)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_option_has_a_worth_and_finding_it_changes_nothing(seats):
    for position in walk(NAME, seats=seats, seed=11):
        if position.number % 3 == 0:
            worth = estimate_values(position.live, position.legal)
            assert all(isinstance(each, float | int) for each in worth)
        assert position.live == position.folded


def test_no_command_is_forgotten():
    assert set(VALUES) == set(GAME.commands)
