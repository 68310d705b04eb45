"""Levels: the same luck plays the same, the lower ones slip, and neighbours differ."""

from itertools import pairwise

import pytest

from games.catalogue import GAMES
from games.match.quantities import HIGHEST_LEVEL, LOWEST_LEVEL
from games.match.state import MILLISECONDS_OF_LEVEL, Bot
from support.games.luck import Seeded
from support.games.walk import walk
from workers.arena.tournament import play_fixture, schedule_fixtures
from workers.bots import choose, levels
from workers.bots.levels import PERCENT, SKILLS, Skill, SkillsBySeats, better_half
from workers.bots.player import parse_player
from workers.bots.policies import heuristic_policy
from workers.bots.time_control import Budget

LEVELS = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)
SHORT = Budget(rollouts=20)


def positions(name, seats=3):
    for position in walk(name, seats=seats, seed=5):
        if len(position.legal) > 3 and position.number % 25 == 0:
            yield position
        if position.number > 150:
            return


def chosen(position, level, seed):
    return choose("level", position.game, position.live, position.legal, Seeded(seed), SHORT, level=level)


def test_every_game_has_every_level_and_every_level_its_time():
    assert set(SKILLS) == set(GAMES)
    lengths = {len(of_seats) for by_seats in SKILLS.values() for of_seats in by_seats}
    assert lengths == {len(LEVELS)} == {len(MILLISECONDS_OF_LEVEL)}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_who_never_thinks_takes_no_time_and_who_thinks_takes_some(name, seats):
    times = [Bot("level", level=level).thinks for level in LEVELS]
    assert [time > 0 for time in times] == [skill.searches > 0 for skill in SKILLS[name].of(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_no_level_slips_more_or_thinks_less_than_the_one_below(name, seats):
    for below, level in pairwise(SKILLS[name].of(seats)):
        assert level.errors <= below.errors
        assert level.searches >= below.searches
        assert level != below


def test_how_often_a_level_slips_goes_by_the_number_of_seats(monkeypatch):
    """A level that always slips with two seats, and never with more."""
    erring, flawless = (tuple(Skill(errors, 0) for _ in LEVELS) for errors in (100, 0))
    monkeypatch.setattr(levels, "SKILLS", {"schiefer": SkillsBySeats(two=erring, more=flawless)})
    for seats, errors in ((2, True), (3, False), (4, False)):
        differing = 0
        for position in positions("schiefer", seats):
            luck = Seeded(7)
            luck.below(PERCENT)  # whether it slips
            plain = heuristic_policy(position.game, position.live, position.legal, luck)
            differing += chosen(position, HIGHEST_LEVEL, seed=7) != plain
        assert (differing > 0) is errors


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_the_same_luck_takes_the_same_option(name, level):
    for position in positions(name):
        command = chosen(position, level, seed=7)
        assert command in position.legal
        assert chosen(position, level, seed=7) == command


@pytest.mark.parametrize("name", GAMES)
def test_a_slip_is_one_of_the_better_half(name):
    errors = 0
    for position in positions(name):
        about = (position.game, position.live, position.legal)
        better = better_half(*about)
        for seed in range(20):
            command = chosen(position, LOWEST_LEVEL, seed)
            assert command in better
            errors += command != heuristic_policy(*about, Seeded(seed))
    assert errors > 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [2, 3])
def test_a_level_beats_the_one_below(name, level):
    one, below = parse_player(f"level:{level}"), parse_player(f"level:{level - 1}")
    schedule = schedule_fixtures(name, 2, [one, below], 20, 900, {})
    assert sum(play_fixture(fixture).won for fixture in schedule) > 10
