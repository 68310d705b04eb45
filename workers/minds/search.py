"""Tries the options out and takes the one that leads furthest, with an eye on what it looks like at a glance.

Every option is played on with the same imagined luck, one playout each in turn, so that it is the options
that differ and not the dice. As the budget runs out, the half that is behind is set aside, and again, so
that most of it is spent where it decides; what is clearly behind goes at once. When one is left, there is
nothing more to think about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from time import thread_time
from typing import Any, Final

import msgspec

from games.kernel import Chance, Command, Game, Table
from workers.minds.budget import Budget, Meter
from workers.minds.greedy import count_against
from workers.minds.lessons import appraise_taught
from workers.minds.pace import LaidAside, Pace, Thought
from workers.minds.playout import play_out

SEEDS: Final = 1 << 60
LEAST_PLAYOUTS: Final = 5  # playouts of each before one is dropped
CLEAR_ERRORS: Final = 2.5  # standard errors behind the best
FIRST_PASS: Final = 0.5  # of the budget: what has not been tried by then is left out
FINALISTS: Final = 2  # options among which all the rest is spent


class TriedOption(msgspec.Struct, frozen=True, kw_only=True):
    """What a search found out about an option."""

    command: Command
    lead: float | None  # expected, in points ahead of the best of the others at the end; None: not tried
    error: float | None  # its standard error; None with fewer than two playouts
    playouts: int


class Candidate:
    """An option and how far ahead it left us, by playout."""

    def __init__(self, rank: int, command: Command, against: float) -> None:
        self.rank = rank  # at a glance
        self.command = command
        self.against = against  # points, for what it looks like at a glance
        self.leads: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.leads) / len(self.leads) - self.against if self.leads else 0.0

    def clearly_behind(self, best: Candidate) -> bool:
        """By the differences under the same luck; of options that always come to the same, one is enough."""
        gaps = [high - low for high, low in zip(best.leads, self.leads, strict=True)]
        return best.mean - self.mean >= CLEAR_ERRORS * error_of_mean(gaps)

    def report(self) -> TriedOption:
        count = len(self.leads)
        return TriedOption(
            command=self.command,
            lead=self.mean if count else None,
            error=error_of_mean(self.leads) if count > 1 else None,
            playouts=count,
        )


class Race:
    """The options in question, and those that fell behind, the last to fall first."""

    def __init__(self, options: list[Candidate], thought: Thought) -> None:
        self.all = len(options)
        self.passes, self.playouts, self.begun = thought.passes, thought.playouts, [*thought.begun]
        if thought.leads:
            for rank, leads in thought.leads:
                options[rank].leads = leads
            options = [options[rank] for rank, _ in thought.leads]
        running = thought.candidates or self.all
        self.running, self.fallen = options[:running], options[running:]

    def record(self, milliseconds: float) -> Thought:
        return Thought(
            leads=[(candidate.rank, candidate.leads) for candidate in (*self.running, *self.fallen)],
            candidates=len(self.running),
            passes=self.passes,
            playouts=self.playouts,
            milliseconds=milliseconds,
            begun=self.begun,
        )

    def finish_pass(self) -> None:
        for candidate, lead in zip(self.running, self.begun, strict=True):
            candidate.leads.append(lead)
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
        halvings = max(1, (self.all - 1).bit_length())
        allowed = max(FINALISTS, ceil(self.all / 2 ** int(spent * halvings)))
        if allowed < len(self.running):
            self.drop(sorted(self.running, key=lead_and_rank, reverse=True)[:allowed])

    def order(self) -> list[Candidate]:
        """The best first."""
        return sorted(self.running, key=lead_and_rank, reverse=True) + self.fallen


def search_command(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, pace: Pace
) -> Command:
    return weigh_options(game, table, legal, luck, budget, pace)[0].command


def weigh_options(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, pace: Pace
) -> list[TriedOption]:
    """All options, the one that would be chosen first."""
    before, began = pace.thought, thread_time()
    race = Race(list_candidates(game, table, legal), before)
    first_seed = luck.below(SEEDS)
    meter = budget.begin(before.milliseconds, before.playouts)
    while len(race.running) > 1:
        for lead in try_each(game, table, race, first_seed + race.passes, meter):
            race.begun.append(lead)
            race.playouts += 1
            if pace.gives_way():
                raise LaidAside(race.record(before.milliseconds + 1000 * (thread_time() - began)))
        if len(race.begun) < len(race.running):
            break
        race.finish_pass()
        if race.passes >= LEAST_PLAYOUTS:
            race.drop_hopeless()
        race.drop_half(meter.spent_share())
    return [candidate.report() for candidate in race.order()]


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
        yield play_out(game, table, candidate.command, seed)
    if first and race.begun:
        race.drop(race.running[: len(race.begun)])


def error_of_mean(values: Sequence[float]) -> float:
    mean, count = sum(values) / len(values), len(values)
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return sqrt(spread / count)


def lead_and_rank(candidate: Candidate) -> tuple[bool, float, int]:
    """Untried ones last; what looks better at a glance goes first where nothing else tells them apart."""
    return bool(candidate.leads), candidate.mean, -candidate.rank
