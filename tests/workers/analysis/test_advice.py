"""Advice: leads are points, and the features that make a difference add up to the evaluation."""

import pytest

from games.catalogue import GAMES
from games.kernel.words import LANGUAGES
from service.queries.analysis import ANALYSIS_WORDS, name_sign
from support.api import books
from support.games.positions import golden_position
from workers.analysis.advice import (
    ADVICE_BUDGET,
    advise,
    explain_difference,
    lead_by_feature,
    leads_in_points,
    weigh_by_feature,
)
from workers.analysis.review import list_decisions
from workers.bots import policies
from workers.bots.evaluation import predict_points
from workers.bots.policies import estimate_corrected_values, list_penalties
from workers.bots.rollouts import SimulatedLuck, lead_of
from workers.bots.search import StepsAfterSearch, search_options
from workers.bots.time_control import NO_SUSPENSION, Budget

SHORT = Budget(rollouts=60)
PARTS = (0.1, 0.5, 0.9)  # of golden matches


@pytest.fixture(params=books.GAME_NAMES)
def decision(request):
    return next(each for each in list_decisions(books.begin_book(request.param)) if len(each.legal) > 3)


def search(decision):
    about = (decision.game, decision.before, decision.legal)
    return search_options(*about, SimulatedLuck(1), SHORT, NO_SUSPENSION)


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_the_best_has_the_lead_of_its_rollouts_and_others_lose_the_mean_of_both_judgements(
    decision, weight, monkeypatch
):
    game, table = decision.game, decision.before
    monkeypatch.setattr(policies, "HEURISTIC_WEIGHTS", {(game.name, 2): weight})
    searched = search(decision)
    penalties = list_penalties(
        game, table, estimate_corrected_values(game, table, [one.command for one in searched])
    )
    rolled_out = [
        None if one.lead is None else one.lead + of for one, of in zip(searched, penalties, strict=True)
    ]

    leads = leads_in_points(game, table, searched)

    assert leads[0] == pytest.approx(rolled_out[0])
    for lead, without, counted in zip(leads[1:], rolled_out[1:], penalties[1:], strict=True):
        if without is not None:
            lost = (rolled_out[0] - without) + (counted - penalties[0])
            assert leads[0] - lead == pytest.approx(lost / (1 + weight))


def test_advice_has_these_leads_with_the_best_first(decision):
    about = (decision.before.agenda[0], decision.before, decision.version)
    options = advise(decision.game, *about, SimulatedLuck(2), ADVICE_BUDGET, NO_SUSPENSION).options
    leads = [one.lead for one in options if one.playouts == options[0].playouts]
    assert leads == sorted(leads, reverse=True)


@pytest.mark.parametrize("name", books.GAME_NAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_features_add_up_to_the_evaluation(name, seats):
    for part in PARTS:
        table = golden_position(name, seats, part)
        summed = [
            sum(points for _, points in features.values())
            for features in weigh_by_feature(GAMES[name], table)
        ]
        assert summed == pytest.approx(predict_points(GAMES[name], table))
        lead = sum(points for _, points in lead_by_feature(GAMES[name], table, 0).values())
        assert lead == pytest.approx(lead_of(GAMES[name], table, 0))


@pytest.mark.parametrize("name", books.GAME_NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sign_has_a_name_for_people(name, lang):
    game = GAMES[name]
    signs = {
        sign
        for seats in game.seats
        for part in PARTS
        for by_name in weigh_by_feature(game, golden_position(name, seats, part))
        for sign in by_name
    }
    assert signs
    worded = ANALYSIS_WORDS.sections[name]
    assert [sign for sign in sorted(signs) if sign not in worded and not game.words.knows(sign)] == []
    assert all(name_sign(name, game.words, sign, lang) for sign in signs)


def test_what_speaks_for_one_option_speaks_against_the_other():
    decision = next(list_decisions(books.begin_book("schichtwechsel")))
    one, other = decision.legal[:2]
    pro = explain_difference(decision.game, decision.before, one, other, 1, StepsAfterSearch(NO_SUSPENSION))
    contra = explain_difference(
        decision.game, decision.before, other, one, 1, StepsAfterSearch(NO_SUSPENSION)
    )
    assert [(each.sign, -each.points) for each in pro] == [(each.sign, each.points) for each in contra]
