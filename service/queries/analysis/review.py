"""The review of a match: its decisions in words, accuracy and luck of each seat, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Final, Literal

import msgspec

from events.entry import Entry
from games.kernel.quantities import doc
from games.match.reasons import NOT_OVER_FOR_REVIEW
from games.match.state import Match
from service.matches.fields import MatchId
from service.matches.folding import command_of, walk_book
from service.matches.live import Live
from service.matches.records.reviews import JudgedDecision
from service.matches.refusals import because
from service.problem_detail import Detail
from service.problems import NotNow
from service.queries.analysis.verdict import CostVerdict, measure_accuracy, name_verdict
from service.queries.game_types import AnyCommand
from service.queries.offers import Wording

MOST_TURNING_POINTS: Final = 5
LEAST_TURN: Final = 3.0  # points of expected lead

Cause = Literal["decision", "luck"]


class ReviewedDecision(JudgedDecision, frozen=True, kw_only=True):
    """A decision of the match, what it was worth, and what was better."""

    chosen: Annotated[AnyCommand, doc("The command that was given.")]
    best: Annotated[AnyCommand, doc("The best option; the chosen one if none is better.")]
    label: Annotated[str, doc("What was chosen, in the language of the answer.")]
    best_label: Annotated[str, doc("What was best, in the language of the answer.")]
    verdict: Annotated[CostVerdict, doc("How the cost is called.")]


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat did on the whole."""

    seat: Annotated[int, doc("The seat.")]
    decisions: Annotated[int, doc("How many of its decisions are judged.")]
    accuracy: Annotated[
        float | None, doc("Of a hundred, each decision counting less the more it cost; null without any.")
    ]
    cost: Annotated[float, doc("Points of expected lead that better decisions would have brought.")]
    luck: Annotated[float, doc("Points of expected lead that draws brought it, against average ones.")]
    verdicts: Annotated[dict[CostVerdict, int], doc("How many of its decisions are called what.")]


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that changed the outlook more than most."""

    version: Annotated[int, doc("The version that it made.")]
    seat: Annotated[int, doc("The seat that decided.")]
    cause: Annotated[Cause, doc("Whether it was more the decision, or the luck that was drawn.")]
    change: Annotated[list[float], doc("By how much the expected lead of each seat changed.")]


class ReviewAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the strongest mind thinks of every decision of a match."""

    match: MatchId
    playouts: Annotated[int, doc("The budget of each decision.")]
    asked: Annotated[bool, doc("Whether somebody has asked for it, so that it is there or on its way.")]
    ready: Annotated[bool, doc("Whether all decisions are judged.")]
    judged: Annotated[int, doc("How many decisions are judged so far.")]
    total: Annotated[int | None, doc("How many there are; null before the first is judged.")]
    seats: Annotated[list[SeatReview], doc("How each seat did, as far as its decisions are judged.")]
    turning_points: Annotated[list[TurningPoint], doc("What decided the match, in order; empty until ready.")]
    decisions: Annotated[list[ReviewedDecision], doc("The decisions that are judged so far, in order.")]


def require_end(live: Live) -> None:
    """GB-35"""
    if not live.over:
        raise NotNow(Detail("review_after_end"), **because(NOT_OVER_FOR_REVIEW, live.match))


def describe_review(  # noqa: PLR0913  what was judged, of which match, and for whom
    match: str,
    entries: Sequence[Entry],
    judged: Sequence[JudgedDecision],
    total: int | None,
    *,
    asked: bool = True,
    playouts: int,
    names: Sequence[str],
    lang: str,
) -> ReviewAnswer:
    seats, ready = len(names), total is not None and len(judged) == total
    return ReviewAnswer(
        match=match,
        playouts=playouts,
        asked=asked,
        ready=ready,
        judged=len(judged),
        total=total,
        seats=[sum_up_seat(seat, judged) for seat in range(seats)],
        turning_points=find_turning_points(judged) if ready else [],
        decisions=list(word_decisions(entries, judged, list(names), lang)),
    )


def sum_up_seat(seat: int, judged: Sequence[JudgedDecision]) -> SeatReview:
    own = [decision.cost for decision in judged if decision.seat == seat]
    verdicts = [name_verdict(cost) for cost in own]
    luck = sum(decision.luck[seat] for decision in judged if decision.luck)
    return SeatReview(
        seat=seat,
        decisions=len(own),
        accuracy=measure_accuracy(own),
        cost=round(sum(own), 1),
        luck=round(luck, 1),
        verdicts={verdict: verdicts.count(verdict) for verdict in dict.fromkeys(sorted(verdicts))},
    )


def find_turning_points(judged: Sequence[JudgedDecision]) -> list[TurningPoint]:
    """Where the outlook changed most, by a decision that cost something or by luck."""
    found = [
        point
        for before, after in pairwise(judged)
        if (point := describe_turn(before, after)) and largest_change(point) >= LEAST_TURN
    ]
    most = sorted(found, key=largest_change, reverse=True)[:MOST_TURNING_POINTS]
    return sorted(most, key=lambda point: point.version)


def describe_turn(before: JudgedDecision, after: JudgedDecision) -> TurningPoint | None:
    luck = max(map(abs, after.luck or [0.0]))
    if not after.cost and luck < LEAST_TURN:
        return None
    cause: Cause = "decision" if after.cost >= luck else "luck"
    change = [round(now - then, 2) for then, now in zip(before.outlook, after.outlook, strict=True)]
    return TurningPoint(version=after.version, seat=after.seat, cause=cause, change=change)


def largest_change(point: TurningPoint) -> float:
    return max(map(abs, point.change))


def word_decisions(
    entries: Sequence[Entry], judged: Sequence[JudgedDecision], names: list[str], lang: str
) -> Iterator[ReviewedDecision]:
    """Each in view of the table at which it was made."""
    by_version = {decision.version: decision for decision in judged}
    for match, entry, _ in walk_book(entries):
        if (decision := by_version.get(entry.version)) is not None:
            yield word_decision(match, entry, decision, names, lang)


def word_decision(
    match: Match, entry: Entry, decision: JudgedDecision, names: list[str], lang: str
) -> ReviewedDecision:
    wording, chosen = Wording(match, names, lang), command_of(entry, match.game)
    best = msgspec.convert(decision.best, match.rules.command_type)
    return ReviewedDecision(
        **msgspec.structs.asdict(decision) | {"best": best},
        chosen=chosen,
        label=wording.label(chosen),
        best_label=wording.label(best),
        verdict=name_verdict(decision.cost),
    )
