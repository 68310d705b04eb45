"""Small tournaments, counted and seeded: they come out the same on every machine."""

import pytest

from workers.arena.tournament import play_fixture, schedule_fixtures
from workers.minds.player import parse_player


def leads(game, one, other, *, games, seed):
    """Points ahead of the other, match by match, each luck in both seat orders."""
    schedule = schedule_fixtures(game, 2, [parse_player(one), parse_player(other)], games, seed, {})
    return [play_fixture(fixture).lead for fixture in schedule]


@pytest.mark.parametrize("game", ["schiefer", "ruhrschifffahrt", "schichtwechsel"])
def test_greedy_beats_random_every_time(game):
    # Measured: 100 of 100 matches, by 75, 40 and 70 points on average.
    assert min(leads(game, "greedy", "random", games=10, seed=500)) > 0


@pytest.mark.parametrize(
    ("game", "budget", "games", "least"),
    [
        # Measured with these seeds: 5.8, 10 and 81 points on average. Budgets are a tenth of the usual ones.
        ("schiefer", "search:40it", 4, 2),
        ("ruhrschifffahrt", "search:40it", 2, 4),
        ("schichtwechsel", "search:20it", 2, 40),
    ],
)
def test_search_beats_greedy_even_in_a_hurry(game, budget, games, least):
    found = leads(game, budget, "greedy", games=games, seed=300)
    assert sum(found) / games > least
