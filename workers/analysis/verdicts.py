"""What a decision cost, and what luck did, both in points of expected lead.

First the strongest mind looks for the best option. Then the best and the chosen one are played out with fresh
luck, the same for both: what a search finds best has had luck while it searched, so its own figures would
blame everybody. A difference that may well be chance costs nothing. All of it is played on in the same way,
the search too, without care: else the two would disagree about what is best.

Luck is what the table promises after a draw, against what the same answer promised on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.kernel import Command, Game, Table
from service.matches.records.analysis import JudgedDecision
from workers.analysis.decisions import Decision
from workers.bots.budget import Budget
from workers.bots.greedy import count_against, share_of_glance
from workers.bots.lessons import appraise_taught
from workers.bots.outlook import foresee_points
from workers.bots.pace import NO_HURRY, Pace
from workers.bots.playout import OwnLuck, play_on, usual_answer
from workers.bots.search import error_of_mean
from workers.bots.second_looks import SecondLooks, weigh_and_look

FRESH_SEEDS: Final = 1 << 61  # seeds from here on; those of the search lie below
FRESH_STEPS: Final = (16, 32, 64)  # playouts of each of the two: more where they leave it open
SURE_ERRORS: Final = 2.0  # standard errors a cost must be away from nothing
NO_MATTER: Final = 0.5  # points: what is clearly less costs nothing
DIGITS: Final = 2

Leads = list[float]  # of each seat: how far ahead of the best of the others it will be


def judge_decision(decision: Decision, playouts: int, pace: Pace = NO_HURRY) -> JudgedDecision:
    """The same book and budget give the same verdict, however often it was laid aside."""
    luck, budget = OwnLuck(decision.seed), Budget(playouts=playouts, care=False)
    tried, looks = weigh_and_look(decision.game, decision.before, decision.legal, luck, budget, pace)
    best, chosen, judge = tried[0].command, decision.chosen, Judge(decision, looks)
    promised = judge.play_out(chosen, range(FRESH_STEPS[0]))
    gap, error = (0.0, 0.0) if best == chosen else compare(judge, best, promised)
    cost = round(gap, DIGITS)  # before anything is made of it: what rounds to nothing costs nothing
    expected = mean_leads(promised)
    found = judge.leads_found(len(promised)) if decision.drew else expected
    return JudgedDecision(
        version=decision.version,
        round=decision.before.round,
        seat=decision.seat,
        options=len(decision.legal),
        best=msgspec.to_builtins(best if cost else chosen),
        lead=round(expected[decision.seat], DIGITS),
        cost=cost,
        error=round(error, DIGITS),
        outlook=[round(lead, DIGITS) for lead in found],
        luck=[round(now - then, DIGITS) for now, then in zip(found, expected, strict=True)]
        if decision.drew
        else None,
    )


class Judge:
    """Plays out what was decided, and what could have been, with fresh luck."""

    def __init__(self, decision: Decision, looks: SecondLooks) -> None:
        self.decision = decision
        self._looks = looks

    def play_out(self, command: Command, numbers: range) -> list[Leads]:
        game, before = self.decision.game, self.decision.before
        return [self._look(game, before, command, seed) for seed in self._seeds(numbers)]

    def leads_found(self, playouts: int) -> Leads:
        """What the table promises as it was found after the answer, looked at no further than that was."""
        game, after = self.decision.game, self.decision.after
        if not after.agenda or after.round > self.decision.before.round:
            return leads_at(game, after)
        legal = game.rules.legal(after, after.agenda[0])
        return mean_leads(
            [
                self._look(game, after, usual_answer(game, after, legal, seed), seed)
                for seed in self._seeds(range(playouts))
            ]
        )

    def _seeds(self, numbers: range) -> range:
        return fresh_seeds(self.decision, numbers.start, numbers.stop)

    def _look(self, game: Game[Any], table: Table, command: Command, seed: int) -> Leads:
        return self._looks.look(partial(leads_after, game, table, command, seed))


def compare(judge: Judge, best: Command, promised: list[Leads]) -> tuple[float, float]:
    """What the chosen one costs, and how far off that may be. It is played out more often in doubt.

    Where a glance has its say, the cost is the mean of what it and what the playouts say, by their shares.
    """
    chosen, seat = judge.decision.chosen, judge.decision.seat
    gaps, more = list[float](), counts_more_against(judge.decision, best)
    parts = 1 + share_of_glance(judge.decision.game, judge.decision.before)
    for until in FRESH_STEPS:
        promised += judge.play_out(chosen, range(len(promised), until))
        better = judge.play_out(best, range(len(gaps), until))
        gaps += [
            (found[seat] - then[seat] + more) / parts
            for found, then in zip(better, promised[len(gaps) :], strict=True)
        ]
        gap, error = sum(gaps) / len(gaps), error_of_mean(gaps)
        if is_settled(gap, error):
            break
    return (gap, error) if gap > SURE_ERRORS * error else (0.0, error)


def counts_more_against(decision: Decision, best: Command) -> float:
    """How much more the search counts against what was chosen, for what the two look like at a glance."""
    legal = [best, decision.chosen, *decision.legal]
    worth = appraise_taught(decision.game, decision.before, legal)
    against = count_against(decision.game, decision.before, worth)
    return against[1] - against[0]


def is_settled(gap: float, error: float) -> bool:
    """Whether the decision clearly costs something, or clearly nothing that matters."""
    return gap > 2 * SURE_ERRORS * error or gap + SURE_ERRORS * error < NO_MATTER


def fresh_seeds(decision: Decision, first: int, last: int) -> range:
    return range(FRESH_SEEDS + decision.seed + first, FRESH_SEEDS + decision.seed + last)


def leads_after(game: Game[Any], table: Table, command: Command, seed: int) -> Leads:
    """The leads at the end of the round, when everybody plays on as in any playout."""
    return leads_at(game, play_on(game, table, command, seed))


def leads_at(game: Game[Any], table: Table) -> Leads:
    points = foresee_points(game, table)
    return [
        own - max((other for seat, other in enumerate(points) if seat != number), default=0.0)
        for number, own in enumerate(points)
    ]


def mean_leads(leads: Sequence[Leads]) -> Leads:
    return [sum(of_seat) / len(leads) for of_seat in zip(*leads, strict=True)]
