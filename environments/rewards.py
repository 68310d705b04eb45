"""What a match was worth to each seat. Both come at the end alone, and add up to zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from games.kernel import Game, Table
from games.kernel.score import totals

RewardName = Literal["victory", "lead"]


def share_of_victory(game: Game[Any], table: Table) -> list[float]:
    """A shared victory counts in parts; less what a seat wins by chance."""
    places = game.places(table)
    first = places.count(1)
    return [(place == 1) / first - 1 / len(places) for place in places]


def lead_in_points(game: Game[Any], table: Table) -> list[float]:
    """Ahead of the mean of all seats."""
    seats = len(game.places(table))
    points = totals(game.score(table), seats)
    return [each - sum(points) / seats for each in points]


REWARDS: Final[Mapping[RewardName, Callable[[Game[Any], Table], list[float]]]] = MappingProxyType(
    {"victory": share_of_victory, "lead": lead_in_points}
)
