"""The levels of bots, and how strong they are: `levels.yaml` has what `bench strength` measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec
import yaml
from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, doc
from games.match.quantities import Level
from games.match.state import MILLISECONDS_OF_LEVEL

FILE: Final = Path(__file__).with_name("levels.yaml")
HEAD_OF_LEVELS: Final = """\
# How often a level of bots won against the one below; the interval holds the true share 95 of 100 times.
# Written by ./grubenbuch bench strength GAME --one level:2 --other level:1 --write; the rest is not measured.
"""

ShareOfVictories = Annotated[
    float, Meta(ge=0, le=1, description="A share of victories; a shared one counts in parts.")
]


class LevelResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a level achieved against the one below."""

    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="Seats; with more than two it sat alone.")]
    matches: Annotated[int, Meta(ge=1, description="Matches played.")]
    won: Annotated[ShareOfVictories, doc("Its share of victories; a fair one is one divided by the seats.")]
    low: Annotated[ShareOfVictories, doc("Where the interval of the true share begins (Wilson, 95 %).")]
    high: Annotated[ShareOfVictories, doc("Where it ends.")]
    lead: Annotated[float, doc("Points ahead of the best of the others, in the mean.")]
    command: Annotated[str, doc("The command that measures it again.")]
    on: Annotated[str, doc("The day on which it was measured.")]


class LevelAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One strength of bots."""

    level: Level
    milliseconds: Annotated[int, Meta(ge=0, description="How long it thinks about an answer at most.")]
    measured: Annotated[
        list[LevelResult], doc("Against the level below, by the number of seats; empty: not measured yet.")
    ]


def read_results() -> dict[str, dict[int, list[LevelResult]]]:
    """Return the results by game and level."""
    written = yaml.safe_load(FILE.read_text(encoding="utf-8")) or {}
    return msgspec.convert(written, dict[str, dict[int, list[LevelResult]]])


def keep_result(game: str, level: int, result: LevelResult) -> None:
    """Write a result in place of what was found before with as many seats."""
    kept = read_results()
    others = [each for each in kept.setdefault(game, {}).get(level, []) if each.seats != result.seats]
    kept[game][level] = sorted([*others, result], key=lambda each: each.seats)
    body = yaml.safe_dump(msgspec.to_builtins(kept), sort_keys=True, width=1000)
    FILE.write_text(HEAD_OF_LEVELS + body, encoding="utf-8")


RESULTS: Final = read_results()


def describe_levels(game: str) -> list[LevelAnswer]:
    found = RESULTS.get(game, {})
    return [
        LevelAnswer(level=level, milliseconds=milliseconds, measured=found.get(level, []))
        for level, milliseconds in enumerate(MILLISECONDS_OF_LEVEL, 1)
    ]
