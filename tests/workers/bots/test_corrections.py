"""Corrections: what search has taught about an answer is added to its heuristic value."""

import re

import pytest

from games.catalogue import GAMES
from games.kernel import Question, tag_of
from support.games.walk import walk
from workers.bots import policies
from workers.bots.evaluation import FEATURES
from workers.bots.policies import (
    CORRECTIONS,
    Corrections,
    estimate_corrected_values,
    estimate_values,
    name_answer,
)

ANSWER = re.compile(r"([a-z_]+): ([a-z_]+)( [a-z_]+=.+)?")


def questions(name, most=120):
    for position in walk(name, seats=2, seed=3):
        if len(position.legal) > 1:
            yield position
        if position.number > most:
            return


def correct(monkeypatch, name, trust, learned):
    monkeypatch.setattr(policies, "CORRECTIONS", {name: {2: Corrections(trust, learned)}})


@pytest.mark.parametrize("name", GAMES)
def test_a_correction_counts_for_its_answer_alone_and_as_much_as_of_the_match_is_left(name, monkeypatch):
    for position in questions(name):
        about = (position.game, position.live, position.legal)
        asked, left = type(position.live.agenda[0]), FEATURES[name].left(position.live)
        correct(monkeypatch, name, {}, {name_answer(asked, position.legal[-1]): (2.0, 6.0)})

        *others, last = estimate_corrected_values(*about)

        *plain, last_plain = estimate_values(*about)
        assert others == plain
        assert last == pytest.approx(last_plain + 2 + 4 * left)


@pytest.mark.parametrize("name", GAMES)
def test_a_heuristic_value_counts_as_much_as_it_is_trusted_with_the_question(name, monkeypatch):
    position = next(iter(questions(name)))
    about = (position.game, position.live, position.legal)
    correct(monkeypatch, name, {tag_of(type(position.live.agenda[0])): 0.5}, {})

    assert estimate_corrected_values(*about) == [each / 2 for each in estimate_values(*about)]


def test_a_game_that_has_learned_nothing_goes_by_its_heuristic(monkeypatch):
    monkeypatch.setattr(policies, "CORRECTIONS", {})
    position = next(iter(questions("schiefer")))
    about = (position.game, position.live, position.legal)

    assert estimate_corrected_values(*about) == estimate_values(*about)


def test_what_is_remembered_of_answers_has_a_bound_and_says_the_same_once_it_is_full(monkeypatch):
    position = next(iter(questions("schiefer")))
    about = (position.game, position.live, position.legal)
    asked = type(position.live.agenda[0])
    about_all = {name_answer(asked, each): (3.0, 3.0) for each in position.legal}
    correct(monkeypatch, "schiefer", {}, about_all)
    monkeypatch.setattr(policies, "MOST_REMEMBERED", 2)

    for _ in range(2):
        assert estimate_corrected_values(*about) == [each + 3 for each in estimate_values(*about)]
    assert len(position.legal) > 2
    assert len(policies.CORRECTIONS["schiefer"][2]._remembered) <= 2


def test_corrections_for_two_players_are_not_applied_to_four(monkeypatch):
    position = next(each for each in walk("schiefer", seats=4, seed=3) if len(each.legal) > 1)
    about = (position.game, position.live, position.legal)
    asked = type(position.live.agenda[0])
    correct(monkeypatch, "schiefer", {}, {name_answer(asked, each): (3.0, 3.0) for each in position.legal})

    assert estimate_corrected_values(*about) == estimate_values(*about)


LEARNED = [(name, corrections) for name, by_seats in CORRECTIONS.items() for corrections in by_seats.values()]


@pytest.mark.parametrize(("name", "learned"), LEARNED)
def test_every_correction_is_about_an_answer_to_a_question_of_the_game(name, learned):
    asked = {tag_of(kind) for kind in GAMES[name].items if issubclass(kind, Question)}
    said = {tag_of(kind) for kind in GAMES[name].commands}

    assert learned.trust.keys() <= asked
    for answer in learned.learned:
        question, command, _ = ANSWER.fullmatch(answer).groups()
        assert question in asked
        assert command in said


@pytest.mark.parametrize(("name", "learned"), LEARNED)
def test_most_answers_of_a_match_have_a_correction(name, learned):
    named = [
        name_answer(type(position.live.agenda[0]), command)
        for position in questions(name)
        for command in position.legal
    ]
    assert sum(answer in learned.learned for answer in named) > len(named) / 2
