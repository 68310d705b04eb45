"""What seats read of a table as spaces of gymnasium."""

from __future__ import annotations

from functools import cache

import numpy as np
from gymnasium import spaces

from environments.codes import Code
from environments.reader import SeatReader
from games.catalogue import GAMES


@cache
def reader_of(game: str, edition: str, seats: int, seat: int) -> SeatReader:
    """Whatever the options: a table has the same places."""
    rules = GAMES[game]
    return SeatReader(rules, rules.blank(seats, edition, rules.options()), seat)


def space_of(reader: SeatReader, most_options: int) -> spaces.Space:
    return spaces.Dict(
        {
            "observation": box_of(reader.table),
            "options": box_of(reader.options, most_options),
            "action_mask": spaces.Box(0, 1, (most_options,), np.int8),
        }
    )


def box_of(code: Code, rows: int | None = None) -> spaces.Box:
    """With the bounds of each number; of so many rows alike, or of one."""
    low = np.array([each.low for each in code.numbers], np.float32)
    high = np.array([each.high for each in code.numbers], np.float32)
    if rows is not None:
        low, high = (np.tile(each, (rows, 1)) for each in (low, high))
    return spaces.Box(low, high, dtype=np.float32)
