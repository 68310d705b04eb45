"""Advice on an open question: every option with its expected lead, and what speaks for the best ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.kernel import Chance, Game, Question, Table
from service.matches.records.analysis import Advice, AdvisedOption, AdvisedSign
from workers.analysis.signs import tell_signs
from workers.bots.budget import Budget
from workers.bots.greedy import count_against, share_of_glance
from workers.bots.lessons import appraise_taught
from workers.bots.pace import Pace
from workers.bots.playout import SEEDS
from workers.bots.search import TriedOption
from workers.bots.second_looks import SecondLooks, weigh_and_look

ADVICE_BUDGET: Final = Budget(playouts=600)
MOST_EXPLAINED: Final = 5  # options
DIGITS_OF_LEAD: Final = 2


def advise(  # noqa: PLR0913, PLR0917  on what, with which luck, and how long
    game: Game[Any], question: Question, table: Table, version: int, luck: Chance, budget: Budget, pace: Pace
) -> Advice:
    """The same luck gives the same advice; raises LaidAside where it gives way before it is done."""
    seed = luck.below(SEEDS)
    tried, looks = weigh_and_look(game, table, game.rules.legal(table, question), luck, budget, pace)
    options = [
        describe_option(one, lead, explain(game, table, tried, place, seed, looks))
        for place, (one, lead) in enumerate(zip(tried, leads_in_points(game, table, tried), strict=True))
    ]
    return Advice(version=version, seat=question.seat, options=options)


def leads_in_points(game: Game[Any], table: Table, tried: Sequence[TriedOption]) -> list[float | None]:
    """Of the best option what its playouts say; of the others as much less as a review would say it costs.

    Where a glance has its say, a search adds what it loses to what playouts lose; points are their mean.
    """
    best = tried[0].lead
    if best is None:
        return [None for _ in tried]
    worth = appraise_taught(game, table, [one.command for one in tried])
    played_out, parts = best + count_against(game, table, worth)[0], 1 + share_of_glance(game, table)
    return [None if one.lead is None else played_out - (best - one.lead) / parts for one in tried]


def explain(  # noqa: PLR0913, PLR0917  which of the options, and how it is looked at
    game: Game[Any], table: Table, tried: Sequence[TriedOption], place: int, seed: int, looks: SecondLooks
) -> list[AdvisedSign]:
    """What tells an option from the best one, and the best one from the next."""
    if place >= MOST_EXPLAINED or len(tried) == 1:
        return []
    other = tried[0] if place else tried[1]
    return tell_signs(game, table, tried[place].command, other.command, seed, looks)


def describe_option(tried: TriedOption, lead: float | None, signs: list[AdvisedSign]) -> AdvisedOption:
    return AdvisedOption(
        command=msgspec.to_builtins(tried.command),
        lead=None if lead is None else round(lead, DIGITS_OF_LEAD),
        error=None if tried.error is None else round(tried.error, DIGITS_OF_LEAD),
        playouts=tried.playouts,
        signs=signs,
    )
