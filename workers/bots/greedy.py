"""Takes the option that looks best right now; what looks good is each game's own appraisal."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Chance, Command, Game, Table, tag_of
from workers.bots.appraisals import APPRAISALS, TOGETHER
from workers.bots.budget import Budget
from workers.bots.pace import Pace

# By game and number of seats, or at a question alone; docs/bots.md tells what it was found to win.
SHARE_OF_GLANCE: Final[Mapping[tuple[str, int] | tuple[str, int, str], float]] = MappingProxyType(
    {
        ("schiefer", 2): 0.5,
        ("schiefer", 3): 0.5,
        ("schiefer", 4): 0.5,
        ("ruhrschifffahrt", 2, "purchase"): 0.5,
        ("schichtwechsel", 2): 0.5,
    }
)


def best_command(  # noqa: PLR0913, PLR0917  as a mind is called
    game: Game[Any],
    table: Table,
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget,  # noqa: ARG001  a glance takes no time
    pace: Pace,  # noqa: ARG001  nor does it give way
) -> Command:
    return command_at_a_glance(game, table, legal, luck)


def command_at_a_glance(game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
    return best_of(legal, appraise_commands(game, table, legal), luck)


def best_of(legal: Sequence[Command], worth: Sequence[float], luck: Chance) -> Command:
    """Luck breaks ties."""
    best = max(worth)
    return luck.pick([command for command, value in zip(legal, worth, strict=True) if value == best])


def appraise_commands(game: Game[Any], table: Table, legal: Sequence[Command]) -> list[float]:
    """Without an appraisal all options of a game look alike."""
    if game.name in TOGETHER:
        return TOGETHER[game.name](table, legal)
    appraise = APPRAISALS.get(game.name, appraise_nothing)
    return [appraise(table, command) for command in legal]


def appraise_nothing(table: Any, command: Command) -> float:  # noqa: ARG001  as an appraisal is called
    return 0.0


def count_against(game: Game[Any], table: Table, worth: Sequence[float]) -> list[float]:
    """Points that count against each option, however it plays out, because it looks worse than the best.

    The appraisal and the outlook err in different ways: together they know more than either of them.
    """
    best, share = max(worth), share_of_glance(game, table)
    return [share * (best - each) for each in worth]


def share_of_glance(game: Game[Any], table: Table) -> float:
    """How much a point at a glance counts beside a point that is played out."""
    everywhere = game.name, len(game.places(table))
    here = *everywhere, tag_of(type(table.agenda[0]))
    return SHARE_OF_GLANCE.get(here, SHARE_OF_GLANCE.get(everywhere, 0.0))
