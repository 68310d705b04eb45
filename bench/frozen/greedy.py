"""Takes the option that looks best right now; what looks good is each game's own appraisal."""

from collections.abc import Sequence
from typing import Any

from frozen.appraisals import APPRAISALS, TOGETHER
from games.kernel import Chance, Command, Game, Table


def command_at_a_glance(game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:
    """Luck breaks ties."""
    worth = appraise_commands(game, table, legal)
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
