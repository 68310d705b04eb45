"""What is played out once a search is over. It gives way after any look, as a search after any playout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from games.kernel import Chance, Command, Game, Table
from workers.bots.budget import Budget
from workers.bots.pace import NOTHING_YET, LaidAside, Pace, Weighed
from workers.bots.search import TriedOption, weigh_options

Found = TypeVar("Found")


class SecondLooks:
    """Looks follow each other in an order that does not change, so those made before are not made again."""

    def __init__(self, pace: Pace, weighed: Sequence[Weighed] = ()) -> None:
        self._gives_way = pace.gives_way
        self._weighed = [*weighed]
        self._found = [*pace.thought.looks]
        self._next = 0

    def look(self, find: Callable[[], Found]) -> Found:
        """Found is numbers, in lists or by names: it may be kept as JSON in the meantime."""
        if self._next == len(self._found):
            self._found.append(find())
            if self._gives_way():
                raise LaidAside(
                    msgspec.structs.replace(NOTHING_YET, weighed=self._weighed, looks=self._found)
                )
        self._next += 1
        found: Found = self._found[self._next - 1]
        return found


def weigh_and_look(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance, budget: Budget, pace: Pace
) -> tuple[list[TriedOption], SecondLooks]:
    """A search, which is over before the first look; taken up again later, it draws no luck any more."""
    weighed = pace.thought.weighed
    if weighed:
        tried = [
            TriedOption(command=legal[one.option], lead=one.lead, error=one.error, playouts=one.playouts)
            for one in weighed
        ]
    else:
        tried = weigh_options(game, table, legal, luck, budget, pace)
        numbers = {command: number for number, command in enumerate(legal)}
        weighed = [Weighed(numbers[one.command], one.lead, one.error, one.playouts) for one in tried]
    return tried, SecondLooks(pace, weighed)
