"""Who chooses better: two choices at the same position, each played on to the end of the match."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

from games.kernel import Play
from games.kernel.copying import clone
from workers.analysis.review import list_decisions
from workers.arena.matches import Pairing, play_book
from workers.bots.player import Player
from workers.bots.policies import heuristic_policy
from workers.bots.rollouts import CommonRandomNumbers, asked_seat, lead_of

OTHER_LUCK = 1 << 61  # seeds from here on; those of a search lie below


def decisions_of_greedy(game, wanted, *, seed, every):
    """Decisions with a choice, of all parts of several matches."""
    found = []
    while len(found) < wanted:
        book = play_book(Pairing(game, [Player("greedy")] * 2, seed, {}))
        with_choice = [decision for decision in list_decisions(list(book)) if len(decision.legal) > 2]
        found += with_choice[seed % every :: every]
        seed += 1
    return found[:wanted]


def gain(decisions, choose, instead_of, *, lucks):
    """Points by which one way to choose leads further than the other in the mean, and its standard error."""
    gaps = [mean_gap(decision, choose(decision), instead_of(decision), lucks) for decision in decisions]
    return fmean(gaps), stdev(gaps) / sqrt(len(gaps))


def mean_gap(decision, one, other, lucks):
    if one == other:
        return 0.0
    seeds = range(OTHER_LUCK + decision.seed, OTHER_LUCK + decision.seed + lucks)
    return fmean(
        lead_at_the_end(decision, one, seed) - lead_at_the_end(decision, other, seed) for seed in seeds
    )


def lead_at_the_end(decision, command, seed):
    """No evaluation plays a part: whoever trusts a wrong one is found out."""
    luck = CommonRandomNumbers(seed)
    play = Play(decision.game.rules, clone(decision.before), luck)
    luck.use_stream(asked_seat(play.game), type(command).__name__)
    play.answer(command)
    while play.legal:
        luck.use_stream(asked_seat(play.game), "NoneType")
        answer = heuristic_policy(decision.game, play.game, play.legal, luck)
        luck.use_stream(asked_seat(play.game), type(answer).__name__)
        play.answer(answer)
    return lead_of(decision.game, play.game, decision.seat)
