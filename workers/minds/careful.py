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

DOUBTFUL: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {"ruhrschifffahrt": frozenset({"choose_option", "sail"})}
)  # by game: the questions at which a glance loses most
TRIES: Final = 3  # options: those that look best
TWO_SEATS: Final = 2
MOST_TRIES: Final = 12  # playouts at a glance for a careful one
FEW_TRIES: Final = 4  # as many as it usually takes with two seats to the end of a round


class CarefulGlance:
    """Answers in a playout, and counts the playouts that it makes for it."""

    def __init__(self) -> None:
        self.tries = 0

    def __call__(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        worth = appraise_taught(game, table, legal)
        if len(legal) == 1 or self.tries + TRIES > MOST_TRIES or not is_doubtful(game, table):
            return best_of(legal, worth, luck)
        seed, against = luck.below(SEEDS), count_against(game, table, worth)
        best = sorted(range(len(legal)), key=lambda number: -worth[number])[:TRIES]
        self.tries += len(best)
        leads = {number: play_out(game, table, legal[number], seed) - against[number] for number in best}
        return legal[max(best, key=lambda number: leads[number])]


def pays_with(game: Game[Any]) -> bool:
    return game.name in DOUBTFUL


def cost_of_care(game: Game[Any], table: Table) -> int:
    """About how many playouts at a glance take as long as a careful one."""
    is_short = len(game.places(table)) == TWO_SEATS and not reaches_end(game, table)
    return FEW_TRIES if is_short else MOST_TRIES


def is_doubtful(game: Game[Any], table: Table) -> bool:
    return tag_of(type(table.agenda[0])) in DOUBTFUL.get(game.name, ())
