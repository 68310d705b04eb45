"""Personalities: styles of play, which prefer some features among options that are nearly as good.

A style adds to the value of an option: features of the bot's own position, weighted beyond what they are
worth to anybody (`styles.yaml`), where a few rollouts lead. It gives up a few points at most, so it costs
little strength, and whatever the bots learn of a game carries over to it.
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
from workers.bots.evaluation import extract_features
from workers.bots.rollouts import asked_seat, roll_out
from workers.bots.search import StepsAfterSearch

ROLLOUTS_OF_OPTION: Final = 3
MOST_NEARLY_AS_GOOD: Final = 6  # options, the best of those that are nearly as good
SEEDS_OF_STYLE: Final = 1 << 60


class Style(msgspec.Struct, frozen=True):
    margin: float  # points of value that it gives up at most
    weights: dict[str, float]  # by feature, in points


class ValuedOption(NamedTuple):
    """An option and its value to a bot without a style, in points."""

    command: Command
    value: float


STYLES: Final[Mapping[str, Mapping[PersonalityName, Style]]] = MappingProxyType(
    msgspec.convert(
        yaml.safe_load(Path(__file__).with_name("styles.yaml").read_text(encoding="utf-8")),
        dict[str, dict[PersonalityName, Style]],
    )
)


def pick_by_style(  # noqa: PLR0913, PLR0917  the options, whose style it is, and how they are rolled out
    game: Game[Any],
    table: Table,
    options: Sequence[ValuedOption],
    personality: PersonalityName,
    seed: int,
    steps: StepsAfterSearch,
) -> Command:
    """Return the option that the personality prefers; the best one if it has no style for this game."""
    style = STYLES.get(game.name, {}).get(personality)
    best_first = sorted(options, key=lambda option: -option.value)
    if style is None:
        return best_first[0].command
    least = best_first[0].value - style.margin
    near = [option for option in best_first if option.value >= least][:MOST_NEARLY_AS_GOOD]
    if len(near) == 1:
        return near[0].command
    seeds = range(seed, seed + ROLLOUTS_OF_OPTION)

    def styled_value(option: ValuedOption) -> float:
        found = [
            steps.run(partial(roll_out_style, game, table, option.command, style, each)) for each in seeds
        ]
        return option.value + sum(found) / ROLLOUTS_OF_OPTION

    return max(near, key=styled_value).command


def roll_out_style(game: Game[Any], table: Table, command: Command, style: Style, seed: int) -> float:
    """Return what the asked seat has of all that the style prefers, in points, where a rollout ends."""
    features = extract_features(game, roll_out(game, table, command, seed))[asked_seat(table)]
    return sum(weight * features.get(name, 0.0) for name, weight in style.weights.items())
