"""Noise: in a rollout answers look a little better or worse, to each seat in its own way."""

from itertools import islice
from statistics import fmean, pstdev

import msgspec
import pytest

from games.catalogue import GAMES
from support.games.luck import Seeded
from support.games.walk import walk
from workers.bots import policies
from workers.bots.policies import NORMAL, NoisyPolicy, corrected_policy, estimate_corrected_values
from workers.bots.rollouts import roll_out, roll_out_lead, rollout_policy

NAME = "schichtwechsel"


def questions(name=NAME, many=30):
    """One by one: the table of each is the one that the walk goes on with."""
    return islice((each for each in walk(name, seats=2, seed=3) if len(each.legal) > 2), many)


def answer(position, seed, deviation):
    return NoisyPolicy(seed, deviation)(position.game, position.live, position.legal, Seeded(1))


@pytest.mark.parametrize("name", GAMES)
def test_without_deviation_it_answers_by_the_corrected_values(name):
    for position in questions(name):
        about = (position.game, position.live, position.legal)
        values = estimate_corrected_values(*about)
        assert values[position.legal.index(answer(position, 7, 0.0))] == max(values)


@pytest.mark.parametrize("name", GAMES)
def test_the_stronger_the_noise_the_less_the_values_count(name):
    lost = [0.0, 0.0]
    for position in questions(name):
        values = estimate_corrected_values(position.game, position.live, position.legal)
        for number, deviation in enumerate((0.5, 50.0)):
            lost[number] += max(values) - values[position.legal.index(answer(position, 7, deviation))]
    assert lost[0] < lost[1]


def test_in_one_rollout_the_same_answer_always_looks_alike_and_in_others_it_does_not():
    for position in questions(many=5):
        policy = NoisyPolicy(7, 50.0)
        about = (position.game, position.live, position.legal, Seeded(1))
        assert len({policy(*about) for _ in range(5)}) == 1
        assert len({answer(position, seed, 50.0) for seed in range(30)}) > 1


def test_seats_have_noise_of_their_own():
    for position in questions(many=3):
        answers = [answer(position, seed, 50.0) for seed in range(20)]
        asked = position.live.agenda[0]
        position.live.agenda = (
            msgspec.structs.replace(asked, seat=1 - asked.seat),
            *position.live.agenda[1:],
        )
        assert [answer(position, seed, 50.0) for seed in range(20)] != answers
        position.live.agenda = (asked, *position.live.agenda[1:])


def test_noise_is_distributed_normally():
    assert fmean(NORMAL) == pytest.approx(0, abs=0.001)
    assert pstdev(NORMAL) == pytest.approx(1, abs=0.01)
    position = next(iter(questions()))
    chosen = [answer(position, seed, 1000.0) for seed in range(2000)]
    shares = [chosen.count(command) / 2000 for command in position.legal]
    assert all(
        share == pytest.approx(1 / len(shares), abs=0.05) for share in shares
    )  # the values are drowned


def test_a_rollout_meets_the_same_noise_whenever_it_is_played_again():
    for position in questions(many=5):
        about = (position.game, position.live, position.legal[0])
        assert roll_out_lead(*about, 5) == roll_out_lead(*about, 5)
        assert len({roll_out_lead(*about, seed) for seed in range(10)}) > 1


def test_rollouts_are_noisy_where_that_was_found_to_pay_and_otherwise_by_corrected_values():
    for name in GAMES:
        for seats in (2, 3, 4):
            position = next(iter(walk(name, seats=seats, seed=3)))
            policy = rollout_policy(position.game, position.live, 1)
            is_noisy = (name, seats) in policies.NOISE
            assert isinstance(policy, NoisyPolicy) is is_noisy
            assert (policy is corrected_policy) is not is_noisy


def test_a_game_without_features_has_no_noise(monkeypatch):
    monkeypatch.setattr(policies, "FEATURES", {})
    position = next(iter(questions()))
    assert rollout_policy(position.game, position.live, 1) is corrected_policy


def test_everybody_is_asked_with_the_noise_of_the_rollout(monkeypatch):
    position = next(iter(questions()))
    asked = []

    def answer_first(game, table, legal, luck):
        asked.append(table.agenda[0].seat)
        return legal[0]

    monkeypatch.setattr(policies, "NoisyPolicy", lambda *_: answer_first)
    roll_out(position.game, position.live, position.legal[0], 5)
    assert set(asked) == {0, 1}


def test_remembered_answers_are_bounded(monkeypatch):
    monkeypatch.setattr(policies, "MOST_REMEMBERED", 3)
    monkeypatch.setattr(policies, "_keys", {})
    for position in questions(many=10):
        answer(position, 7, 1.0)
        assert 0 < len(policies._keys) <= 3
