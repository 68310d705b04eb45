"""A review: every answer that counts is a decision; its cost and its luck are found where they are plain."""

from itertools import islice

import msgspec
import pytest

from events.codec import encode
from games.kernel import Play
from games.kernel.copying import clone
from games.match.actor import Actor
from service.matches.folding import fold_entries, struck_versions, turn_in
from support.api import books
from workers.analysis import review
from workers.analysis.review import (
    FreshRollouts,
    count_decisions,
    judge_decision,
    list_decisions,
    mean_leads,
)
from workers.bots import policies
from workers.bots.policies import estimate_corrected_values
from workers.bots.rollouts import SimulatedLuck
from workers.bots.search import StepsAfterSearch, search_options
from workers.bots.time_control import NO_SUSPENSION, Budget

ROLLOUTS = 30
FAR_BEHIND = 12  # points, as a search of its own sees it


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_every_answer_that_counts_is_a_decision_among_its_options(game):
    entries = books.begin_book(game)

    decisions = list(list_decisions(entries))

    assert [one.version for one in decisions] == [each.version for each in entries if turn_in(each)]
    assert len(decisions) == count_decisions(entries)
    for one in decisions:
        assert one.chosen in one.legal
        assert one.seat == Actor.parse(entries[one.version - 1].actor).seat


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_the_tables_are_those_before_and_after_the_entry(game):
    entries = books.begin_book(game)
    for one in list_decisions(entries):
        assert encode(one.before) == encode(fold_entries(entries[: one.version - 1]).table)
        assert encode(one.after) == encode(fold_entries(entries[: one.version]).table)
        assert one.drew == (b"luck_drawn" in bytes(entries[one.version - 1].events))


def test_what_was_taken_back_was_never_decided():
    entries = books.lively("schichtwechsel")
    gone = struck_versions(entries)
    versions = {one.version for one in list_decisions(entries)}
    assert gone
    assert not gone & versions
    assert len(versions) == count_decisions(entries)


def test_a_review_goes_on_behind_a_version():
    entries = books.begin_book("schichtwechsel")
    every = [one.version for one in list_decisions(entries)]
    assert [one.version for one in list_decisions(entries, after=every[2])] == every[3:]


def decisions(game, many):
    return list(list_decisions(books.begin_book(game)))[:many]


def search(decision, rollouts=120):
    game, table, legal = decision.game, decision.before, decision.legal
    searched = search_options(game, table, legal, SimulatedLuck(1), Budget(rollouts=rollouts), NO_SUSPENSION)
    return [each for each in searched if each.rollouts > 1]


def choosing(decision, command):
    """The same decision, had that been chosen."""
    play = Play(decision.game.rules, clone(decision.before), SimulatedLuck(3))
    play.answer(command)
    return decision._replace(chosen=command, after=play.game)


@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_the_same_decision_gets_the_same_verdict_and_is_left_as_it_was(game):
    for decision in decisions(game, 3):
        before = encode(decision.before), encode(decision.after)
        assert judge_decision(decision, ROLLOUTS) == judge_decision(decision, ROLLOUTS)
        assert (encode(decision.before), encode(decision.after)) == before


def test_a_choice_that_is_far_behind_costs_and_the_best_one_does_not():
    found = []
    for decision in list_decisions(books.play_book("schichtwechsel")):
        searched = search(decision) if decision.version % 9 == 0 and len(found) < 2 else []
        if searched and searched[0].lead - searched[-1].lead > FAR_BEHIND:
            found.append((decision, searched[0].command, searched[-1].command))
    assert found
    for decision, best, worst in found:
        judged = judge_decision(choosing(decision, worst), ROLLOUTS)
        assert judged.cost > 5
        assert judged.best != encode(worst)
        assert judge_decision(choosing(decision, best), ROLLOUTS).cost < judged.cost


def test_a_cost_stays_in_points_where_heuristic_values_count(monkeypatch):
    """It is the mean of what rollouts and what heuristic values lose, not both together."""
    compared = 0
    for decision in list_decisions(books.play_book("schichtwechsel")):
        worst = search(decision)[-1:] if decision.version % 9 == 0 else []
        if not worst or compared == 3:
            continue
        judged = {}
        for weight in (0.0, 1.0):
            monkeypatch.setattr(policies, "HEURISTIC_WEIGHTS", {("schichtwechsel", 2): weight})
            judged[weight] = judge_decision(choosing(decision, worst[0].command), ROLLOUTS)
        if judged[0.0].cost > FAR_BEHIND and judged[0.0].best == judged[1.0].best:
            estimated = estimate_corrected_values(decision.game, decision.before, decision.legal)
            values = dict(zip(map(encode, decision.legal), estimated, strict=True))
            lost = values[encode(judged[0.0].best)] - values[encode(worst[0].command)]
            assert judged[1.0].cost == pytest.approx((judged[0.0].cost + lost) / 2, abs=0.02)
            compared += 1
    assert compared


@pytest.mark.parametrize(("gap", "cost"), [(0.004, 0), (0.006, 0.01)])
def test_a_difference_that_rounds_to_nothing_costs_nothing(monkeypatch, gap, cost):
    """As between options that come to the same in all rollouts, and differ a little in heuristic values."""
    monkeypatch.setattr(review, "compare", lambda *_: (gap, 0.0))
    decision = next(each for each in decisions("schichtwechsel", 40) if len(each.legal) > 3)
    decision = choosing(decision, search(decision)[-1].command)
    judged = judge_decision(decision, ROLLOUTS)
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
        fresh = FreshRollouts(decision, StepsAfterSearch(NO_SUSPENSION))
        promised = mean_leads(fresh.roll_out(decision.chosen, range(8)))
        assert fresh.leads_found(8) == pytest.approx(promised)
