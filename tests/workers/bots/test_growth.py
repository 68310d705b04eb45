"""More time, or a cap less, makes no bot choose worse, as far as the ends of matches tell.

Counted and seeded, so it comes out the same on every machine. The long way round, whole matches between
budgets, is `./grubenbuch bench strength GAME --one search:400 --other search:50`.
"""

from math import inf

import pytest

from games.catalogue import GAMES
from support.bots.choices import decisions_of_greedy, gain
from workers.bots import search
from workers.bots.rollouts import SimulatedLuck
from workers.bots.time_control import NO_SUSPENSION, Budget

LITTLE, MORE = 12, 72  # rollouts
POSITIONS, LUCKS = 24, 8
CERTAIN, LIKELY = 2.58, 1.96  # standard errors: 99 and 95 of 100 intervals hold the true gain
CAPS = {
    "FIRST_PASS": 1.0,  # all that can be tried is tried once, whatever is left then
    "CLEAR_ERRORS": inf,  # nothing is dropped because it is clearly behind
    "LAST_TWO": 10_000,  # nothing is dropped because the budget runs out
}


@pytest.fixture(params=GAMES, scope="module")
def decisions(request):
    return decisions_of_greedy(GAMES[request.param], POSITIONS, seed=700, every=11)


def searching(rollouts):
    def choose(decision):
        luck, budget = SimulatedLuck(decision.seed), Budget(rollouts=rollouts)
        return search.search_command(
            decision.game, decision.before, decision.legal, luck, budget, NO_SUSPENSION
        )

    return choose


def without_cap(cap, rollouts):
    def choose(decision):
        with pytest.MonkeyPatch.context() as lifted:
            lifted.setattr(search, cap, CAPS[cap])
            return searching(rollouts)(decision)

    return choose


def test_more_time_does_not_make_it_weaker(decisions):
    gained, error = gain(decisions, searching(MORE), searching(LITTLE), lucks=LUCKS)
    assert gained >= -CERTAIN * error


@pytest.mark.parametrize("cap", CAPS)
def test_no_cap_makes_it_stronger(decisions, cap):
    gained, error = gain(decisions, without_cap(cap, MORE), searching(MORE), lucks=LUCKS)
    assert gained >= -CERTAIN * error


def test_whoever_takes_what_looks_worst_is_found_out(decisions):
    gained, error = gain(decisions, glancing(-1), glancing(0), lucks=LUCKS)
    assert gained < -LIKELY * error


def glancing(place):
    """Takes the option in that place, from the best by heuristic to the worst."""

    def choose(decision):
        candidates = search.list_candidates(decision.game, decision.before, decision.legal)
        return candidates[place].command

    return choose
