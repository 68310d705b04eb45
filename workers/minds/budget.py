"""How long a mind may think about one answer: by the clock, or counted so that it can be repeated."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec

from games.match.state import DEFAULT_MILLISECONDS

StillTime = Callable[[], bool]  # asked before each playout


class Budget(msgspec.Struct, frozen=True):
    """With `playouts` the clock plays no part: the same luck then chooses the same on any machine."""

    milliseconds: int = DEFAULT_MILLISECONDS
    playouts: int | None = None

    def begin(self, milliseconds: float = 0.0, playouts: int = 0) -> StillTime:
        """Time runs from now on; so much was spent before."""
        if self.playouts is not None:
            return count_down(self.playouts - playouts)
        until = monotonic() + (self.milliseconds - milliseconds) / 1000
        return lambda: monotonic() < until


def count_down(playouts: int) -> StillTime:
    left = iter(range(playouts))
    return lambda: next(left, None) is not None


USUAL_BUDGET: Final = Budget()
