"""Tries the best-looking options out and takes the one that leads furthest.

Every option is played on with the same imagined luck, one playout each in turn, so that it is the options
that differ and not the dice. What is clearly behind is dropped; when one is left, there is nothing more to
think about.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from frozen.greedy import appraise_commands
from frozen.playout import play_out
from games.kernel import Chance, Command, Game, Table
from workers.bots.time_control import Budget, Meter, TimeControl

MOST_TRIED: Final = 8  # options, the best at a glance
SEEDS: Final = 1 << 60
LEAST_PLAYOUTS: Final = 5  # playouts of each before one is dropped
CLEAR_ERRORS: Final = 2.0  # standard errors behind the best


class Candidate:
    """An option and how far ahead it left us, by playout."""

    def __init__(self, rank: int, command: Command) -> None:
        self.rank = rank  # at a glance
        self.command = command
        self.leads: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.leads) / len(self.leads)

    def clearly_behind(self, best: Candidate) -> bool:
        """By the differences under the same luck; of options that always come to the same, one is enough."""
        gaps = [high - low for high, low in zip(best.leads, self.leads, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        return mean >= CLEAR_ERRORS * sqrt(spread / len(gaps))


def search_command(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget,
    pace: TimeControl,  # noqa: ARG001  it gives way to nobody
) -> Command:
    candidates = list_candidates(game, table, legal)
    seed, meter = luck.below(SEEDS), budget.begin()
    while len(candidates) > 1 and try_each(game, table, candidates, seed, meter):
        seed += 1
        if len(candidates[0].leads) >= LEAST_PLAYOUTS:
            candidates = drop_hopeless(candidates)
    return max(candidates, key=worth_of).command


def list_candidates(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[Candidate]:
    worth = appraise_commands(game, table, legal)
    best = sorted(range(len(legal)), key=lambda number: -worth[number])
    return [Candidate(rank, legal[number]) for rank, number in enumerate(best[:MOST_TRIED])]


def try_each(game: Game[Any], table: Table, candidates: list[Candidate], seed: int, meter: Meter) -> bool:
    """False when time is up. A pass that not all could finish counts for none: they met different luck."""
    found = []
    for candidate in candidates:
        if not meter.has_time():
            return False
        found.append(play_out(game, table, candidate.command, seed))
    for candidate, lead in zip(candidates, found, strict=True):
        candidate.leads.append(lead)
    return True


def drop_hopeless(candidates: list[Candidate]) -> list[Candidate]:
    best = max(candidates, key=worth_of)
    return [each for each in candidates if each is best or not each.clearly_behind(best)]


def worth_of(candidate: Candidate) -> float:
    return candidate.mean if candidate.leads else 0.0
