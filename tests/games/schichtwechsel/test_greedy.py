"""The greedy bot plays sensibly by the heuristic of the game."""

from collections import Counter

import pytest

from games.schichtwechsel.effects import Effect
from support.games.golden import play_match, refold
from support.games.schichtwechsel_given import GAME
from support.games.walk import walk
from workers.bots.heuristics.schichtwechsel import VALUES, estimate_values
from workers.bots.heuristics.schichtwechsel_effects import EFFECT_VALUES

NAME = "schichtwechsel"
MATCHES = 8


@pytest.fixture(scope="module")
def matches():
    return [play_match(NAME, seats=4, seed=seed) for seed in range(100, 100 + MATCHES)]


def test_four_greedy_players_sell_two_pairs_of_coke_or_more_on_average(matches):
    pairs = [player.pairs for match in matches for player in refold(match).players]
    assert sum(pairs) / len(pairs) >= 2


def test_they_keep_the_water_down(matches):
    tops = sum(
        event["type"] == "water_rose" and event["level"] == 7
        for match in matches
        for batch in match["events"]
        for event in batch
    )
    assert tops / (4 * MATCHES) <= 1, "at most one flood a player and match"


def test_they_make_45_points_or_more_on_average(matches):
    points = Counter()
    for match in matches:
        for line in match["score"]:
            points[line["seat"]] += line["points"]
    assert sum(points.values()) / (4 * MATCHES) >= 45


def test_every_command_and_every_effect_has_a_value():
    assert set(VALUES) == set(GAME.commands)
    assert set(EFFECT_VALUES) == set(Effect.__subclasses__())


def test_whatever_is_legal_has_a_value():
    for position in walk(NAME, seats=3, seed=5):
        if position.legal:
            assert all(isinstance(each, float) for each in estimate_values(position.live, position.legal))
