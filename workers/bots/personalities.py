"""Personalities: what a bot likes best among options that are nearly as good.

A taste adds to what the mind has found out: signs of the bot's own position, worth more to it than to others
(`tastes.yaml`), where a few playouts lead. It gives up a few points at most for what it likes, so it costs
little strength, and whatever the minds learn of a game carries over to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
import yaml

from games.kernel import Command, Game, Table
from games.match.state import PersonalityName
from workers.bots.outlook import read_signs
from workers.bots.playout import asked_seat, play_on
from workers.bots.second_looks import SecondLooks

LOOKS_OF_TASTE: Final = 3  # playouts of each option that is looked at
MOST_NEARLY_AS_GOOD: Final = 6  # options, the best of those that are nearly as good
SEEDS_OF_TASTE: Final = 1 << 60


class Taste(msgspec.Struct, frozen=True):
    gives: float
    likes: dict[str, float]


class ValuedOption(NamedTuple):
    """What a mind thinks of an option, in points."""

    command: Command
    value: float


TASTES: Final[Mapping[str, Mapping[PersonalityName, Taste]]] = MappingProxyType(
    msgspec.convert(
        yaml.safe_load(Path(__file__).with_name("tastes.yaml").read_text(encoding="utf-8")),
        dict[str, dict[PersonalityName, Taste]],
    )
)


def pick_by_taste(  # noqa: PLR0913, PLR0917  what there is, who likes what, and how it looks
    game: Game[Any],
    table: Table,
    options: Sequence[ValuedOption],
    personality: PersonalityName,
    seed: int,
    looks: SecondLooks,
) -> Command:
    """The one it likes best; without a taste for this game the best one."""
    taste = TASTES.get(game.name, {}).get(personality)
    best_first = sorted(options, key=lambda option: -option.value)
    if taste is None:
        return best_first[0].command
    least = best_first[0].value - taste.gives
    near = [option for option in best_first if option.value >= least][:MOST_NEARLY_AS_GOOD]
    if len(near) == 1:
        return near[0].command
    seeds = range(seed, seed + LOOKS_OF_TASTE)

    def liked(option: ValuedOption) -> float:
        found = [
            looks.look(partial(look_by_taste, game, table, option.command, taste, each)) for each in seeds
        ]
        return option.value + sum(found) / LOOKS_OF_TASTE

    return max(near, key=liked).command


def look_by_taste(game: Game[Any], table: Table, command: Command, taste: Taste, seed: int) -> float:
    return like(game, play_on(game, table, command, seed), asked_seat(table), taste)


def like(game: Game[Any], table: Table, seat: int, taste: Taste) -> float:
    """What a seat has of all that is liked, in points."""
    signs = read_signs(game, table)[seat]
    return sum(worth * signs.get(sign, 0.0) for sign, worth in taste.likes.items())
