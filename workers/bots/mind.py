"""What every mind is: game, table, options, luck, budget and pace go in, one of the options comes out."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel import Chance, Command, Game, Table
from workers.bots.budget import Budget
from workers.bots.pace import Pace

Mind = Callable[[Game[Any], Table, Sequence[Command], Chance, Budget, Pace], Command]
