"""What a position promises each seat, in points at the end of the match.

Each game names signs that can be read off its table; the worth of a sign was found by comparing
positions of many matches with their ends. A worth changes along the match: it is given for the end and for
the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import yaml

from frozen.outlook import ruhrschifffahrt, schichtwechsel, schiefer
from games.kernel import Game, Table
from games.kernel.score import totals

SignWorths = Mapping[str, tuple[float, float]]  # sign -> at the end, at the beginning


class TableReading(NamedTuple):
    """How the tables of a game are read."""

    left: Callable[[Any], float]  # 1 at the beginning, 0 at the end
    signs: Callable[[Any, int], dict[str, float]]


READINGS: Final[Mapping[str, TableReading]] = MappingProxyType(
    {
        "schiefer": TableReading(schiefer.left, schiefer.signs),
        "ruhrschifffahrt": TableReading(ruhrschifffahrt.left, ruhrschifffahrt.signs),
        "schichtwechsel": TableReading(schichtwechsel.left, schichtwechsel.signs),
    }
)


WORTHS: Final[Mapping[str, SignWorths]] = MappingProxyType(
    yaml.safe_load(Path(__file__).with_name("worths.yaml").read_text(encoding="utf-8"))
)


def foresee_points(game: Game[Any], table: Table) -> list[float]:
    """The score as it stands, if the match is over or the worth of the signs is not known."""
    points = totals(game.score(table), len(game.places(table)))
    reading = READINGS.get(game.name)
    if not table.agenda or reading is None:
        return [float(each) for each in points]
    left, worths = reading.left(table), WORTHS[game.name]
    return [
        sum(
            sign * worth_at(worths[name], left)
            for name, sign in (*reading.signs(table, seat).items(), ("points", each))
            if name in worths
        )
        for seat, each in enumerate(points)
    ]


def worth_at(worth: tuple[float, float], left: float) -> float:
    last, first = worth
    return last + (first - last) * left
