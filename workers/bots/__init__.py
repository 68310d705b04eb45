"""How bots choose. A bot sees what a player sees: the table and the options; its luck is handed in.

heuristics/   heuristic values: what each option is worth at first sight, in points
evaluation/   the value function: how many points a position promises each seat, from weighted features
policies      answer at once by heuristic values: as they are, with learned corrections, with noise
rollouts      play on by a policy with common random numbers, then evaluate; also nested rollouts
search        a paired race of rollouts with sequential halving, which can be suspended and resumed
levels        six levels of strength: an error rate, and how often a level searches
styles        personalities: preferences among options that are nearly as good
time_control  what an answer may cost, and the state of a suspended search
player        a bot as the command line names it
"""

from collections.abc import Sequence
from typing import Any

from games.kernel import Chance, Command, Game, Table
from games.match.quantities import HIGHEST_LEVEL
from games.match.state import MindName, PersonalityName
from workers.bots.levels import choose_by_level
from workers.bots.policies import heuristic_policy
from workers.bots.search import search_command
from workers.bots.time_control import DEFAULT_BUDGET, NO_SUSPENSION, Budget, TimeControl


def choose(  # noqa: PLR0913, PLR0917  who, where, what, and what it may use
    mind: MindName,
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget = DEFAULT_BUDGET,
    time: TimeControl = NO_SUSPENSION,
    level: int | None = None,
    personality: PersonalityName | None = None,
) -> Command:
    """Return one of the options; the same luck and a counted budget choose the same."""
    if level is not None:
        return choose_by_level(level, personality, game, table, legal, luck, budget, time)
    match mind:
        case "random":
            return luck.pick(legal)
        case "greedy":
            return heuristic_policy(game, table, legal, luck)
        case "search":
            return search_command(game, table, legal, luck, budget, time)
        case "level":
            return choose_by_level(HIGHEST_LEVEL, None, game, table, legal, luck, budget, time)
