"""Nested rollouts: they try the best answers to doubtful questions; a long search ends with them."""

from itertools import islice

import pytest

from games.kernel import tag_of
from games.kernel.copying import clone
from support.games.luck import Seeded
from support.games.walk import walk
from workers.bots import rollouts as rollouts_module
from workers.bots.policies import corrected_policy
from workers.bots.rollouts import NESTING, TRIES, NestedPolicy, roll_out_lead
from workers.bots.search import LEAST_PASSES, LEAST_ROLLOUTS, Candidate, Race, search_options
from workers.bots.time_control import NEW_SEARCH, NO_SUSPENSION, Budget

NESTED = [name for name, seats in NESTING if seats == 2]
NAME = "ruhrschifffahrt"  # where one way will do
LONG, SHORT = Budget(rollouts=600), Budget(rollouts=30)


def positions(many, wanted=None, name=NAME):
    """One by one: the table of each is the one that the walk goes on with."""
    found = (each for each in walk(name, seats=2, seed=3) if len(each.legal) > 2)
    return islice((each for each in found if wanted is None or wanted(each)), many)


def doubtful(position):
    return tag_of(type(position.live.agenda[0])) in NESTING[position.game.name, 2].doubtful


def nested_policy(name=NAME):
    return NestedPolicy(NESTING[name, 2])


def search(position, budget):
    return search_options(position.game, position.live, position.legal, Seeded(1), budget, NO_SUSPENSION)


@pytest.mark.parametrize("name", NESTED)
def test_at_a_doubtful_question_the_best_by_heuristic_are_tried_under_the_same_luck(monkeypatch, name):
    for position in positions(5, doubtful, name):
        tried = []

        def leads(game, table, command, seed, tried=tried):
            tried.append((command, seed))
            return 100.0 * len(tried)  # the last one leads furthest, whatever the heuristic says

        monkeypatch.setattr(rollouts_module, "roll_out_lead", leads)
        policy, before = nested_policy(name), clone(position.live)
        answer = policy(position.game, position.live, position.legal, Seeded(1))
        assert len(tried) == policy.rollouts == min(TRIES, len(position.legal))
        assert answer == tried[-1][0]
        assert len({seed for _, seed in tried}) == 1
        by_heuristic = corrected_policy(position.game, position.live, position.legal, Seeded(1))
        assert by_heuristic in [command for command, _ in tried]
        assert position.live == before


def test_at_other_questions_it_answers_by_heuristic():
    for position in positions(5, lambda each: not doubtful(each)):
        policy, about = nested_policy(), (position.game, position.live, position.legal)
        assert policy(*about, Seeded(1)) == corrected_policy(*about, Seeded(1))
        assert policy.rollouts == 0


def test_a_nested_rollout_is_repeatable_and_shows_something_else_now_and_then():
    differs = 0
    for position in positions(12):
        about = (position.game, position.live, position.legal[0], 7)
        with_nesting = roll_out_lead(*about, nested_policy())
        assert with_nesting == roll_out_lead(*about, nested_policy())
        differs += with_nesting != roll_out_lead(*about)
    assert differs


@pytest.mark.parametrize("name", NESTED)
def test_it_tries_only_so_much_in_a_rollout(name):
    nesting, tried = NESTING[name, 2]._replace(most_cost=7), set()
    for position in positions(60, name=name):
        policy = NestedPolicy(nesting)
        roll_out_lead(position.game, position.live, position.legal[0], 7, policy)
        tried.add(policy.rollouts)
    assert max(tried) in {nesting.most_cost - 1, nesting.most_cost}


class Watch:
    """The policies of the nested rollouts of a search."""

    def __init__(self, monkeypatch):
        self.policies = []
        monkeypatch.setattr("workers.bots.search.NestedPolicy", self.begin)

    def begin(self, nesting):
        self.policies.append(NestedPolicy(nesting))
        return self.policies[-1]


@pytest.mark.parametrize("name", NESTED)
def test_a_long_search_ends_with_nested_rollouts_and_keeps_to_its_budget(monkeypatch, name):
    watch, nested = Watch(monkeypatch), 0
    for position in positions(30, lambda each: each.number % 12 == 0, name):
        watch.policies.clear()
        tried = search(position, LONG)
        spent = sum(each.rollouts for each in tried) + sum(each.rollouts for each in watch.policies)
        assert spent <= LONG.rollouts + NESTING[name, 2].most_cost, "what has begun is finished"
        assert not watch.policies or len(watch.policies) >= 2 * LEAST_ROLLOUTS
        leads = [each.lead for each in tried if each.lead is not None]
        assert leads[0] == max(leads)
        nested += bool(watch.policies)
    assert nested > 3


@pytest.mark.parametrize("name", NESTED)
def test_for_a_short_search_nested_rollouts_are_too_dear(monkeypatch, name):
    watch = Watch(monkeypatch)
    for position in positions(6, name=name):
        search(position, SHORT)
    assert SHORT.rollouts < 2 * LEAST_ROLLOUTS * NESTING[name, 2].usual_cost
    assert not watch.policies


def test_when_a_budget_is_overrun_no_nesting_begins():
    """As when a machine stood still in the middle of a search."""
    options = [Candidate(rank, None, 0.0) for rank in range(6)]
    for option in options:
        option.leads = [0.0] * LEAST_PASSES
    race = Race(options, NEW_SEARCH, NESTING[NAME, 2])
    race.passes, race.rollouts = LEAST_PASSES, 6 * LEAST_PASSES
    race.begin_nesting(1, Budget(rollouts=6).begin(rollouts=race.rollouts))
    assert (race.finalists, len(race.running)) == (0, 6)


@pytest.mark.parametrize(("name", "seats"), [("schiefer", 4), ("schichtwechsel", 2), (NAME, 3), (NAME, 4)])
def test_where_it_was_not_found_to_pay_there_is_no_nesting(monkeypatch, name, seats):
    watch = Watch(monkeypatch)
    for position in islice((each for each in walk(name, seats=seats, seed=3) if len(each.legal) > 2), 3):
        search(position, LONG)
    assert not watch.policies


def test_a_review_does_without(monkeypatch):
    watch = Watch(monkeypatch)
    search(next(positions(1)), Budget(rollouts=LONG.rollouts, nested=False))
    assert not watch.policies


def test_what_seemed_clearly_behind_may_win_in_nested_rollouts(monkeypatch):
    """In plain rollouts the first option is far ahead, in nested ones the second."""
    position = next(positions(1))
    first, second = position.legal[:2]

    def leads(game, table, command, seed, policy=None):
        better = first if policy is None else second
        return 5.0 if command == better else 0.0

    monkeypatch.setattr("workers.bots.search.roll_out_lead", leads)
    tried = search(position, LONG)
    assert tried[0].command == second


def candidate(leads, nested_leads):
    option = Candidate(0, None, 0.0)
    option.leads, option.nested_leads = leads, nested_leads
    return option


def test_in_nested_rollouts_it_takes_more_to_be_clearly_behind():
    """It is behind by 2.8 standard errors."""
    behind, ahead = [0.0] * LEAST_ROLLOUTS, [0.0, 3.0, 2.0, 1.0, 4.0]
    assert candidate(behind, []).clearly_behind(candidate(ahead, []))
    assert not candidate(behind, behind).clearly_behind(candidate(behind, ahead))


def test_what_had_no_nested_rollouts_gains_as_much_as_the_best_but_never_leads_more():
    told = [candidate([lead] * 8, []).report(nested_gain=-2.0, most=3.0).lead for lead in (1.0, 4.0, 9.0)]
    assert told == [-1.0, 2.0, 3.0]
    with_nesting = candidate([9.0] * 8, [2.5] * LEAST_ROLLOUTS).report(nested_gain=-2.0, most=3.0)
    assert (with_nesting.lead, with_nesting.rollouts) == (2.5, 8 + LEAST_ROLLOUTS)
