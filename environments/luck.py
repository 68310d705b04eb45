"""The luck of an environment: from a seed and the number of the match since it was given."""

from __future__ import annotations

from random import Random

from games.kernel import Chance


class MatchLuck(Chance):
    """The same seed and number always draw the same."""

    def __init__(self, seed: int, match: int) -> None:
        self._random = Random(f"{seed}:{match}")  # noqa: S311  nobody gains by predicting a training match

    def next_below(self, bound: int) -> int:
        return self._random.randrange(bound)
