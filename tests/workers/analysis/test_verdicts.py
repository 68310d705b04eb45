"""What a decision cost and what luck did: found where it is plain, and always the same."""

from itertools import islice

import msgspec
import pytest

from events.codec import encode
from games.kernel import Play
from games.kernel.copying import clone
from support.desk import books
from workers.analysis import verdicts
from workers.analysis.decisions import list_decisions
from workers.analysis.verdicts import Judge, judge_decision, mean_leads
from workers.bots import greedy
from workers.bots.budget import Budget
from workers.bots.lessons import appraise_taught
from workers.bots.pace import NO_HURRY
from workers.bots.playout import OwnLuck
from workers.bots.search import weigh_options
from workers.bots.second_looks import SecondLooks

PLAYOUTS = 30
FAR_BEHIND = 12  # points, as a search of its own sees it


def decisions(game, many):
    return list(list_decisions(books.begin_book(game)))[:many]


def weigh(decision, playouts=120):
    game, table, legal = decision.game, decision.before, decision.legal
    tried = weigh_options(game, table, legal, OwnLuck(1), Budget(playouts=playouts), NO_HURRY)
    return [each for each in tried if each.playouts > 1]


def choosing(decision, command):
    """The same decision, had that been chosen."""
    play = Play(decision.game.rules, clone(decision.before), OwnLuck(3))
    play.answer(command)
    return decision._replace(chosen=command, after=play.game)


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_the_same_decision_gets_the_same_verdict_and_is_left_as_it_was(game):
    for decision in decisions(game, 3):
        before = encode(decision.before), encode(decision.after)
        assert judge_decision(decision, PLAYOUTS) == judge_decision(decision, PLAYOUTS)
        assert (encode(decision.before), encode(decision.after)) == before


def test_a_choice_that_is_far_behind_costs_and_the_best_one_does_not():
    found = []
    for decision in list_decisions(books.play_book("schichtwechsel")):
        tried = weigh(decision) if decision.version % 9 == 0 and len(found) < 2 else []
        if tried and tried[0].lead - tried[-1].lead > FAR_BEHIND:
            found.append((decision, tried[0].command, tried[-1].command))
    assert found
    for decision, best, worst in found:
        judged = judge_decision(choosing(decision, worst), PLAYOUTS)
        assert judged.cost > 5
        assert judged.best != encode(worst)
        assert judge_decision(choosing(decision, best), PLAYOUTS).cost < judged.cost


def test_a_cost_stays_in_points_where_a_glance_has_its_say(monkeypatch):
    """It is the mean of what the playouts lose and of what is lost at a glance, not both together."""
    compared = 0
    for decision in list_decisions(books.play_book("schichtwechsel")):
        worst = weigh(decision)[-1:] if decision.version % 9 == 0 else []
        if not worst or compared == 3:
            continue
        judged = {}
        for share in (0.0, 1.0):
            monkeypatch.setattr(greedy, "SHARE_OF_GLANCE", {("schichtwechsel", 2): share})
            judged[share] = judge_decision(choosing(decision, worst[0].command), PLAYOUTS)
        if judged[0.0].cost > FAR_BEHIND and judged[0.0].best == judged[1.0].best:
            worth = appraise_taught(decision.game, decision.before, decision.legal)
            at_a_glance = dict(zip(map(encode, decision.legal), worth, strict=True))
            lost = at_a_glance[encode(judged[0.0].best)] - at_a_glance[encode(worst[0].command)]
            assert judged[1.0].cost == pytest.approx((judged[0.0].cost + lost) / 2, abs=0.02)
            compared += 1
    assert compared


@pytest.mark.parametrize(("gap", "cost"), [(0.004, 0), (0.006, 0.01)])
def test_a_difference_that_rounds_to_nothing_costs_nothing(monkeypatch, gap, cost):
    """As between options that come to the same in all playouts, and differ a little at a glance."""
    monkeypatch.setattr(verdicts, "compare", lambda *_: (gap, 0.0))
    decision = next(each for each in decisions("schichtwechsel", 40) if len(each.legal) > 3)
    decision = choosing(decision, weigh(decision)[-1].command)
    judged = judge_decision(decision, PLAYOUTS)
    assert judged.cost == cost
    assert (judged.best == msgspec.to_builtins(decision.chosen)) == (cost == 0)


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_luck_is_told_where_luck_was_drawn_and_one_gains_what_the_other_loses(game):
    for decision in decisions(game, 6):
        judged = judge_decision(decision, 10)
        assert (judged.luck is not None) == decision.drew
        assert sum(judged.outlook) == pytest.approx(0, abs=0.02)  # of two seats
        if judged.luck is not None:
            assert sum(judged.luck) == pytest.approx(0, abs=0.03)


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_where_no_luck_was_drawn_the_table_promises_afterwards_what_its_answer_promised(game):
    """Else the two would differ not by luck but by how they were played on."""
    played = list_decisions(books.play_book(game))
    undrawn = [*islice((each for each in played if not each.drew and each.after.agenda), 12)]
    assert undrawn
    for decision in undrawn:
        judge = Judge(decision, SecondLooks(NO_HURRY))
        promised = mean_leads(judge.play_out(decision.chosen, range(8)))
        assert judge.leads_found(8) == pytest.approx(promised)
