"""Tournaments: balanced, repeatable, and honest about how sure their shares are."""

from collections import Counter

import pytest

from workers.arena.tournament import (
    CrossTable,
    Fixture,
    FixtureOutcome,
    play_fixture,
    play_fixtures,
    schedule_fixtures,
    wilson_interval,
)
from workers.bots.player import parse_player

RANDOM, GREEDY, SEARCH = map(parse_player, ("random", "greedy", "search:30it"))


def test_every_seat_order_comes_equally_often_with_the_same_luck():
    schedule = schedule_fixtures("schiefer", 2, [RANDOM, GREEDY], 6, 40, {})
    assert Counter(each.seat for each in schedule) == {0: 3, 1: 3}
    assert Counter(each.seed for each in schedule) == {40: 2, 41: 2, 42: 2}


def test_two_minds_in_two_seats_meet_once_and_in_more_seats_both_ways():
    minds = [RANDOM, GREEDY, SEARCH]
    assert len(schedule_fixtures("schiefer", 2, minds, 2, 1, {})) == 3 * 2
    schedule = schedule_fixtures("schiefer", 3, minds, 3, 1, {})
    assert Counter((each.one, each.seat) for each in schedule) == {
        (mind, seat): 2 for mind in minds for seat in range(3)
    }


def test_one_mind_may_meet_the_others_alone_and_nobody_else_does():
    schedule = schedule_fixtures("schiefer", 4, [RANDOM, GREEDY, SEARCH], 4, 1, {}, SEARCH)
    assert {(each.one, each.others) for each in schedule} == {(SEARCH, RANDOM), (SEARCH, GREEDY)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_counted_tournament_comes_out_the_same_in_any_number_of_processes(jobs):
    schedule = schedule_fixtures("schichtwechsel", 2, [GREEDY, RANDOM], 4, 7, {})
    with play_fixtures(schedule, jobs) as played:
        found = sorted(played, key=lambda each: (each.fixture.seed, each.fixture.seat))
    assert found == [play_fixture(fixture) for fixture in schedule]


def test_a_duel_stands_in_the_table_from_both_sides():
    table = CrossTable(2)
    for won, lead in ((1.0, 9), (0.5, 0), (0.0, -2)):
        table.take(FixtureOutcome(Fixture("schiefer", 2, GREEDY, RANDOM, 0, 1, {}), won, lead))
    one, other = table.records[GREEDY, RANDOM], table.records[RANDOM, GREEDY]
    assert (one.wins, one.lead, one.matches) == (1.5, 7, 3)
    assert (other.wins, other.lead, other.matches) == (1.5, -7, 3)


def test_a_match_without_end_counts_for_nobody():
    table = CrossTable(2)
    table.take(FixtureOutcome(Fixture("schiefer", 2, GREEDY, RANDOM, 0, 1, {}), None))
    assert table.records[GREEDY, RANDOM].matches == 0
    assert table.endless == 1


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(75, 100, 0.657, 0.825), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (1, 2, 0.095, 0.905)],
)
def test_the_interval_is_wilsons(wins, matches, low, high):
    # Values of the textbook formula, computed apart.
    assert wilson_interval(wins, matches) == pytest.approx((low, high), abs=0.001)
