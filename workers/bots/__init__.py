"""How bots choose. A mind sees what a player sees: the table and the options; its luck is handed in."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Chance, Command, Game, Table
from games.match.quantities import HIGHEST_LEVEL
from games.match.state import MindName, PersonalityName
from workers.bots.budget import USUAL_BUDGET, Budget
from workers.bots.greedy import best_command
from workers.bots.levels import mind_of_level
from workers.bots.mind import Mind
from workers.bots.pace import NO_HURRY, Pace
from workers.bots.random_mind import any_command
from workers.bots.search import search_command

MINDS: Final[Mapping[MindName, Mind]] = MappingProxyType(
    {
        "random": any_command,
        "greedy": best_command,
        "search": search_command,
        "level": mind_of_level(HIGHEST_LEVEL),
    }
)


def choose(  # noqa: PLR0913, PLR0917  who, where, what, and what it may use
    mind: MindName,
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget = USUAL_BUDGET,
    pace: Pace = NO_HURRY,
    level: int | None = None,
    personality: PersonalityName | None = None,
) -> Command:
    chosen = MINDS[mind] if level is None else mind_of_level(level, personality)
    return chosen(game, table, legal, luck, budget, pace)
