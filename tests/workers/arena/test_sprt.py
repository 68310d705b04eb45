"""A contest ends when it is clear, and not before: the sequential test of a tournament."""

from random import Random

import pytest

from workers.arena.sprt import LEAST_SHARES, SequentialTest, TournamentTest
from workers.arena.tournament import FixtureOutcome, schedule_fixtures
from workers.bots.player import parse_player


def play_contest(share, seed, *, most=2000):
    """Pairs of matches between minds of which one wins so often; the verdict and their number."""
    random, contest = Random(seed), SequentialTest(0.425, 0.575)
    while contest.verdict == "open" and len(contest.shares) < most:
        contest.take(sum(random.random() < share for _ in range(2)) / 2)
    return contest.verdict, len(contest.shares)


@pytest.mark.parametrize(("share", "wrong"), [(0.575, "below"), (0.425, "above")])
def test_at_most_one_of_twenty_contests_ends_wrongly(share, wrong):
    verdicts = [play_contest(share, seed)[0] for seed in range(400)]
    assert verdicts.count("open") == 0
    assert verdicts.count(wrong) <= 30  # 20 are allowed; four standard deviations more


def test_the_farther_apart_the_sooner_it_ends():
    lengths = [sum(play_contest(share, seed)[1] for seed in range(50)) for share in (0.575, 0.7, 0.95)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] >= 50 * LEAST_SHARES


def test_a_few_that_all_ended_alike_are_not_enough():
    contest = SequentialTest(0.425, 0.575)
    for _ in range(LEAST_SHARES - 1):
        contest.take(1.0)
    assert contest.verdict == "open"
    contest.take(1.0)
    assert contest.verdict == "above"


def test_a_luck_counts_once_it_was_played_in_every_seat_order():
    greedy, random = parse_player("greedy"), parse_player("random")
    schedule = schedule_fixtures("schiefer", 3, [greedy, random], 12, 1, {}, alone=greedy)
    test = TournamentTest(schedule)
    [contest] = test.contests.values()
    for number, fixture in enumerate(schedule, 1):
        over = test.settles(FixtureOutcome(fixture, 1.0))
        assert len(contest.shares) == number // 3
        assert over == (number == len(schedule))
    assert contest.verdict == "above"


def test_a_match_without_an_end_leaves_its_luck_out():
    greedy, random = parse_player("greedy"), parse_player("random")
    schedule = schedule_fixtures("schiefer", 2, [greedy, random], 2, 1, {})
    test = TournamentTest(schedule)
    for fixture, won in zip(schedule, (1.0, None), strict=True):
        test.settles(FixtureOutcome(fixture, won))
    assert [contest.shares for contest in test.contests.values()] == [[]]
