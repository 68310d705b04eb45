"""Policies: they answer at once, from heuristic values of the options and without looking ahead.

heuristic_policy   takes the option with the best heuristic value (workers/bots/heuristics); the mind `greedy`
corrected_policy   the same with learned corrections of these values: the default policy of rollouts
NoisyPolicy        the same with normally distributed noise, where rollouts of identical habits would mislead

`greedy` goes without corrections, so that it stays an opponent who is fair to every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, Final, cast
from zlib import crc32

import msgspec
import yaml

from games.kernel import Chance, Command, Game, Question, Table, tag_of
from workers.bots.evaluation import FEATURES, taper
from workers.bots.heuristics import HEURISTICS

Policy = Callable[[Game[Any], Table, Sequence[Command], Chance], Command]

# How much a point of heuristic value counts in a search beside a point that rollouts found, by game and
# number of seats, or at one question alone; docs/bots.md shows where it pays.
HEURISTIC_WEIGHTS: Final[Mapping[tuple[str, int] | tuple[str, int, str], float]] = MappingProxyType(
    {
        ("schiefer", 2): 0.5,
        ("schiefer", 3): 0.5,
        ("schiefer", 4): 0.5,
        ("ruhrschifffahrt", 2, "purchase"): 0.5,
        ("schichtwechsel", 2): 0.5,
    }
)

# The standard deviation of the noise in rollouts, in points, by game and number of seats; elsewhere there is
# none.
NOISE: Final[Mapping[tuple[str, int], float]] = MappingProxyType({("schichtwechsel", 2): 1.5})

MOST_REMEMBERED: Final = 20_000  # answers, of any game: all that matches are likely to ask for
NO_CORRECTION: Final = (0.0, 0.0)

DRAWS: Final = 1 << 12
NORMAL: Final = [NormalDist().inv_cdf((number + 0.5) / DRAWS) for number in range(DRAWS)]
Random(DRAWS).shuffle(NORMAL)  # noqa: S311  nobody gains by predicting what a bot imagines
MULTIPLIER: Final = (
    0x9E3779B97F4A7C15  # of Fibonacci hashing: each bit of a product depends on all lower ones
)
UPPER_BITS: Final = 40  # begin here
WORD: Final = (1 << 64) - 1
MOST_SEATS: Final = 8


def heuristic_policy(game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
    return pick_best(legal, estimate_values(game, table, legal), luck)


def pick_best(legal: Sequence[Command], values: Sequence[float], luck: Chance) -> Command:
    """Return an option of the highest value; luck breaks ties."""
    best = max(values)
    return luck.pick([command for command, value in zip(legal, values, strict=True) if value == best])


def estimate_values(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[float]:
    """Return the heuristic value of each option, in points; all are 0 in a game without a heuristic."""
    estimate = HEURISTICS.get(game.name)
    return [0.0] * len(legal) if estimate is None else estimate(table, legal)


def list_penalties(game: Game[Any], table: Table, values: Sequence[float]) -> list[float]:
    """Return the points that a search counts against each option because others have better heuristic values.

    Heuristic and evaluation err in different ways: together they are better than either of them.
    """
    best, weight = max(values), heuristic_weight(game, table)
    return [weight * (best - value) for value in values]


def heuristic_weight(game: Game[Any], table: Table) -> float:
    by_seats = game.name, len(game.places(table))
    by_question = *by_seats, tag_of(type(table.agenda[0]))
    return HEURISTIC_WEIGHTS.get(by_question, HEURISTIC_WEIGHTS.get(by_seats, 0.0))


class Corrections:
    """What search has taught about heuristic values, for one game and one number of seats.

    Where the two differ again and again about the same answer to the same question, points are added: so
    many at the end of a match and so many at its beginning (`bench/playing/train.py`, `corrections.yaml`).
    """

    def __init__(self, trust: Mapping[str, float], learned: Mapping[str, tuple[float, float]]) -> None:
        self.trust = trust  # question -> how much of the heuristic value counts
        self.learned = learned  # answer, as `name_answer` names it -> points at the end, at the beginning
        self._trust_in = dict[type, float]()
        self._remembered = dict[tuple[type, Command], tuple[float, float]]()

    def apply(
        self, table: Table, legal: Sequence[Command], values: Sequence[float], left: float
    ) -> list[float]:
        """Return the corrected values; `left` is the share of the match still to come."""
        asked = type(table.agenda[0])
        trust = self._trust_in.get(asked)
        if trust is None:
            trust = self._trust_in[asked] = self.trust.get(tag_of(asked), 1.0)
        return [
            trust * value + taper(self._find(asked, command), left)
            for command, value in zip(legal, values, strict=True)
        ]

    def _find(self, asked: type, command: Command) -> tuple[float, float]:
        found = self._remembered.get((asked, command))
        if found is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            found = self.learned.get(name_answer(asked, command), NO_CORRECTION)
            self._remembered[asked, command] = found
        return found


def read_corrections(path: Path) -> dict[str, dict[int, Corrections]]:
    """Read corrections by game and number of seats."""
    games: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    return {
        game: {
            seats: Corrections(
                stored["trust"], {name: (last, first) for name, (last, first) in stored["learned"].items()}
            )
            for seats, stored in by_seats.items()
        }
        for game, by_seats in games.items()
    }


CORRECTIONS: Final[Mapping[str, Mapping[int, Corrections]]] = MappingProxyType(
    read_corrections(Path(__file__).with_name("corrections.yaml"))
)


def estimate_corrected_values(game: Game[Any], table: Table, legal: Sequence[Command]) -> Sequence[float]:
    values, by_seats = estimate_values(game, table, legal), CORRECTIONS.get(game.name)
    if by_seats is None:
        return values
    features = FEATURES[game.name]
    corrections = by_seats.get(features.seats(table))
    return values if corrections is None else corrections.apply(table, legal, values, features.left(table))


def corrected_policy(game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
    return pick_best(legal, estimate_corrected_values(game, table, legal), luck)


def name_answer(asked: type[Question], command: Command) -> str:
    """Return a name such as `take_turn: use_card card=route_big size=large`."""
    fields = (f"{name}={value}" for name, value in msgspec.structs.asdict(command).items())
    return " ".join((f"{tag_of(asked)}:", tag_of(type(command)), *fields))


class NoisyPolicy:
    """Adds noise to corrected values: to each seat an answer looks a little better or worse in all a rollout.

    Where everybody always answers alike, an option may look good only because the heuristic overlooks what
    speaks against it. The noise follows from the seed, so it is the same whichever option is rolled out.
    Rollouts agree less then, and it takes more of them to tell options apart.
    """

    def __init__(self, seed: int, deviation: float) -> None:
        self._seed = seed * MOST_SEATS
        self._deviation = deviation

    def __call__(
        self,
        game: Game[Any],
        table: Table,
        legal: Sequence[Command],
        luck: Chance,  # noqa: ARG002  there are no ties
    ) -> Command:
        asked, deviation = cast("Question", table.agenda[0]), self._deviation
        kind, of_seat = type(asked), (self._seed + asked.seat) * MULTIPLIER & WORD
        best, most = legal[0], float("-inf")
        for command, value in zip(legal, estimate_corrected_values(game, table, legal), strict=True):
            key = _keys.get((kind, command)) or hash_answer(kind, command)
            noisy = value + deviation * NORMAL[((key ^ of_seat) * MULTIPLIER >> UPPER_BITS) % DRAWS]
            if noisy > most:
                best, most = command, noisy
        return best


_keys = dict[tuple[type, Command], int]()


def hash_answer(asked: type, command: Command) -> int:
    """Return and remember a hash that is the same in every process."""
    if len(_keys) >= MOST_REMEMBERED:
        _keys.clear()
    key = _keys[asked, command] = crc32(name_answer(asked, command).encode())
    return key


def rollout_policy(game: Game[Any], table: Table, seed: int) -> Policy:
    """Return the default policy of the rollouts of a seed, with noise where that was found to pay."""
    features = FEATURES.get(game.name)
    deviation = NOISE.get((game.name, features.seats(table)), 0.0) if features else 0.0
    return NoisyPolicy(seed, deviation) if deviation else corrected_policy
