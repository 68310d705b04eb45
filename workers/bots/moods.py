"""How a seat answers in a playout: at a taught glance, but each time in another mood.

Where everybody always answers alike, an option may look good only because a glance overlooks what speaks
against it. So in each playout every answer looks to each seat a little better or worse than it does at a
glance, and does so until the playout is over. Whichever option is played out, the moods are the same, so that
it is the options that differ. Playouts agree less then, and it takes more of them to tell options apart;
docs/bots.md says where that was found to pay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, Final, cast
from zlib import crc32

from games.kernel import Chance, Command, Game, Question, Table
from workers.bots.lessons import MOST_REMEMBERED, appraise_taught, name_answer
from workers.bots.outlook import READINGS

# By game and number of seats: the standard deviation of what a mood adds, in points. Elsewhere: no moods.
SPREAD: Final[Mapping[tuple[str, int], float]] = MappingProxyType({("schichtwechsel", 2): 1.5})

DRAWS: Final = 1 << 12
NORMAL: Final = [NormalDist().inv_cdf((number + 0.5) / DRAWS) for number in range(DRAWS)]
Random(DRAWS).shuffle(NORMAL)  # noqa: S311  nobody gains by predicting what a bot imagines

STIR: Final = 0x9E3779B97F4A7C15  # odd and without a pattern: each bit of a product depends on all lower ones
UPPER_BITS: Final = 40  # begin here
WHOLE: Final = (1 << 64) - 1
MOST_SEATS: Final = 8

_keys = dict[tuple[type, Command], int]()


class Mood:
    """That of all seats in one playout."""

    def __init__(self, seed: int, spread: float) -> None:
        self._seed = seed * MOST_SEATS
        self._spread = spread

    def __call__(
        self,
        game: Game[Any],
        table: Table,
        legal: Sequence[Command],
        luck: Chance,  # noqa: ARG002  as a policy is called; there are no ties
    ) -> Command:
        asked, spread = cast("Question", table.agenda[0]), self._spread
        kind, mood = type(asked), (self._seed + asked.seat) * STIR & WHOLE
        best, most = legal[0], float("-inf")
        for command, worth in zip(legal, appraise_taught(game, table, legal), strict=True):
            key = _keys.get((kind, command)) or remember_key(kind, command)
            felt = worth + spread * NORMAL[((key ^ mood) * STIR >> UPPER_BITS) % DRAWS]
            if felt > most:
                best, most = command, felt
        return best


def spread_of_moods(game: Game[Any], table: Table) -> float:
    reading = READINGS.get(game.name)
    return SPREAD.get((game.name, reading.seats(table)), 0.0) if reading else 0.0


def remember_key(asked: type, command: Command) -> int:
    """The same in every process."""
    if len(_keys) >= MOST_REMEMBERED:
        _keys.clear()
    key = _keys[asked, command] = crc32(name_answer(asked, command).encode())
    return key
