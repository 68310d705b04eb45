"""Playing on with care: where a glance often errs, what looks best is tried out before it is answered.

Such a playout takes several times as long as one at a glance, but it shows where an answer leads among
players who think. So that a thought can give way soon, only the first few questions of it are thought about.
It pays where few questions decide much; docs/bots.md tells what it was found to win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Chance, Command, Game, Table, tag_of
from workers.minds.greedy import best_of, count_against
from workers.minds.lessons import appraise_taught
from workers.minds.outlook import reaches_end
from workers.minds.playout import SEEDS, play_out

DOUBTFUL: Final[Mapping[tuple[str, int], frozenset[str]]] = MappingProxyType(
    {("ruhrschifffahrt", 2): frozenset({"choose_option", "sail"})}
)  # by game and number of seats: the questions at which a glance loses most
TRIES: Final = 3  # options: those that look best
MOST_TRIES: Final = 12  # playouts at a glance for a careful one
FEW_TRIES: Final = 4  # as many as it usually takes to the end of a round


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


def doubtful_questions(game: Game[Any], table: Table) -> frozenset[str]:
    """None where care was not found to pay."""
    return DOUBTFUL.get((game.name, len(game.places(table))), frozenset())


def cost_of_care(game: Game[Any], table: Table) -> int:
    """About how many playouts at a glance take as long as a careful one."""
    return MOST_TRIES if reaches_end(game, table) else FEW_TRIES
