"""Takes any option: each as likely as the others."""

from collections.abc import Sequence
from typing import Any

from games.kernel import Chance, Command, Game, Table


def any_command(game: Game[Any], table: Table, legal: Sequence[Command], luck: Chance) -> Command:  # noqa: ARG001  a mind is handed all it may see
    return luck.pick(legal)
