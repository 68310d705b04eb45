"""What one match with any number of players says about them.

The Plackett-Luce model with the update of Weng and Lin, "A Bayesian Approximation Method for Online Ranking"
(2011), algorithm 4: a rating is a normal distribution; ties share what they win and lose.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2  # how much luck is in one match
LEAST: Final = 0.0001  # of a variance is always left


class Strength(msgspec.Struct, frozen=True):
    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> float:
        """Return the strength that is almost certain: newcomers begin at 0."""
        return self.mu - 3 * self.sigma


def update_strengths(before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return the strengths after a match. Place 1 is the best; shared places have the same number."""
    spread = math.sqrt(sum(one.sigma**2 + BETA**2 for one in before))
    weights = [math.exp(one.mu / spread) for one in before]
    behind = [
        sum(weight for weight, other in zip(weights, places, strict=True) if other >= place)
        for place in places
    ]
    return [
        update_strength(one, seat, places, weights[seat], behind, spread) for seat, one in enumerate(before)
    ]


def update_strength(  # noqa: PLR0913, PLR0917  one argument per term of the formula
    one: Strength,
    seat: int,
    places: Sequence[int],
    weight: float,
    behind: Sequence[float],
    spread: float,
) -> Strength:
    gain = shrink = 0.0
    for other, place in enumerate(places):
        if place <= places[seat]:
            chance, sharing = weight / behind[other], places.count(place)
            gain += ((other == seat) - chance) / sharing
            shrink += chance * (1 - chance) / sharing
    gain *= one.sigma**2 / spread
    shrink *= (one.sigma / spread) ** 3
    return Strength(one.mu + gain, one.sigma * math.sqrt(max(1 - shrink, LEAST)))
