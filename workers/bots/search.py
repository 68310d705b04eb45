"""Tries the options out and takes the one that leads furthest, with an eye on what it looks like at a glance.

Every option is played on with the same imagined luck, one playout each in turn, so that it is the options
that differ and not the dice. As the budget runs out, the half that is behind is set aside, and again, so
that most of it is spent where it decides; what is clearly behind goes at once. When one is left, there is
nothing more to think about.

In games where it pays, the rest of a long thought is spent with care: the best few, also such as seemed
clearly behind, are played on by players who try their own answers out at questions that matter (careful.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from time import thread_time
from typing import Any, Final

import msgspec

from games.kernel import Chance, Command, Game, Table
from workers.bots.budget import Budget, Meter
from workers.bots.careful import Care, CarefulGlance, care_for
from workers.bots.greedy import count_against
from workers.bots.lessons import appraise_taught
from workers.bots.pace import LaidAside, Pace, Thought
from workers.bots.playout import SEEDS, play_out

LEAST_PLAYOUTS: Final = 5  # playouts of each before one is dropped
CLEAR_ERRORS: Final = 2.5  # standard errors behind the best
CLEAR_WITH_CARE: Final = 3.5  # after few playouts that tell much it takes more
FIRST_PASS: Final = 0.5  # of the budget: what has not been tried by then is left out
FINALISTS: Final = 2  # options among which all the rest is spent
LEAST_SURVEY: Final = 3  # passes at a glance before care may begin
LONGEST_SURVEY: Final = 8  # passes after which it begins, whatever is spent
SURVEY_SHARE: Final = 0.25  # of the budget: it begins sooner where so much is spent
CONTENDERS: Final = 4  # options at most that are played on with care
NEAR: Final = 6.0  # points that they may be behind the best when care begins


class TriedOption(msgspec.Struct, frozen=True, kw_only=True):
    """What a search found out about an option."""

    command: Command
    lead: float | None  # expected, in points ahead of the best of the others at the end; None: not tried
    error: float | None  # its standard error; None with fewer than two playouts
    playouts: int  # at a glance and with care


class Candidate:
    """An option and how far ahead it left us, by playout."""

    def __init__(self, rank: int, command: Command, against: float) -> None:
        self.rank = rank  # at a glance
        self.command = command
        self.against = against  # points, for what it looks like at a glance
        self.leads: list[float] = []
        self.careful_leads: list[float] = []

    @property
    def telling_leads(self) -> list[float]:
        """Those of careful playouts, once there are enough of them."""
        return self.careful_leads if len(self.careful_leads) >= LEAST_PLAYOUTS else self.leads

    @property
    def mean(self) -> float:
        return self.mean_of(self.telling_leads)

    def mean_of(self, leads: Sequence[float]) -> float:
        return sum(leads) / len(leads) - self.against if leads else 0.0

    def clearly_behind(self, best: Candidate) -> bool:
        """By the differences under the same luck; of options that always come to the same, one is enough."""
        gaps = [high - low for high, low in zip(best.telling_leads, self.telling_leads, strict=True)]
        errors = CLEAR_WITH_CARE if self.telling_leads is self.careful_leads else CLEAR_ERRORS
        return best.mean - self.mean >= errors * error_of_mean(gaps)

    def report(self, care: float, most: float) -> TriedOption:
        """`care`: how much more careful playouts promise, to whom they were not granted; `most`: to the best.

        What fell behind was played out less often, so chance may have left it a higher mean all the same.
        """
        leads = self.telling_leads
        mean = self.mean + (care if leads is self.leads else 0.0)
        return TriedOption(
            command=self.command,
            lead=min(mean, most) if leads else None,
            error=error_of_mean(leads) if len(leads) > 1 else None,
            playouts=len(self.leads) + len(self.careful_leads),
        )


class Race:
    """The options in question, and those that fell behind, the last to fall first."""

    def __init__(self, options: list[Candidate], thought: Thought, care: Care | None) -> None:
        self.care = care
        self.all, self.contenders = len(options), thought.contenders
        self.passes, self.playouts, self.begun = thought.passes, thought.playouts, [*thought.begun]
        if thought.leads:
            for rank, leads in thought.leads:
                options[rank].leads = leads
            options = [options[rank] for rank, _ in thought.leads]
            for option, leads in zip(options, thought.careful, strict=False):
                option.careful_leads = leads
        running = thought.candidates or self.all
        self.running, self.fallen = options[:running], options[running:]

    def record(self, milliseconds: float) -> Thought:
        options = (*self.running, *self.fallen)
        return Thought(
            leads=[(candidate.rank, candidate.leads) for candidate in options],
            candidates=len(self.running),
            passes=self.passes,
            playouts=self.playouts,
            milliseconds=milliseconds,
            begun=self.begun,
            contenders=self.contenders,
            careful=[candidate.careful_leads for candidate in options] if self.contenders else [],
        )

    def begin_care(self, cost: int, meter: Meter) -> None:
        """With as many contenders as the rest of the budget is enough for, if there are two at least.

        What fell behind may rise again: it did so while everybody went on at a glance.
        """
        if self.contenders or self.begun or self.passes < LEAST_SURVEY:
            return
        spent = meter.spent_share()
        if spent < SURVEY_SHARE and self.passes < LONGEST_SURVEY and len(self.running) > 1:
            return
        left, order = max(0.0, self.playouts / spent - self.playouts), self.order()
        many = min(CONTENDERS, int(left / (LEAST_PLAYOUTS * cost)))
        near = [each for each in order if each.leads and each.mean > order[0].mean - NEAR][:many]
        if len(near) > 1:
            self.running, self.fallen = near, [each for each in order if each not in near]
            self.contenders = len(near)

    @property
    def is_told(self) -> bool:
        """Whether there are enough leads under the same luck to tell the options apart."""
        first = self.running[0]
        return len(first.careful_leads if self.contenders else first.leads) >= LEAST_PLAYOUTS

    def finish_pass(self) -> None:
        for candidate, lead in zip(self.running, self.begun, strict=True):
            (candidate.careful_leads if self.contenders else candidate.leads).append(lead)
        self.passes, self.begun = self.passes + 1, []

    def drop(self, kept: Sequence[Candidate]) -> None:
        """The others fall behind, the best of them first in the order of all."""
        fallen = [each for each in self.running if each not in kept]
        self.fallen = sorted(fallen, key=lead_and_rank, reverse=True) + self.fallen
        self.running = [each for each in self.running if each in kept]

    def drop_hopeless(self) -> None:
        best = max(self.running, key=lead_and_rank)
        self.drop([each for each in self.running if each is best or not each.clearly_behind(best)])

    def drop_half(self, spent: float) -> None:
        """Halvings are spread evenly over the budget, as many as it takes to come down to two."""
        count = self.contenders or self.all
        halvings = max(1, (count - 1).bit_length())
        allowed = max(FINALISTS, ceil(count / 2 ** int(spent * halvings)))
        if allowed < len(self.running):
            self.drop(sorted(self.running, key=lead_and_rank, reverse=True)[:allowed])

    def order(self) -> list[Candidate]:
        """The best first. Contenders stay in the order in which they came until care tells more."""
        if self.contenders and not self.is_told:
            return self.running + self.fallen
        return sorted(self.running, key=lead_and_rank, reverse=True) + self.fallen

    def report(self) -> list[TriedOption]:
        order = self.order()
        best = order[0]
        care = best.mean - best.mean_of(best.leads)
        return [candidate.report(care, best.mean) for candidate in order]


def search_command(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, pace: Pace
) -> Command:
    return weigh_options(game, table, legal, luck, budget, pace)[0].command


def weigh_options(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, pace: Pace
) -> list[TriedOption]:
    """All options, the one that would be chosen first."""
    before, began = pace.thought, thread_time()
    care = care_for(game, table) if budget.care else None
    race = Race(list_candidates(game, table, legal), before, care)
    first_seed = luck.below(SEEDS)
    meter = budget.begin(before.milliseconds, before.playouts, pace.waited)
    while True:
        if care:
            race.begin_care(care.cost(game, table), meter)
        if len(race.running) == 1:
            break
        for lead in try_each(game, table, race, first_seed + race.passes, meter):
            race.begun.append(lead)
            race.playouts += 1
            if pace.gives_way():
                raise LaidAside(race.record(before.milliseconds + 1000 * (thread_time() - began)))
        if len(race.begun) < len(race.running):
            break
        race.finish_pass()
        if race.is_told:
            race.drop_hopeless()
        if race.is_told or not race.contenders:
            race.drop_half(meter.spent_share())
    return race.report()


def list_candidates(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[Candidate]:
    worth = appraise_taught(game, table, legal)
    against = count_against(game, table, worth)
    best = sorted(range(len(legal)), key=lambda number: -worth[number])
    return [Candidate(rank, legal[number], against[number]) for rank, number in enumerate(best)]


def try_each(game: Game[Any], table: Table, race: Race, seed: int, meter: Meter) -> Iterator[float]:
    """The leads of one pass that are still missing, until time is up.

    A pass that not all could finish counts for none: they met different luck. Only in the first pass those
    count that had their turn: the others look worse at a glance.
    """
    first = not race.running[0].leads
    for candidate in race.running[len(race.begun) :]:
        too_many = first and race.begun and meter.spent_share() >= FIRST_PASS
        if too_many or not meter.still_time():
            break
        yield try_out(game, table, race, candidate, seed, meter)
    if first and race.begun:
        race.drop(race.running[: len(race.begun)])


def try_out(  # noqa: PLR0913, PLR0917  which of the options, and under which luck
    game: Game[Any], table: Table, race: Race, candidate: Candidate, seed: int, meter: Meter
) -> float:
    if not (race.care and race.contenders):
        return play_out(game, table, candidate.command, seed)
    glance = CarefulGlance(race.care)
    lead = play_out(game, table, candidate.command, seed, glance)
    meter.charge(glance.tries)
    race.playouts += glance.tries
    return lead


def error_of_mean(values: Sequence[float]) -> float:
    mean, count = sum(values) / len(values), len(values)
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return sqrt(spread / count)


def lead_and_rank(candidate: Candidate) -> tuple[bool, float, int]:
    """Untried ones last; what looks better at a glance goes first where nothing else tells them apart."""
    return bool(candidate.leads), candidate.mean, -candidate.rank
