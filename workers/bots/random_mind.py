"""A mind that takes any option, all equally likely."""

from collections.abc import Sequence
from typing import Any

from games.kernel import Chance, Command, Game, Table
from workers.bots.budget import Budget
from workers.bots.pace import Pace


def any_command(  # noqa: PLR0913, PLR0917  a mind is handed all it may see
    game: Game[Any],  # noqa: ARG001  see above
    table: Table,  # noqa: ARG001  see above
    legal: Sequence[Command],
    luck: Chance,
    budget: Budget,  # noqa: ARG001  see above
    pace: Pace,  # noqa: ARG001  see above
) -> Command:
    return luck.pick(legal)
