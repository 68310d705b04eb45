"""How bots choose. A mind sees what a player sees: the table and the options; its luck is handed in."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Chance, Command, Game, Table
from workers.minds.greedy import best_command
from workers.minds.mind import Mind
from workers.minds.random_mind import any_command

MINDS: Final[Mapping[str, Mind]] = MappingProxyType({"random": any_command, "greedy": best_command})


def choose(mind: str, game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
    return MINDS[mind](game, table, legal, luck)
