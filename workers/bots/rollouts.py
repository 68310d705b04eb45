"""Rollouts: play on from a position by a policy and evaluate where that leads, with common random numbers.

In nested rollouts the policy itself tries the best answers to doubtful questions by rollouts. One takes
several times as long, but shows where an answer leads among players who think. It pays where few questions
decide much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast
from zlib import crc32

from games.kernel import Chance, Command, Game, Play, Question, Table, tag_of
from games.kernel.copying import clone
from workers.bots.evaluation import plays_to_end, predict_points
from workers.bots.policies import (
    Policy,
    estimate_corrected_values,
    list_penalties,
    pick_best,
    rollout_policy,
)

SEEDS: Final = 1 << 60
ROUNDS: Final = 1  # that are played to their end, the current one included
MOST_ANSWERS_OF_ROLLOUT: Final = 200  # three rounds have far fewer
CAUSE_BITS: Final = 32
SHIFT: Final = CAUSE_BITS + 8  # a byte for the seat
TIES: Final = "Glance"  # names the stream that breaks ties of a policy: another name would draw other luck


class SimulatedLuck(Chance):
    """Imagined luck, quickly drawn. The luck of the match is out of reach from here."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311  nobody gains by predicting what a bot imagines

    def next_below(self, bound: int) -> int:
        return int(self._random() * bound)


class CommonRandomNumbers(Chance):
    """Imagined luck for comparing options, in one stream for each seat and kind of answer.

    So two options meet the same luck as long as possible: one more die that is rolled again here leaves the
    dice of the others as they are.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed << SHIFT
        self._streams = dict[int, Random]()

    def use_stream(self, seat: int, cause: str) -> None:
        key = (seat << CAUSE_BITS) + number_cause(cause)
        if key not in self._streams:
            self._streams[key] = Random(self._seed + key)  # noqa: S311  as above
        self._random = self._streams[key].random

    def next_below(self, bound: int) -> int:
        return int(self._random() * bound)


@cache
def number_cause(cause: str) -> int:
    """Return a number that is the same in every process."""
    return crc32(cause.encode())


def roll_out(
    game: Game[Any], table: Table, command: Command, seed: int, policy: Policy | None = None
) -> Table:
    """Return the table at the end of the round, or of the match if that is near. All answer by the policy."""
    luck, to_the_end = CommonRandomNumbers(seed), plays_to_end(game, table)
    policy = policy or rollout_policy(game, table, seed)
    play = Play(game.rules, clone(table), luck)
    here: Table = play.game  # changed in place as it is played
    luck.use_stream(asked_seat(here), type(command).__name__)
    play.answer(command)
    for _ in range(MOST_ANSWERS_OF_ROLLOUT):
        if not play.legal or (here.round >= table.round + ROUNDS and not to_the_end):
            break
        seat = asked_seat(here)
        luck.use_stream(seat, TIES)
        answer = policy(game, here, play.legal, luck)
        luck.use_stream(seat, type(answer).__name__)
        play.answer(answer)
    return here


def roll_out_lead(
    game: Game[Any], table: Table, command: Command, seed: int, policy: Policy | None = None
) -> float:
    """Return how many points the asked seat is ahead where the rollout ends."""
    return lead_of(game, roll_out(game, table, command, seed, policy), asked_seat(table))


def answer_in_rollout(game: Game[Any], table: Table, legal: Sequence[Command], seed: int) -> Command:
    """Return what is answered here in the rollout of this seed."""
    luck = CommonRandomNumbers(seed)
    luck.use_stream(asked_seat(table), TIES)
    return rollout_policy(game, table, seed)(game, table, legal, luck)


def lead_of(game: Game[Any], table: Table, seat: int) -> float:
    """Return how many points the seat is expected to be ahead of the best of the others."""
    points = predict_points(game, table)
    return points.pop(seat) - max(points, default=0.0)


def asked_seat(table: Table) -> int:
    return cast("Question", table.agenda[0]).seat


class Nesting(NamedTuple):
    """Which answers are tried in a nested rollout, and its cost in plain ones."""

    doubtful: frozenset[str]  # the questions at which the heuristic loses most
    usual_cost: int  # that there must be time for
    most_cost: int  # of rollouts to the end of the match; also a limit

    def cost(self, game: Game[Any], table: Table) -> int:
        """Return about how many plain rollouts a nested one must have time for."""
        return self.most_cost if plays_to_end(game, table) else self.usual_cost


TRIES: Final = 3  # options of a doubtful question: those of the best heuristic values
NESTING: Final[Mapping[tuple[str, int], Nesting]] = MappingProxyType(
    {
        ("ruhrschifffahrt", 2): Nesting(frozenset({"choose_option", "sail"}), usual_cost=4, most_cost=12),
        ("schiefer", 2): Nesting(frozenset({"prepare_actions", "execute"}), usual_cost=12, most_cost=36),
    }
)  # by game and number of seats, where it was found to pay (docs/bots.md)


class NestedPolicy:
    """The policy of one nested rollout; counts the rollouts that it makes for it.

    Only the first few doubtful questions are tried, so that a search can be suspended soon.
    """

    def __init__(self, nesting: Nesting) -> None:
        self._nesting = nesting
        self.rollouts = 0

    def __call__(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        values = estimate_corrected_values(game, table, legal)
        doubtful = len(legal) > 1 and tag_of(type(table.agenda[0])) in self._nesting.doubtful
        if not doubtful or self.rollouts + TRIES > self._nesting.most_cost:
            return pick_best(legal, values, luck)
        seed, penalties = luck.below(SEEDS), list_penalties(game, table, values)
        best = sorted(range(len(legal)), key=lambda number: -values[number])[:TRIES]
        self.rollouts += len(best)
        leads = {
            number: roll_out_lead(game, table, legal[number], seed) - penalties[number] for number in best
        }
        return legal[max(best, key=lambda number: leads[number])]
