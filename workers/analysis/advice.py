"""Advice on an open question: every option with its expected lead, and why the best ones are good."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.kernel import Chance, Command, Game, Question, Table
from games.kernel.score import totals
from service.matches.records.analysis import Advice, AdvisedOption, AdvisedSign
from workers.bots.evaluation import FEATURES, extract_features, weigh_features
from workers.bots.policies import estimate_corrected_values, heuristic_weight, list_penalties
from workers.bots.rollouts import SEEDS, asked_seat, roll_out
from workers.bots.search import SearchedOption, StepsAfterSearch, search_with_steps
from workers.bots.time_control import Budget, TimeControl

ADVICE_BUDGET: Final = Budget(rollouts=600)
MOST_EXPLAINED: Final = 5  # options
DIGITS_OF_LEAD: Final = 2
ROLLOUTS_OF_OPTION: Final = 8  # of each of two options, with the same luck
MOST_FEATURES: Final = 3
LEAST_POINTS: Final = 0.2  # what makes less of a difference is not worth a word
DIGITS_OF_FEATURE: Final = 1
SQUARED_SUFFIX: Final = "_squared"  # such a feature bends the weight of another

Features = dict[str, tuple[float, float]]  # feature -> how much of it there is, the points it promises


def advise(  # noqa: PLR0913, PLR0917  on what, with which luck, and how long
    game: Game[Any],
    question: Question,
    table: Table,
    version: int,
    luck: Chance,
    budget: Budget,
    time: TimeControl,
) -> Advice:
    """Return advice, the same for the same luck. Raise SearchSuspended where time control asks for it."""
    seed = luck.below(SEEDS)
    searched, steps = search_with_steps(game, table, game.rules.legal(table, question), luck, budget, time)
    leads = leads_in_points(game, table, searched)
    options = list[AdvisedOption]()
    for place, (one, lead) in enumerate(zip(searched, leads, strict=True)):
        signs = list[AdvisedSign]()
        if place < MOST_EXPLAINED and len(searched) > 1:
            other = searched[0] if place else searched[1]
            signs = explain_difference(game, table, one.command, other.command, seed, steps)
        options.append(
            AdvisedOption(
                command=msgspec.to_builtins(one.command),
                lead=None if lead is None else round(lead, DIGITS_OF_LEAD),
                error=None if one.error is None else round(one.error, DIGITS_OF_LEAD),
                playouts=one.rollouts,
                signs=signs,
            )
        )
    return Advice(version=version, seat=question.seat, options=options)


def leads_in_points(game: Game[Any], table: Table, searched: Sequence[SearchedOption]) -> list[float | None]:
    """Return the lead of the best option in its rollouts, and those of the others in relation to it.

    They are less by what a review would say the options cost. Where heuristic values count, a search adds
    what an option loses by them to what it loses in rollouts; points are the mean of the two.
    """
    best = searched[0].lead
    if best is None:
        return [None for _ in searched]
    values = estimate_corrected_values(game, table, [one.command for one in searched])
    rolled_out, parts = best + list_penalties(game, table, values)[0], 1 + heuristic_weight(game, table)
    return [None if one.lead is None else rolled_out - (best - one.lead) / parts for one in searched]


def explain_difference(  # noqa: PLR0913, PLR0917  two options, and how they are rolled out
    game: Game[Any], table: Table, one: Command, other: Command, seed: int, steps: StepsAfterSearch
) -> list[AdvisedSign]:
    """Return the features that one option leads to and the other does not; what matters most comes first."""
    differences, seat = defaultdict[str, list[float]](lambda: [0.0, 0.0]), asked_seat(table)
    for number in range(seed, seed + ROLLOUTS_OF_OPTION):
        for sign, command in ((1, one), (-1, other)):
            step = partial(roll_out_features, game, table, command, number, seat)
            for feature, (much, points) in steps.run(step).items():
                differences[feature][0] += sign * much / ROLLOUTS_OF_OPTION
                differences[feature][1] += sign * points / ROLLOUTS_OF_OPTION
    found = [
        AdvisedSign(feature, round(more, DIGITS_OF_FEATURE), round(points, DIGITS_OF_FEATURE))
        for feature, (more, points) in differences.items()
        if abs(points) >= LEAST_POINTS
    ]
    return sorted(found, key=lambda each: (-abs(each.points), each.sign))[:MOST_FEATURES]


def roll_out_features(game: Game[Any], table: Table, command: Command, seed: int, seat: int) -> Features:
    return lead_by_feature(game, roll_out(game, table, command, seed), seat)


def lead_by_feature(game: Game[Any], table: Table, seat: int) -> Features:
    """Return how far the seat is ahead of the best of the others, feature by feature."""
    every = weigh_by_feature(game, table)
    own, others = every[seat], [features for number, features in enumerate(every) if number != seat]
    best = max(
        others, key=lambda features: sum(points for _, points in features.values()), default=Features()
    )
    ahead = Features()
    for feature in own.keys() | best.keys():
        (much, points), (less, fewer) = own.get(feature, (0.0, 0.0)), best.get(feature, (0.0, 0.0))
        ahead[feature] = much - less, points - fewer
    return ahead


def weigh_by_feature(game: Game[Any], table: Table) -> list[Features]:
    """Return the features of each seat with their points; once the match is over, only points count."""
    if not table.agenda or game.name not in FEATURES:
        points = totals(game.score(table), len(game.places(table)))
        return [{"points": (float(each), float(each))} for each in points]
    found = list[Features]()
    for read, weighed in zip(extract_features(game, table), weigh_features(game, table), strict=True):
        features = Features()
        for name, points_of_one in weighed.items():
            feature, is_squared = name.removesuffix(SQUARED_SUFFIX), name.endswith(SQUARED_SUFFIX)
            much, before = features.get(feature, (0.0, 0.0))
            features[feature] = (much if is_squared else float(read[name]), before + points_of_one)
        found.append(features)
    return found
