"""Playing on with care, which takes several times as long as at a glance and tells more.

There are two ways. Where a glance often errs, what looks best is tried out before it is answered, so that the
playout shows where an option leads among players who think. So that a thought can give way soon, only the
first few questions are thought about. That pays where few questions decide much. Where a glance errs little,
and the outlook more, a playout goes on for another round, and the outlook is asked at the end of either.
docs/bots.md tells what care was found to win.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

from games.kernel import Chance, Command, Game, Table, tag_of
from workers.minds.greedy import best_of, count_against
from workers.minds.lessons import appraise_taught
from workers.minds.outlook import reaches_end
from workers.minds.playout import SEEDS, play_far, play_out

TRIES: Final = 3  # options: those that look best
MOST_TRIES: Final = 12  # playouts at a glance for a careful one
FEW_TRIES: Final = 4  # as many as it usually takes to the end of a round
MOST_CONTENDERS: Final = 4  # options at most that are played on by players who think

Option = TypeVar("Option")


class CarefulGlance:
    """Answers in a playout, and counts the playouts that it makes for it."""

    def __init__(self, doubtful: frozenset[str]) -> None:
        self._doubtful = doubtful
        self.tries = 0

    def __call__(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        worth = appraise_taught(game, table, legal)
        doubts = len(legal) > 1 and tag_of(type(table.agenda[0])) in self._doubtful
        if not doubts or self.tries + TRIES > MOST_TRIES:
            return best_of(legal, worth, luck)
        seed, against = luck.below(SEEDS), count_against(game, table, worth)
        best = sorted(range(len(legal)), key=lambda number: -worth[number])[:TRIES]
        self.tries += len(best)
        leads = {number: play_out(game, table, legal[number], seed) - against[number] for number in best}
        return legal[max(best, key=lambda number: leads[number])]


class Care(ABC):
    """How careful playouts go, and among which options."""

    least: int  # such playouts that each contender must have, or they are not begun

    @abstractmethod
    def cost(self, game: Game[Any], table: Table) -> int:
        """About how many playouts at a glance take as long as one."""

    @abstractmethod
    def play_out(self, game: Game[Any], table: Table, command: Command, seed: int) -> tuple[float, int]:
        """How far ahead the seat is, in points, and what that costs beyond a playout at a glance."""

    @abstractmethod
    def choose_contenders(
        self, near: Sequence[Option], affordable: int, *, surveyed: bool
    ) -> Sequence[Option]:
        """None as long as it should not begin. `near`: what is not far behind the best, which comes first."""


class ThoughtfulCare(Care):
    """Players who try their answers out at doubtful questions."""

    least = 5

    def __init__(self, *doubtful: str) -> None:
        self.doubtful = frozenset(doubtful)

    def cost(self, game: Game[Any], table: Table) -> int:
        return MOST_TRIES if reaches_end(game, table) else FEW_TRIES

    def play_out(self, game: Game[Any], table: Table, command: Command, seed: int) -> tuple[float, int]:
        glance = CarefulGlance(self.doubtful)
        return play_out(game, table, command, seed, glance), glance.tries

    def choose_contenders(
        self, near: Sequence[Option], affordable: int, *, surveyed: bool
    ) -> Sequence[Option]:
        return near[: min(MOST_CONTENDERS, affordable)] if surveyed else ()


class FarsightedCare(Care):
    """Several rounds, with an outlook at the end of each."""

    least = 25  # they agree less than those that end sooner

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds

    def cost(self, game: Game[Any], table: Table) -> int:  # noqa: ARG002  as any care is asked
        """One round is half over when a question is asked, the others are not."""
        return 2 * self.rounds - 1

    def play_out(self, game: Game[Any], table: Table, command: Command, seed: int) -> tuple[float, int]:
        return play_far(game, table, command, seed, self.rounds), self.cost(game, table) - 1

    def choose_contenders(
        self,
        near: Sequence[Option],
        affordable: int,
        *,
        surveyed: bool,  # noqa: ARG002  where there is time for all of them, nothing has to be known
    ) -> Sequence[Option]:
        return near if len(near) <= affordable else ()


CARE: Final[Mapping[tuple[str, int], Care]] = MappingProxyType(
    {
        ("ruhrschifffahrt", 2): ThoughtfulCare("choose_option", "sail"),  # where a glance loses most
        ("schiefer", 2): FarsightedCare(rounds=2),
    }
)  # by game and number of seats


def care_for(game: Game[Any], table: Table) -> Care | None:
    """None where it was not found to pay."""
    return CARE.get((game.name, len(game.places(table))))
