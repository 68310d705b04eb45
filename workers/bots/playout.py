"""Playing on from a position, usually at a taught glance for every seat, to see where an answer leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, cast
from zlib import crc32

from games.kernel import Chance, Command, Game, Play, Question, Table
from games.kernel.copying import clone
from workers.bots.lessons import command_at_a_taught_glance
from workers.bots.moods import Mood, spread_of_moods
from workers.bots.outlook import foresee_points, reaches_end

Policy = Callable[[Game[Any], Table, Sequence[Command], Chance], Command]

SEEDS: Final = 1 << 60
ROUNDS: Final = 1  # that are played to their end, the current one included
MOST_ANSWERS_OF_PLAYOUT: Final = 200  # of one playout; three rounds have far fewer
CAUSE_BITS: Final = 32
SHIFT: Final = CAUSE_BITS + 8  # a byte for the seat


class OwnLuck(Chance):
    """Imagined luck, quickly drawn. The luck of the match is out of reach from here."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311  nobody gains by predicting what a bot imagines

    def next_below(self, bound: int) -> int:
        return int(self._random() * bound)


class LuckByCause(Chance):
    """Imagined luck for comparing options: who draws by what kind of answer draws from a stream of its own.

    So two options meet the same luck as long as possible: one more die that is rolled again here leaves the
    dice of the others as they are.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed << SHIFT
        self._streams = dict[int, Random]()

    def turn_to(self, seat: int, cause: type) -> None:
        key = (seat << CAUSE_BITS) + stream_of(cause)
        if key not in self._streams:
            self._streams[key] = Random(self._seed + key)  # noqa: S311  as above
        self._random = self._streams[key].random

    def next_below(self, bound: int) -> int:
        return int(self._random() * bound)


@cache
def stream_of(cause: type) -> int:
    """The same in every process."""
    return crc32(cause.__name__.encode())


class Glance:
    """What a tie at a glance is broken by."""


def play_out(
    game: Game[Any],
    table: Table,
    command: Command,
    seed: int,
    policy: Policy | None = None,
) -> float:
    """How far ahead the seat is, in points, where playing on ends."""
    return lead_of(game, play_on(game, table, command, seed, policy), asked_seat(table))


def play_on(
    game: Game[Any],
    table: Table,
    command: Command,
    seed: int,
    policy: Policy | None = None,
) -> Table:
    """The table when the round is over; when the match is over, if it is ending. All answer by the policy."""
    luck, to_the_end = LuckByCause(seed), reaches_end(game, table)
    policy = policy or usual_policy(game, table, seed)
    play = Play(game.rules, clone(table), luck)
    here: Table = play.game  # changed in place as it is played
    luck.turn_to(asked_seat(here), type(command))
    play.answer(command)
    for _ in range(MOST_ANSWERS_OF_PLAYOUT):
        if not play.legal or (here.round >= table.round + ROUNDS and not to_the_end):
            break
        seat = asked_seat(here)
        luck.turn_to(seat, Glance)
        answer = policy(game, here, play.legal, luck)
        luck.turn_to(seat, type(answer))
        play.answer(answer)
    return here


def usual_policy(game: Game[Any], table: Table, seed: int) -> Policy:
    """A taught glance; where it pays, in the moods of this playout."""
    spread = spread_of_moods(game, table)
    return Mood(seed, spread) if spread else command_at_a_taught_glance


def usual_answer(game: Game[Any], table: Table, legal: Sequence[Command], seed: int) -> Command:
    """What is answered in the playout of this seed, should it come here."""
    luck = LuckByCause(seed)
    luck.turn_to(asked_seat(table), Glance)
    return usual_policy(game, table, seed)(game, table, legal, luck)


def lead_of(game: Game[Any], table: Table, seat: int) -> float:
    """How many points the seat is ahead of the best of the others."""
    worth = foresee_points(game, table)
    return worth.pop(seat) - max(worth, default=0.0)


def asked_seat(table: Table) -> int:
    return cast("Question", table.agenda[0]).seat
