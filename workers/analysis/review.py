"""The decisions of a book, what each of them cost, and what luck did, in points of expected lead.

First the strongest bot searches for the best option. Then the best and the chosen one are rolled out with
fresh luck, the same for both: what a search finds best has had luck while it searched, so its own figures
would blame everybody. A difference that may well be chance costs nothing. All rollouts are alike, those of
the search too, without nesting: else the two would disagree about what is best.

Luck is what the table promises after a draw, against what the same answer promised on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import Entry
from games.kernel import Command, Game, Table
from games.kernel.copying import clone
from games.match.events import LuckDrawn
from games.match.state import Match
from service.matches.folding import command_of, events_of, struck_versions, turn_in, walk_book
from service.matches.records.analysis import JudgedDecision
from workers.bots.evaluation import predict_points
from workers.bots.policies import estimate_corrected_values, heuristic_weight, list_penalties
from workers.bots.rollouts import SimulatedLuck, answer_in_rollout, roll_out
from workers.bots.search import StepsAfterSearch, error_of_mean, search_with_steps
from workers.bots.time_control import NO_SUSPENSION, Budget, TimeControl

DIGITS_OF_SEED: Final = 15  # hexadecimal, of the hash of an entry
FRESH_SEEDS: Final = 1 << 61  # seeds from here on; those of the search lie below
FRESH_STEPS: Final = (16, 32, 64)  # rollouts of each of the two: more where they leave it open
SURE_ERRORS: Final = 2.0  # standard errors a cost must be away from nothing
NO_MATTER: Final = 0.5  # points: what is clearly less costs nothing
DIGITS: Final = 2


class Decision(NamedTuple):
    """An answer that counts, and the tables before and after it, which nobody changes any more."""

    version: int
    seat: int
    game: Game[Any]
    before: Table
    legal: Sequence[Command]
    chosen: Command
    after: Table
    drew: bool  # luck was drawn with it
    seed: int  # of all luck imagined for it: the same wherever the book is read


def list_decisions(entries: Sequence[Entry], after: int = 0) -> Iterator[Decision]:
    """Yield the decisions after a version; what an undo took back was never decided."""
    pending: Decision | None = None
    match: Match | None = None
    for match, entry, counts in walk_book(entries):
        if pending is not None:
            yield pending._replace(after=clone(match.table))
        answers = counts and entry.version > after and turn_in(entry) is not None
        pending = read_decision(match, entry) if answers else None
    if pending is not None and match is not None:
        yield pending._replace(after=match.table)


def count_decisions(entries: Sequence[Entry]) -> int:
    gone = struck_versions(entries)
    return sum(entry.version not in gone and turn_in(entry) is not None for entry in entries)


def read_decision(match: Match, entry: Entry) -> Decision:
    """Return the decision in an entry, given the match before it; its `after` is not known yet."""
    game, before = match.rules, clone(match.table)
    question = before.agenda[0]
    return Decision(
        version=entry.version,
        seat=msgspec.structs.asdict(question)["seat"],
        game=game,
        before=before,
        legal=game.rules.legal(before, question),
        chosen=command_of(entry, match.game),
        after=before,
        drew=any(isinstance(event, LuckDrawn) for event in events_of(entry, match.game)),
        seed=int(entry.hash[:DIGITS_OF_SEED], 16),
    )


Leads = list[float]  # of each seat: how far ahead of the best of the others it will be


def judge_decision(decision: Decision, rollouts: int, time: TimeControl = NO_SUSPENSION) -> JudgedDecision:
    """Return the verdict, the same for the same book and budget, however often it was suspended."""
    luck, budget = SimulatedLuck(decision.seed), Budget(rollouts=rollouts, nested=False)
    searched, steps = search_with_steps(decision.game, decision.before, decision.legal, luck, budget, time)
    best, chosen, fresh = searched[0].command, decision.chosen, FreshRollouts(decision, steps)
    promised = fresh.roll_out(chosen, range(FRESH_STEPS[0]))
    gap, error = (0.0, 0.0) if best == chosen else compare(fresh, best, promised)
    cost = round(gap, DIGITS)  # before anything is made of it: what rounds to nothing costs nothing
    expected = mean_leads(promised)
    found = fresh.leads_found(len(promised)) if decision.drew else expected
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


class FreshRollouts:
    """Rolls out what was decided, and what could have been, with fresh luck."""

    def __init__(self, decision: Decision, steps: StepsAfterSearch) -> None:
        self.decision = decision
        self._steps = steps

    def roll_out(self, command: Command, numbers: range) -> list[Leads]:
        game, before = self.decision.game, self.decision.before
        seeds = fresh_seeds(self.decision, numbers.start, numbers.stop)
        return [self._steps.run(partial(leads_after, game, before, command, seed)) for seed in seeds]

    def leads_found(self, rollouts: int) -> Leads:
        """Return what the table found after the answer promises, rolled out no further than that was."""
        game, after = self.decision.game, self.decision.after
        if not after.agenda or after.round > self.decision.before.round:
            return leads_at(game, after)
        legal, leads = game.rules.legal(after, after.agenda[0]), list[Leads]()
        for seed in fresh_seeds(self.decision, 0, rollouts):
            answer = answer_in_rollout(game, after, legal, seed)
            leads.append(self._steps.run(partial(leads_after, game, after, answer, seed)))
        return mean_leads(leads)


def compare(fresh: FreshRollouts, best: Command, promised: list[Leads]) -> tuple[float, float]:
    """Return what the chosen option costs, and its standard error. In doubt both are rolled out more often.

    Where heuristic values count in a search, the cost is the mean of what they and what rollouts say, by
    weight. The leads of the chosen option are added to `promised`.
    """
    decision = fresh.decision
    legal = [best, decision.chosen, *decision.legal]
    values = estimate_corrected_values(decision.game, decision.before, legal)
    penalties = list_penalties(decision.game, decision.before, values)
    gaps, more = list[float](), penalties[1] - penalties[0]
    parts = 1 + heuristic_weight(decision.game, decision.before)
    for until in FRESH_STEPS:
        promised += fresh.roll_out(decision.chosen, range(len(promised), until))
        better = fresh.roll_out(best, range(len(gaps), until))
        gaps += [
            (found[decision.seat] - then[decision.seat] + more) / parts
            for found, then in zip(better, promised[len(gaps) :], strict=True)
        ]
        gap, error = sum(gaps) / len(gaps), error_of_mean(gaps)
        clearly_costs, hardly_matters = gap > 2 * SURE_ERRORS * error, gap + SURE_ERRORS * error < NO_MATTER
        if clearly_costs or hardly_matters:
            break
    return (gap, error) if gap > SURE_ERRORS * error else (0.0, error)


def fresh_seeds(decision: Decision, first: int, last: int) -> range:
    return range(FRESH_SEEDS + decision.seed + first, FRESH_SEEDS + decision.seed + last)


def leads_after(game: Game[Any], table: Table, command: Command, seed: int) -> Leads:
    """Return the leads where a rollout ends."""
    return leads_at(game, roll_out(game, table, command, seed))


def leads_at(game: Game[Any], table: Table) -> Leads:
    points = predict_points(game, table)
    return [
        own - max((other for seat, other in enumerate(points) if seat != number), default=0.0)
        for number, own in enumerate(points)
    ]


def mean_leads(leads: Sequence[Leads]) -> Leads:
    return [sum(of_seat) / len(leads) for of_seat in zip(*leads, strict=True)]
