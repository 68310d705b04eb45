"""Playing on from a position, at a glance for every seat, to see where an answer leads."""

from __future__ import annotations

from random import Random
from typing import Any, Final, cast

from games.kernel import Chance, Command, Game, Play, Question, Table
from games.kernel.copying import clone
from workers.minds.greedy import command_at_a_glance
from workers.minds.outlook import foresee_points

ROUNDS: Final = 1  # that are played to their end, the current one included
MOST_ANSWERS_OF_PLAYOUT: Final = 200  # of one playout; a round has far fewer


class OwnLuck(Chance):
    """Imagined luck, quickly drawn. The luck of the match is out of reach from here."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311  nobody gains by predicting what a bot imagines

    def next_below(self, bound: int) -> int:
        return int(self._random() * bound)


def play_out(game: Game[Any], table: Table, command: Command, seed: int) -> float:
    """How far ahead the seat is, in points, when the round is over."""
    return lead_of(game, play_on(game, table, command, seed), asked_seat(table))


def play_on(game: Game[Any], table: Table, command: Command, seed: int) -> Table:
    """The table when the round is over."""
    luck = OwnLuck(seed)
    play = Play(game.rules, clone(table), luck)
    here: Table = play.game  # changed in place as it is played
    play.answer(command)
    for _ in range(MOST_ANSWERS_OF_PLAYOUT):
        if not play.legal or here.round >= table.round + ROUNDS:
            break
        play.answer(command_at_a_glance(game, here, play.legal, luck))
    return here


def lead_of(game: Game[Any], table: Table, seat: int) -> float:
    """How many points the seat is ahead of the best of the others."""
    worth = foresee_points(game, table)
    return worth.pop(seat) - max(worth, default=0.0)


def asked_seat(table: Table) -> int:
    return cast("Question", table.agenda[0]).seat
