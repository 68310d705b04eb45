"""What a glance has learned from search: how much better or worse an answer is than its appraisal says.

Search plays an answer out, a glance does not. Where the two differ again and again about the same answer to
the same question, that is a lesson (`bench/playing/train.py`, `lessons.yaml`). A lesson changes along the
match: it is given for the end and for the beginning. Whoever thinks goes by the taught glance, in playouts
and where options are compared; `greedy` does not, so that it stays an opponent who is fair to every seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import yaml

from games.kernel import Chance, Command, Game, Question, Table, tag_of
from workers.bots.greedy import appraise_commands, best_of
from workers.bots.outlook import READINGS, worth_at

AnswerWorths = Mapping[
    str, tuple[float, float]
]  # answer, as `name_answer` names it -> at the end, at the beginning
MOST_REMEMBERED: Final = 20_000  # answers, of any game: all that matches are likely to ask for
NOTHING: Final = (0.0, 0.0)


class Lessons:
    """Of one game and one number of seats."""

    def __init__(self, trust: Mapping[str, float], learned: AnswerWorths) -> None:
        self.trust = trust  # by question: how much of the appraisal counts beside the lessons
        self.learned = learned
        self._trust_in = dict[type, float]()
        self._remembered = dict[tuple[type, Command], tuple[float, float]]()

    def heed(
        self, table: Table, legal: Sequence[Command], worth: Sequence[float], left: float
    ) -> list[float]:
        asked = type(table.agenda[0])
        trust = self._trust_in.get(asked)
        if trust is None:
            trust = self._trust_in[asked] = self.trust.get(tag_of(asked), 1.0)
        return [
            trust * each + worth_at(self._of(asked, command), left)
            for command, each in zip(legal, worth, strict=True)
        ]

    def _of(self, asked: type, command: Command) -> tuple[float, float]:
        found = self._remembered.get((asked, command))
        if found is None:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            found = self._remembered[asked, command] = self.learned.get(name_answer(asked, command), NOTHING)
        return found


LessonsBySeats = Mapping[int, Lessons]


def read_lessons(path: Path) -> dict[str, LessonsBySeats]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    return {
        game: {
            seats: Lessons(
                of_seats["trust"],
                {name: (last, first) for name, (last, first) in of_seats["learned"].items()},
            )
            for seats, of_seats in said.items()
        }
        for game, said in found.items()
    }


LESSONS: Final[Mapping[str, LessonsBySeats]] = MappingProxyType(
    read_lessons(Path(__file__).with_name("lessons.yaml"))
)


def appraise_taught(game: Game[Any], table: Table, legal: Sequence[Command]) -> Sequence[float]:
    """What each option is worth at a taught glance, in points."""
    worth, by_seats = appraise_commands(game, table, legal), LESSONS.get(game.name)
    if by_seats is None:
        return worth
    reading = READINGS[game.name]
    lessons = by_seats.get(reading.seats(table))
    return worth if lessons is None else lessons.heed(table, legal, worth, reading.left(table))


def command_at_a_taught_glance(
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance
) -> Command:
    return best_of(legal, appraise_taught(game, table, legal), luck)


def name_answer(asked: type[Question], command: Command) -> str:
    """As `take_turn: use_card card=route_big size=large`."""
    fields = (f"{name}={value}" for name, value in msgspec.structs.asdict(command).items())
    return " ".join((f"{tag_of(asked)}:", tag_of(type(command)), *fields))
