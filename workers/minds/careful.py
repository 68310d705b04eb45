"""Playing on with care, which takes several times as long as at a glance and tells more.

There are two ways. Where a glance often errs, what looks best is tried out before it is answered, so that the
playout shows where an option leads among players who think. So that a thought can give way soon, only the
first few questions are thought about. That pays where few questions decide much. Where a glance errs little,
and the outlook more, a playout goes on for another round, and the outlook is asked at the end of either.
docs/bots.md tells what care was found to win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.kernel import Chance, Command, Game, Table, tag_of
from workers.minds.greedy import best_of, count_against
from workers.minds.lessons import appraise_taught
from workers.minds.outlook import reaches_end
from workers.minds.playout import SEEDS, play_far, play_out

TRIES: Final = 3  # options: those that look best
MOST_TRIES: Final = 12  # playouts at a glance for a careful one
FEW_TRIES: Final = 4  # as many as it usually takes to the end of a round


class Care(NamedTuple):
    """How a careful playout goes."""

    cost: int  # about how many playouts at a glance take as long
    least: int  # such playouts that there must be time for, of each option, before it begins
    rounds: int = 1  # to whose ends it goes
    doubtful: frozenset[str] = frozenset()  # questions at which what looks best is tried out


CARE: Final[Mapping[tuple[str, int], Care]] = MappingProxyType(
    {
        ("ruhrschifffahrt", 2): Care(
            cost=FEW_TRIES, least=5, doubtful=frozenset({"choose_option", "sail"})
        ),  # where a glance loses most
        ("schiefer", 2): Care(cost=3, least=25, rounds=2),
    }
)  # by game and number of seats


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


def care_for(game: Game[Any], table: Table) -> Care | None:
    """None where it was not found to pay."""
    return CARE.get((game.name, len(game.places(table))))


def cost_of_care(care: Care, game: Game[Any], table: Table) -> int:
    """About how many playouts at a glance take as long as a careful one."""
    return MOST_TRIES if care.doubtful and reaches_end(game, table) else care.cost


def play_with_care(
    game: Game[Any], table: Table, command: Command, seed: int, care: Care
) -> tuple[float, int]:
    """How far ahead the seat is, in points, and what that costs beyond a playout at a glance."""
    if care.rounds > 1:
        return play_far(game, table, command, seed, care.rounds), care.cost - 1
    glance = CarefulGlance(care.doubtful)
    return play_out(game, table, command, seed, glance), glance.tries
