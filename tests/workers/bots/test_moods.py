"""Moods: in a playout answers look a little better or worse than at a glance, to each seat in its own way."""

from itertools import islice
from statistics import fmean, pstdev

import msgspec
import pytest

from games.catalogue import GAMES
from support.games.luck import Seeded
from support.games.walk import walk
from workers.bots import moods, playout
from workers.bots.lessons import appraise_taught, command_at_a_taught_glance
from workers.bots.moods import NORMAL, Mood
from workers.bots.playout import play_on, play_out, usual_policy

NAME = "schichtwechsel"


def questions(name=NAME, many=30):
    """One by one: the table of each is the one that the walk goes on with."""
    return islice((each for each in walk(name, seats=2, seed=3) if len(each.legal) > 2), many)


def answer(position, seed, spread):
    return Mood(seed, spread)(position.game, position.live, position.legal, Seeded(1))


@pytest.mark.parametrize("name", GAMES)
def test_a_mood_that_adds_nothing_answers_at_a_taught_glance(name):
    for position in questions(name):
        about = (position.game, position.live, position.legal)
        worth = appraise_taught(*about)
        assert worth[position.legal.index(answer(position, 7, 0.0))] == max(worth)


@pytest.mark.parametrize("name", GAMES)
def test_the_stronger_a_mood_the_less_the_glance_counts(name):
    lost = [0.0, 0.0]
    for position in questions(name):
        worth = appraise_taught(position.game, position.live, position.legal)
        for number, spread in enumerate((0.5, 50.0)):
            lost[number] += max(worth) - worth[position.legal.index(answer(position, 7, spread))]
    assert lost[0] < lost[1]


def test_in_one_playout_the_same_answer_always_looks_alike_and_in_others_it_does_not():
    for position in questions(many=5):
        mood = Mood(7, 50.0)
        about = (position.game, position.live, position.legal, Seeded(1))
        assert len({mood(*about) for _ in range(5)}) == 1
        assert len({answer(position, seed, 50.0) for seed in range(30)}) > 1


def test_seats_are_in_moods_of_their_own():
    for position in questions(many=3):
        answers = [answer(position, seed, 50.0) for seed in range(20)]
        asked = position.live.agenda[0]
        position.live.agenda = (
            msgspec.structs.replace(asked, seat=1 - asked.seat),
            *position.live.agenda[1:],
        )
        assert [answer(position, seed, 50.0) for seed in range(20)] != answers
        position.live.agenda = (asked, *position.live.agenda[1:])


def test_what_moods_add_is_spread_normally():
    assert fmean(NORMAL) == pytest.approx(0, abs=0.001)
    assert pstdev(NORMAL) == pytest.approx(1, abs=0.01)
    position = next(iter(questions()))
    chosen = [answer(position, seed, 1000.0) for seed in range(2000)]
    shares = [chosen.count(command) / 2000 for command in position.legal]
    assert all(share == pytest.approx(1 / len(shares), abs=0.05) for share in shares)  # the glance is drowned


def test_a_playout_meets_the_same_moods_whenever_it_is_played_again():
    for position in questions(many=5):
        about = (position.game, position.live, position.legal[0])
        assert play_out(*about, 5) == play_out(*about, 5)
        assert len({play_out(*about, seed) for seed in range(10)}) > 1


def test_playouts_are_in_moods_where_that_was_found_to_pay_and_otherwise_at_a_taught_glance():
    for name in GAMES:
        for seats in (2, 3, 4):
            position = next(iter(walk(name, seats=seats, seed=3)))
            policy = usual_policy(position.game, position.live, 1)
            in_moods = (name, seats) in moods.SPREAD
            assert isinstance(policy, Mood) is in_moods
            assert (policy is command_at_a_taught_glance) is not in_moods


def test_a_game_without_an_outlook_has_no_moods(monkeypatch):
    monkeypatch.setattr(moods, "READINGS", {})
    position = next(iter(questions()))
    assert usual_policy(position.game, position.live, 1) is command_at_a_taught_glance


def test_everybody_is_asked_in_the_mood_of_the_playout(monkeypatch):
    position = next(iter(questions()))
    asked = []

    def answer_first(game, table, legal, luck):
        asked.append(table.agenda[0].seat)
        return legal[0]

    monkeypatch.setattr(playout, "Mood", lambda *_: answer_first)
    play_on(position.game, position.live, position.legal[0], 5)
    assert set(asked) == {0, 1}


def test_remembered_answers_are_bounded(monkeypatch):
    monkeypatch.setattr(moods, "MOST_REMEMBERED", 3)
    monkeypatch.setattr(moods, "_keys", {})
    for position in questions(many=10):
        answer(position, 7, 1.0)
        assert 0 < len(moods._keys) <= 3
