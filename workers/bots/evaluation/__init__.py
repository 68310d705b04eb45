"""The value function: how many points a position promises each seat at the end of the match.

Each game names features that can be read off its table. Their weights were learned from many matches of
`search` with itself, or from answers tried in them (`bench/playing/train.py`). They are tapered: each is
given for the end of the match and for its beginning, and for each number of seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import yaml

from games.kernel import Game, Table
from games.kernel.score import totals
from workers.bots.evaluation import ruhrschifffahrt, schichtwechsel, schiefer


class GameFeatures(NamedTuple):
    """How the tables of a game are read."""

    left: Callable[[Any], float]  # the share of the match still to come: 1 at the beginning, 0 at the end
    extract: Callable[[Any, int], dict[str, float]]  # the features of a seat
    end_is_near: Callable[[Any], bool] = lambda table: False  # noqa: ARG005  so near that it is better played
    seats: Callable[[Any], int] = lambda table: len(table.players)


FEATURES: Final[Mapping[str, GameFeatures]] = MappingProxyType(
    {
        "schiefer": GameFeatures(schiefer.left, schiefer.extract),
        "ruhrschifffahrt": GameFeatures(
            ruhrschifffahrt.left, ruhrschifffahrt.extract, ruhrschifffahrt.end_is_near
        ),
        "schichtwechsel": GameFeatures(schichtwechsel.left, schichtwechsel.extract),
    }
)

# By the number of seats: feature -> weight at the end, at the beginning
WeightsBySeats = Mapping[int, Mapping[str, tuple[float, float]]]

WEIGHTS: Final[Mapping[str, WeightsBySeats]] = MappingProxyType(
    yaml.safe_load(Path(__file__).with_name("weights.yaml").read_text(encoding="utf-8"))
)
EDITION_WEIGHTS: Final[
    dict[tuple[str, str], WeightsBySeats]
] = {}  # by game and edition, where learned for it


def set_edition_weights(game: str, edition: str, weights: WeightsBySeats) -> None:
    EDITION_WEIGHTS[game, edition] = weights


def find_weights(game: str, edition: str) -> WeightsBySeats:
    """Return the weights learned for an edition, else those of the built-in one."""
    return EDITION_WEIGHTS.get((game, edition), WEIGHTS[game])


def predict_points(game: Game[Any], table: Table) -> list[float]:
    """Return the points of each seat at the end; the score as it stands if it is over or has no features."""
    if not table.agenda or game.name not in FEATURES:
        return [float(each) for each in score_so_far(game, table)]
    return [sum(parts.values()) for parts in weigh_features(game, table)]


def plays_to_end(game: Game[Any], table: Table) -> bool:
    """Return whether a rollout from here goes on to the end of the match."""
    features = FEATURES.get(game.name)
    return features is not None and features.end_is_near(table)


def weigh_features(game: Game[Any], table: Table) -> list[dict[str, float]]:
    """Return what each feature contributes to the predicted points, seat by seat."""
    features = extract_features(game, table)
    left, weights = FEATURES[game.name].left(table), find_weights(game.name, table.edition)[len(features)]
    return [
        {name: value * taper(weights[name], left) for name, value in each.items() if name in weights}
        for each in features
    ]


def extract_features(game: Game[Any], table: Table) -> list[dict[str, float]]:
    """Return the features of each seat, its points among them."""
    extract = FEATURES[game.name].extract
    return [extract(table, seat) | {"points": each} for seat, each in enumerate(score_so_far(game, table))]


def score_so_far(game: Game[Any], table: Table) -> list[int]:
    return totals(game.score(table), len(game.places(table)))


def taper(weight: tuple[float, float], left: float) -> float:
    """Return a weight between that of the end and that of the beginning."""
    last, first = weight
    return last + (first - last) * left
