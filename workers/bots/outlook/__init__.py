"""What a position promises each seat, in points at the end of the match.

Each game names signs that can be read off its table; the worth of a sign was learned from many matches of
`search` with itself, or from answers tried in them (`bench/playing/train.py`). A worth changes along the
match: it is given for the end and for the beginning, and for each number of seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import yaml

from games.kernel import Game, Table
from games.kernel.score import totals
from workers.bots.outlook import ruhrschifffahrt, schichtwechsel, schiefer

SignWorths = Mapping[str, tuple[float, float]]  # sign -> at the end, at the beginning


def end_is_far(table: Any) -> bool:  # noqa: ARG001  as a table is read
    return False


def count_players(table: Any) -> int:
    return len(table.players)


class TableReading(NamedTuple):
    """How the tables of a game are read."""

    left: Callable[[Any], float]  # 1 at the beginning, 0 at the end
    signs: Callable[[Any, int], dict[str, float]]
    end_is_near: Callable[[Any], bool] = end_is_far  # so near the end that it is better played than foreseen
    seats: Callable[[Any], int] = count_players


READINGS: Final[Mapping[str, TableReading]] = MappingProxyType(
    {
        "schiefer": TableReading(schiefer.left, schiefer.signs),
        "ruhrschifffahrt": TableReading(
            ruhrschifffahrt.left, ruhrschifffahrt.signs, ruhrschifffahrt.end_is_near
        ),
        "schichtwechsel": TableReading(schichtwechsel.left, schichtwechsel.signs),
    }
)


SeatWorths = Mapping[int, SignWorths]  # by the number of seats

WORTHS: Final[Mapping[str, SeatWorths]] = MappingProxyType(
    yaml.safe_load(Path(__file__).with_name("worths.yaml").read_text(encoding="utf-8"))
)
WORTHS_OF_EDITIONS: Final[dict[tuple[str, str], SeatWorths]] = {}  # by game and edition


def learn_worths(game: str, edition: str, worths: SeatWorths) -> None:
    """For an edition that is not built in; without them the worths of the built-in one are used."""
    WORTHS_OF_EDITIONS[game, edition] = worths


def worths_of(game: str, edition: str) -> SeatWorths:
    return WORTHS_OF_EDITIONS.get((game, edition), WORTHS[game])


def foresee_points(game: Game[Any], table: Table) -> list[float]:
    """The score as it stands, if the match is over or the worth of the signs is not known."""
    reading = READINGS.get(game.name)
    if not table.agenda or reading is None:
        return [float(each) for each in score_so_far(game, table)]
    return [sum(parts.values()) for parts in weigh_signs(game, table)]


def reaches_end(game: Game[Any], table: Table) -> bool:
    """Whether a playout from here goes on to the end of the match."""
    reading = READINGS.get(game.name)
    return reading is not None and reading.end_is_near(table)


def weigh_signs(game: Game[Any], table: Table) -> list[dict[str, float]]:
    """What each sign contributes to what a position promises, seat by seat; together they are the promise."""
    signs = read_signs(game, table)
    left, worths = READINGS[game.name].left(table), worths_of(game.name, table.edition)[len(signs)]
    return [
        {name: sign * worth_at(worths[name], left) for name, sign in each.items() if name in worths}
        for each in signs
    ]


def read_signs(game: Game[Any], table: Table) -> list[dict[str, float]]:
    """The signs of each seat, its points among them."""
    read = READINGS[game.name].signs
    return [read(table, seat) | {"points": each} for seat, each in enumerate(score_so_far(game, table))]


def score_so_far(game: Game[Any], table: Table) -> list[int]:
    return totals(game.score(table), len(game.places(table)))


def worth_at(worth: tuple[float, float], left: float) -> float:
    last, first = worth
    return last + (first - last) * left
