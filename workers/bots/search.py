"""Search: rolls the options out and takes the one that leads furthest, its heuristic value considered.

A paired race: every option gets one rollout in each pass, all of a pass with common random numbers, so that
it is the options that differ and not the dice. As the budget runs out, the half that is behind is set
aside, and again (sequential halving), so that most of it is spent where it decides; what is clearly behind
goes at once. When one is left, the search is over.

In games where it pays, the rest of a long search is spent on nested rollouts of a few finalists, which may
be options that seemed clearly behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from time import thread_time
from typing import Any, Final, TypeVar

import msgspec

from games.kernel import Chance, Command, Game, Table
from workers.bots.policies import estimate_corrected_values, list_penalties
from workers.bots.rollouts import NESTING, SEEDS, NestedPolicy, Nesting, roll_out_lead
from workers.bots.time_control import (
    NEW_SEARCH,
    Budget,
    Meter,
    OptionResult,
    SearchState,
    SearchSuspended,
    TimeControl,
)

LEAST_ROLLOUTS: Final = 5  # rollouts of each before one is dropped
CLEAR_ERRORS: Final = 2.5  # standard errors behind the best
CLEAR_NESTED_ERRORS: Final = 3.5  # after few rollouts that tell much it takes more
FIRST_PASS: Final = 0.5  # of the budget: what has not been tried by then is left out
LAST_TWO: Final = 2  # options among which all the rest is spent
LEAST_PASSES: Final = 3  # of plain rollouts before nested ones may begin
MOST_PASSES: Final = 8  # after which they begin, whatever is spent
PLAIN_SHARE: Final = 0.25  # of the budget: they begin sooner where so much is spent
FINALISTS: Final = 4  # options at most that get nested rollouts
NEAR: Final = 6.0  # points that they may be behind the best when nested rollouts begin


class SearchedOption(msgspec.Struct, frozen=True, kw_only=True):
    """What a search found out about an option."""

    command: Command
    lead: float | None  # expected, in points ahead of the best of the others at the end; None: not tried
    error: float | None  # its standard error; None with fewer than two rollouts
    rollouts: int  # plain and nested


class Candidate:
    """An option and how far ahead it left us, by rollout."""

    def __init__(self, rank: int, command: Command, penalty: float) -> None:
        self.rank = rank  # by heuristic value
        self.command = command
        self.penalty = penalty  # points, for its heuristic value
        self.leads: list[float] = []
        self.nested_leads: list[float] = []

    @property
    def decisive_leads(self) -> list[float]:
        """Those of nested rollouts, once there are enough of them."""
        return self.nested_leads if len(self.nested_leads) >= LEAST_ROLLOUTS else self.leads

    @property
    def mean(self) -> float:
        return self.mean_of(self.decisive_leads)

    def mean_of(self, leads: Sequence[float]) -> float:
        return sum(leads) / len(leads) - self.penalty if leads else 0.0

    def clearly_behind(self, best: Candidate) -> bool:
        """Compare by differences under the same luck; of options that always come to the same, keep one."""
        gaps = [high - low for high, low in zip(best.decisive_leads, self.decisive_leads, strict=True)]
        errors = CLEAR_NESTED_ERRORS if self.decisive_leads is self.nested_leads else CLEAR_ERRORS
        return best.mean - self.mean >= errors * error_of_mean(gaps)

    def report(self, nested_gain: float, most: float) -> SearchedOption:
        """Return the result, in which no lead is higher than `most`, that of the best.

        `nested_gain` is what nested rollouts added to the lead of the best; others are expected to gain
        alike. What fell behind was rolled out less often, so chance may have left it a higher mean all the
        same.
        """
        leads = self.decisive_leads
        mean = self.mean + (nested_gain if leads is self.leads else 0.0)
        return SearchedOption(
            command=self.command,
            lead=min(mean, most) if leads else None,
            error=error_of_mean(leads) if len(leads) > 1 else None,
            rollouts=len(self.leads) + len(self.nested_leads),
        )


class Race:
    """The options in question, and those that fell behind, the last to fall first."""

    def __init__(self, options: list[Candidate], state: SearchState, nesting: Nesting | None) -> None:
        self.nesting = nesting
        self.all, self.finalists = len(options), state.finalists
        self.passes, self.rollouts, self.partial_pass = state.passes, state.rollouts, [*state.partial_pass]
        if state.leads:
            for rank, leads in state.leads:
                options[rank].leads = leads
            options = [options[rank] for rank, _ in state.leads]
            for option, leads in zip(options, state.nested_leads, strict=False):
                option.nested_leads = leads
        running = state.candidates or self.all
        self.running, self.fallen = options[:running], options[running:]

    def save(self, milliseconds: float) -> SearchState:
        options = (*self.running, *self.fallen)
        return SearchState(
            leads=[(candidate.rank, candidate.leads) for candidate in options],
            candidates=len(self.running),
            passes=self.passes,
            rollouts=self.rollouts,
            milliseconds=milliseconds,
            partial_pass=self.partial_pass,
            finalists=self.finalists,
            nested_leads=[candidate.nested_leads for candidate in options] if self.finalists else [],
        )

    def begin_nesting(self, cost: int, meter: Meter) -> None:
        """Choose as many finalists as the rest of the budget is enough for, if there are two at least.

        What fell behind may rise again: it did so in plain rollouts.
        """
        if self.finalists or self.partial_pass or self.passes < LEAST_PASSES:
            return
        spent = meter.spent_share()
        if spent < PLAIN_SHARE and self.passes < MOST_PASSES and len(self.running) > 1:
            return
        left, order = max(0.0, self.rollouts / spent - self.rollouts), self.order()
        many = min(FINALISTS, int(left / (LEAST_ROLLOUTS * cost)))
        near = [each for each in order if each.leads and each.mean > order[0].mean - NEAR][:many]
        if len(near) > 1:
            self.running, self.fallen = near, [each for each in order if each not in near]
            self.finalists = len(near)

    @property
    def is_comparable(self) -> bool:
        """Whether there are enough leads under the same luck to tell the options apart."""
        first = self.running[0]
        return len(first.nested_leads if self.finalists else first.leads) >= LEAST_ROLLOUTS

    def finish_pass(self) -> None:
        for candidate, lead in zip(self.running, self.partial_pass, strict=True):
            (candidate.nested_leads if self.finalists else candidate.leads).append(lead)
        self.passes, self.partial_pass = self.passes + 1, []

    def keep(self, kept: Sequence[Candidate]) -> None:
        """Drop all others, the best of them first in the order of all that fell."""
        fallen = [each for each in self.running if each not in kept]
        self.fallen = sorted(fallen, key=lead_and_rank, reverse=True) + self.fallen
        self.running = [each for each in self.running if each in kept]

    def drop_clearly_behind(self) -> None:
        best = max(self.running, key=lead_and_rank)
        self.keep([each for each in self.running if each is best or not each.clearly_behind(best)])

    def halve(self, spent: float) -> None:
        """Spread halvings evenly over the budget, as many as it takes to come down to two."""
        count = self.finalists or self.all
        halvings = max(1, (count - 1).bit_length())
        allowed = max(LAST_TWO, ceil(count / 2 ** int(spent * halvings)))
        if allowed < len(self.running):
            self.keep(sorted(self.running, key=lead_and_rank, reverse=True)[:allowed])

    def order(self) -> list[Candidate]:
        """Return all, the best first; finalists keep their order until nested rollouts are comparable."""
        if self.finalists and not self.is_comparable:
            return self.running + self.fallen
        return sorted(self.running, key=lead_and_rank, reverse=True) + self.fallen

    def report(self) -> list[SearchedOption]:
        order = self.order()
        best = order[0]
        nested_gain = best.mean - best.mean_of(best.leads)
        return [candidate.report(nested_gain, best.mean) for candidate in order]


def search_options(  # noqa: PLR0913, PLR0917  the position, and what the search may use
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, time: TimeControl
) -> list[SearchedOption]:
    """Return all options, the one to choose first. Raise SearchSuspended where time control asks for it."""
    before, began = time.state, thread_time()
    nesting = NESTING.get((game.name, len(game.places(table)))) if budget.nested else None
    race = Race(list_candidates(game, table, legal), before, nesting)
    first_seed = luck.below(SEEDS)
    meter = budget.begin(before.milliseconds, before.rollouts, time.waited)
    while True:
        if nesting:
            race.begin_nesting(nesting.cost(game, table), meter)
        if len(race.running) == 1:
            break
        for lead in run_pass(game, table, race, first_seed + race.passes, meter):
            race.partial_pass.append(lead)
            race.rollouts += 1
            if time.should_suspend():
                raise SearchSuspended(race.save(before.milliseconds + 1000 * (thread_time() - began)))
        if len(race.partial_pass) < len(race.running):
            break
        race.finish_pass()
        if race.is_comparable:
            race.drop_clearly_behind()
        if race.is_comparable or not race.finalists:
            race.halve(meter.spent_share())
    return race.report()


def search_command(  # noqa: PLR0913, PLR0917  as above
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, time: TimeControl
) -> Command:
    return search_options(game, table, legal, luck, budget, time)[0].command


def list_candidates(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[Candidate]:
    values = estimate_corrected_values(game, table, legal)
    penalties = list_penalties(game, table, values)
    best = sorted(range(len(legal)), key=lambda number: -values[number])
    return [Candidate(rank, legal[number], penalties[number]) for rank, number in enumerate(best)]


def run_pass(game: Game[Any], table: Table, race: Race, seed: int, meter: Meter) -> Iterator[float]:
    """Yield the leads of one pass that are still missing, until time is up.

    A pass that not all could finish counts for none: they met different luck. Only in the first pass those
    count that had their turn: the others have lower heuristic values.
    """
    first = not race.running[0].leads
    for candidate in race.running[len(race.partial_pass) :]:
        too_many = first and race.partial_pass and meter.spent_share() >= FIRST_PASS
        if too_many or not meter.has_time():
            break
        if race.nesting and race.finalists:
            policy = NestedPolicy(race.nesting)
            lead = roll_out_lead(game, table, candidate.command, seed, policy)
            meter.charge(policy.rollouts)
            race.rollouts += policy.rollouts
            yield lead
        else:
            yield roll_out_lead(game, table, candidate.command, seed)
    if first and race.partial_pass:
        race.keep(race.running[: len(race.partial_pass)])


def error_of_mean(values: Sequence[float]) -> float:
    mean, count = sum(values) / len(values), len(values)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return sqrt(variance / count)


def lead_and_rank(candidate: Candidate) -> tuple[bool, float, int]:
    """Sort untried ones last; where nothing else tells options apart, by heuristic value."""
    return bool(candidate.leads), candidate.mean, -candidate.rank


Found = TypeVar("Found")


class StepsAfterSearch:
    """Steps that follow a finished search, one of which may suspend it as a rollout does.

    They follow each other in an order that does not change, so those made before are not made again.
    """

    def __init__(self, time: TimeControl, results: Sequence[OptionResult] = ()) -> None:
        self._should_suspend = time.should_suspend
        self._results = [*results]
        self._found = [*time.state.steps]
        self._next = 0

    def run(self, step: Callable[[], Found]) -> Found:
        """Return what the step returns, now or before: numbers, in lists or by names, kept as JSON."""
        if self._next == len(self._found):
            self._found.append(step())
            if self._should_suspend():
                raise SearchSuspended(
                    msgspec.structs.replace(NEW_SEARCH, results=self._results, steps=self._found)
                )
        self._next += 1
        found: Found = self._found[self._next - 1]
        return found


def search_with_steps(  # noqa: PLR0913, PLR0917  as above
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, time: TimeControl
) -> tuple[list[SearchedOption], StepsAfterSearch]:
    """Search before the first step; resumed during the steps, draw no luck any more."""
    results = time.state.results
    if results:
        searched = [
            SearchedOption(command=legal[one.option], lead=one.lead, error=one.error, rollouts=one.rollouts)
            for one in results
        ]
    else:
        searched = search_options(game, table, legal, luck, budget, time)
        numbers = {command: number for number, command in enumerate(legal)}
        results = [OptionResult(numbers[one.command], one.lead, one.error, one.rollouts) for one in searched]
    return searched, StepsAfterSearch(time, results)
