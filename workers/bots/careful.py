"""Playing on with care: where a glance often errs, what looks best is tried out before it is answered.

Such a playout takes several times as long as one at a glance, but it shows where an answer leads among
players who think. So that a thought can give way soon, only the first few questions of it are thought about.
It pays where few questions decide much; docs/bots.md tells what it was found to win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.kernel import Chance, Command, Game, Table, tag_of
from workers.bots.greedy import best_of, count_against
from workers.bots.lessons import appraise_taught
from workers.bots.outlook import reaches_end
from workers.bots.playout import SEEDS, play_out

TRIES: Final = 3  # options: those that look best


class Care(NamedTuple):
    """What is tried out in a careful playout, in playouts at a glance."""

    doubtful: frozenset[str]  # the questions at which a glance loses most
    usual_tries: int  # that there must be time for; to the end of the match there are more
    most_tries: int

    def cost(self, game: Game[Any], table: Table) -> int:
        """About how many playouts at a glance a careful one must have time for."""
        return self.most_tries if reaches_end(game, table) else self.usual_tries


CARE: Final[Mapping[tuple[str, int], Care]] = MappingProxyType(
    {
        ("ruhrschifffahrt", 2): Care(frozenset({"choose_option", "sail"}), usual_tries=4, most_tries=12),
        ("schiefer", 2): Care(frozenset({"prepare_actions", "execute"}), usual_tries=12, most_tries=36),
    }
)  # by game and number of seats


class CarefulGlance:
    """Answers in a playout, and counts the playouts that it makes for it."""

    def __init__(self, care: Care) -> None:
        self._care = care
        self.tries = 0

    def __call__(self, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
        worth = appraise_taught(game, table, legal)
        doubts = len(legal) > 1 and tag_of(type(table.agenda[0])) in self._care.doubtful
        if not doubts or self.tries + TRIES > self._care.most_tries:
            return best_of(legal, worth, luck)
        seed, against = luck.below(SEEDS), count_against(game, table, worth)
        best = sorted(range(len(legal)), key=lambda number: -worth[number])[:TRIES]
        self.tries += len(best)
        leads = {number: play_out(game, table, legal[number], seed) - against[number] for number in best}
        return legal[max(best, key=lambda number: leads[number])]


def care_for(game: Game[Any], table: Table) -> Care | None:
    """None where it was not found to pay."""
    return CARE.get((game.name, len(game.places(table))))
