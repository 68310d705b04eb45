"""What a decision cost, and what luck did, both in points of expected lead.

First the strongest mind looks for the best option. Then the best and the chosen one are played out with fresh
luck, the same for both: what a search finds best has had luck while it searched, so its own figures would
blame everybody. A difference that may well be chance costs nothing.

Luck is what the table promises after a draw, against what the same answer promised on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.kernel import Command, Game, Table
from service.matches.records.reviews import JudgedDecision
from workers.analysis.decisions import Decision
from workers.minds.budget import Budget
from workers.minds.greedy import command_at_a_glance
from workers.minds.outlook import foresee_points
from workers.minds.pace import NO_HURRY
from workers.minds.playout import OwnLuck, play_on
from workers.minds.search import error_of_mean, weigh_options

FRESH_SEEDS: Final = 1 << 61  # seeds from here on; those of the search lie below
FRESH_STEPS: Final = (16, 32, 64)  # playouts of each of the two: more where they leave it open
SURE_ERRORS: Final = 2.0  # standard errors a cost must be away from nothing
NO_MATTER: Final = 0.5  # points: what is clearly less costs nothing
DIGITS: Final = 2

Leads = list[float]  # of each seat: how far ahead of the best of the others it will be


def judge_decision(decision: Decision, playouts: int) -> JudgedDecision:
    """The same book and budget give the same verdict."""
    game, before, chosen = decision.game, decision.before, decision.chosen
    best = find_best(decision, playouts)
    promised = [leads_after(game, before, chosen, seed) for seed in fresh_seeds(decision, 0, FRESH_STEPS[0])]
    cost, error = (0.0, 0.0) if best == chosen else compare(decision, best, promised)
    expected = mean_leads(promised)
    found = leads_found(decision, len(promised)) if decision.drew else expected
    return JudgedDecision(
        version=decision.version,
        round=before.round,
        seat=decision.seat,
        options=len(decision.legal),
        best=msgspec.to_builtins(best if cost else chosen),
        lead=round(expected[decision.seat], DIGITS),
        cost=round(cost, DIGITS),
        error=round(error, DIGITS),
        outlook=[round(lead, DIGITS) for lead in found],
        luck=[round(now - then, DIGITS) for now, then in zip(found, expected, strict=True)]
        if decision.drew
        else None,
    )


def find_best(decision: Decision, playouts: int) -> Command:
    luck, budget = OwnLuck(decision.seed), Budget(playouts=playouts)
    return weigh_options(decision.game, decision.before, decision.legal, luck, budget, NO_HURRY)[0].command


def compare(decision: Decision, best: Command, promised: list[Leads]) -> tuple[float, float]:
    """What the chosen one costs, and how far off that may be. It is played out more often in doubt."""
    game, before, seat = decision.game, decision.before, decision.seat
    gaps = list[float]()
    for until in FRESH_STEPS:
        promised += [
            leads_after(game, before, decision.chosen, seed)
            for seed in fresh_seeds(decision, len(promised), until)
        ]
        better = [leads_after(game, before, best, seed) for seed in fresh_seeds(decision, len(gaps), until)]
        gaps += [
            found[seat] - chosen[seat] for found, chosen in zip(better, promised[len(gaps) :], strict=True)
        ]
        gap, error = sum(gaps) / len(gaps), error_of_mean(gaps)
        if is_settled(gap, error):
            break
    return (gap, error) if gap > SURE_ERRORS * error else (0.0, error)


def is_settled(gap: float, error: float) -> bool:
    """Whether the decision clearly costs something, or clearly nothing that matters."""
    return gap > 2 * SURE_ERRORS * error or gap + SURE_ERRORS * error < NO_MATTER


def fresh_seeds(decision: Decision, first: int, last: int) -> range:
    return range(FRESH_SEEDS + decision.seed + first, FRESH_SEEDS + decision.seed + last)


def leads_after(game: Game[Any], table: Table, command: Command, seed: int) -> Leads:
    """The leads at the end of the round, when everybody plays on at a glance."""
    return leads_at(game, play_on(game, table, command, seed))


def leads_at(game: Game[Any], table: Table) -> Leads:
    points = foresee_points(game, table)
    return [
        own - max((other for seat, other in enumerate(points) if seat != number), default=0.0)
        for number, own in enumerate(points)
    ]


def leads_found(decision: Decision, playouts: int) -> Leads:
    """What the table promises as it was found after the answer: looked at no further than the answer was."""
    game, after = decision.game, decision.after
    if not after.agenda or after.round > decision.before.round:
        return leads_at(game, after)
    legal = game.rules.legal(after, after.agenda[0])
    return mean_leads(
        [
            leads_after(game, after, command_at_a_glance(game, after, legal, OwnLuck(seed)), seed)
            for seed in fresh_seeds(decision, 0, playouts)
        ]
    )


def mean_leads(leads: Sequence[Leads]) -> Leads:
    return [sum(of_seat) / len(leads) for of_seat in zip(*leads, strict=True)]
