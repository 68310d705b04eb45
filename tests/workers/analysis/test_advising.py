"""Advice: leads are points, also where a glance has its say in the search."""

import pytest

from support.desk import books
from workers.analysis.advising import ADVICE_BUDGET, advise, leads_in_points
from workers.analysis.decisions import list_decisions
from workers.bots import greedy
from workers.bots.budget import Budget
from workers.bots.greedy import count_against
from workers.bots.lessons import appraise_taught
from workers.bots.pace import NO_HURRY
from workers.bots.playout import OwnLuck
from workers.bots.search import weigh_options

SHORT = Budget(playouts=60)


@pytest.fixture(params=books.GAME_NAMES)
def decision(request):
    return next(each for each in list_decisions(books.begin_book(request.param)) if len(each.legal) > 3)


def weigh(decision):
    about = (decision.game, decision.before, decision.legal)
    return weigh_options(*about, OwnLuck(1), SHORT, NO_HURRY)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_best_has_the_lead_of_its_playouts_and_others_lose_the_mean_of_both_judgements(
    decision, share, monkeypatch
):
    game, table = decision.game, decision.before
    monkeypatch.setattr(greedy, "SHARE_OF_GLANCE", {(game.name, 2): share})
    tried = weigh(decision)
    against = count_against(game, table, appraise_taught(game, table, [one.command for one in tried]))
    played_out = [None if one.lead is None else one.lead + of for one, of in zip(tried, against, strict=True)]

    leads = leads_in_points(game, table, tried)

    assert leads[0] == pytest.approx(played_out[0])
    for lead, without, counted in zip(leads[1:], played_out[1:], against[1:], strict=True):
        if without is not None:
            lost = (played_out[0] - without) + (counted - against[0])
            assert leads[0] - lead == pytest.approx(lost / (1 + share))


def test_advice_tells_these_leads_with_the_best_first(decision):
    about = (decision.before.agenda[0], decision.before, decision.version)
    options = advise(decision.game, *about, OwnLuck(2), ADVICE_BUDGET, NO_HURRY).options
    leads = [one.lead for one in options if one.playouts == options[0].playouts]
    assert leads == sorted(leads, reverse=True)
