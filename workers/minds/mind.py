"""What every mind is: game, table, options and luck go in, one of the options comes out."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel import Chance, Command, Game, Table

Mind = Callable[[Game[Any], Table, Sequence[Command], Chance], Command]
