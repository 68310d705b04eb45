"""Describe advice and reviews: expected leads in words, accuracy and luck, turning points, a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import erf, exp, sqrt
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from events.entry import Entry
from games.kernel.quantities import doc
from games.kernel.words import Words, load_words
from games.match.reasons import NOT_OVER_FOR_REVIEW
from games.match.state import Match
from service.matches.fields import AnyCommand, MatchId
from service.matches.folding import command_of, walk_book
from service.matches.records.analysis import Advice, AdvisedOption, JudgedDecision
from service.matches.refusals import because
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail
from service.problems import NotNow
from service.queries.offers import Wording
from service.queries.scores import BOTTOM, DASHES, HEIGHT, RIGHT, WIDTH, Axes, draw_legend, style_rules

CostVerdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

ANALYSIS_WORDS: Final = load_words(Path(__file__).with_name("analysis_words.yaml"))
BLUNDER: Final = 5.0
MISTAKE: Final = 2.5
INACCURACY: Final = 1.0
FORGIVING: Final = 5.0  # points of cost after which a decision counts for about a third


def name_verdict(cost: float) -> CostVerdict:
    if cost >= BLUNDER:
        return "blunder"
    if cost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if cost >= INACCURACY else "good" if cost > 0 else "best"


def measure_accuracy(costs: Iterable[float]) -> float | None:
    """Return the accuracy out of a hundred, or None for a seat that never chose."""
    each = [exp(-cost / FORGIVING) for cost in costs]
    return round(100 * sum(each) / len(each), 1) if each else None


NORMAL_95: Final = 1.96  # standard errors to each side hold 95 of 100 true values
DECIMAL_COMMA: Final = frozenset({"de"})


class SignOfTable(msgspec.Struct, frozen=True, kw_only=True):
    """Something about the table that tells the option from the one it is compared with."""

    sign: Annotated[str, doc("What it is, as a code.")]
    name: Annotated[str, doc("The same in words, in the language of the answer.")]
    more: Annotated[float, doc("How much more of it there will be, in the mean; negative: less.")]
    points: Annotated[float, doc("How many points of expected lead it makes.")]


class OptionAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """An option and what is to be expected of it."""

    command: Annotated[AnyCommand, doc("The command, to be sent back as it is.")]
    label: Annotated[str, doc("What the command does, in the language of the answer.")]
    lead: Annotated[
        float | None,
        doc("How many points ahead of the best of the others the seat will be at the end; null: not tried."),
    ]
    low: Annotated[float | None, doc("The lower end of the interval that holds the lead, 95 of 100 times.")]
    high: Annotated[float | None, doc("Its upper end.")]
    sure: Annotated[
        float | None, doc("How likely it is at least as good as the best of the other options, from 0 to 1.")
    ]
    playouts: Annotated[int, doc("How often it was tried.")]
    signs: Annotated[list[SignOfTable], doc("What makes the difference, the most important first.")]
    reason: Annotated[str, doc("The same in a sentence, in the language of the answer.")]


class AdviceAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the strongest mind would answer."""

    match: MatchId
    version: Annotated[int, doc("The version at which the seat has asked.")]
    seat: Annotated[int, doc("The seat that has asked.")]
    ready: Annotated[bool, doc("Whether it has thought; until then there are no options, so ask again.")]
    options: Annotated[list[OptionAdvice], doc("Every option of the question, the best first.")]


def describe_advice(  # noqa: PLR0913, PLR0917  which advice, on which match, for whom
    match: Match, version: int, seat: int, advice: Advice | None, names: Sequence[str], lang: str
) -> AdviceAnswer:
    """Describe advice; `match` as it stood at that version."""
    options = advice.options if advice else []
    wording = Wording(match, list(names), lang)
    return AdviceAnswer(
        match=match.id,
        version=version,
        seat=seat,
        ready=advice is not None,
        options=[word_option(wording, options, place) for place in range(len(options))],
    )


def word_option(wording: Wording, options: Sequence[AdvisedOption], place: int) -> OptionAdvice:
    option = options[place]
    command = msgspec.convert(option.command, wording.match.rules.command_type)
    low = high = None
    if option.lead is not None and option.error is not None:
        half = NORMAL_95 * option.error
        low, high = round(option.lead - half, 2), round(option.lead + half, 2)
    return OptionAdvice(
        command=command,
        label=wording.label(command),
        lead=option.lead,
        low=low,
        high=high,
        sure=how_sure(options, place),
        playouts=option.playouts,
        signs=[
            SignOfTable(
                sign=told.sign,
                name=name_sign(wording.match.game, wording.words, told.sign, wording.lang),
                more=told.more,
                points=told.points,
            )
            for told in option.signs
        ],
        reason=explain_in_words(wording, options, place),
    )


def how_sure(options: Sequence[AdvisedOption], place: int) -> float | None:
    """Return how likely an option is at least as good as the best of the others.

    The errors of the two are taken as independent; the same luck for both makes it surer than that.
    """
    own = options[place]
    others = [each for number, each in enumerate(options) if number != place and each.lead is not None]
    if own.lead is None or own.error is None:
        return None
    if not others:
        return 1.0
    best = max(others, key=lambda each: each.lead or 0.0)
    gap, error = own.lead - (best.lead or 0.0), sqrt(own.error**2 + (best.error or 0.0) ** 2)
    if not error:
        return 1.0 if gap >= 0 else 0.0
    return round((1 + erf(gap / error / sqrt(2))) / 2, 2)


def name_sign(game: str, words: Words, sign: str, lang: str) -> str:
    """Return the name of a sign in our own words, else as the game calls the thing."""
    known = ANALYSIS_WORDS.sections.get(game, {})
    return known[sign][lang] if sign in known else words.name(sign, lang)


def explain_in_words(wording: Wording, options: Sequence[AdvisedOption], place: int) -> str:
    option, lang = options[place], wording.lang
    if len(options) == 1:
        return ANALYSIS_WORDS.text("reasons", "forced", lang)
    if option.lead is None:
        return ANALYSIS_WORDS.text("reasons", "untried", lang)
    if not option.signs:
        return ANALYSIS_WORDS.text("reasons", "alike", lang)
    signs = "; ".join(
        ANALYSIS_WORDS.text(
            "reasons",
            "sign",
            lang,
            sign=name_sign(wording.match.game, wording.words, each.sign, lang),
            more=word_number(each.more, lang),
            points=word_number(each.points, lang),
        )
        for each in option.signs
    )
    return ANALYSIS_WORDS.text("reasons", "against_best" if place else "against_next", lang, signs=signs)


def word_number(number: float, lang: str) -> str:
    said = f"{number:+.1f}".replace("-", "\N{MINUS SIGN}")
    return said.replace(".", ",") if lang in DECIMAL_COMMA else said


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


def require_end(live: CurrentMatch) -> None:
    """GB-35: raise NotNow before the end."""
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
    """Return where the outlook changed most, by a decision that cost something or by luck."""
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
    """Yield the decisions in words, each in view of the table at which it was made."""
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


MARK: Final = 5  # half the width of the sign of a costly decision


def draw_review(review: ReviewAnswer, names: Sequence[str], lang: str) -> str:
    words = ANALYSIS_WORDS
    title = words.text("headings", "expected_leads", lang)
    axes = axes_of_leads(review.decisions)
    across, up = (words.text("headings", code, lang) for code in ("version", "lead"))
    lines = "".join(draw_lead(axes, seat, review.decisions) for seat in range(len(names)))
    last = review.decisions[-1].outlook if review.decisions else [0.0] * len(names)
    ends = [round(lead) for lead in last]
    key = "".join(draw_legend(seat, name, ends[seat]) for seat, name in enumerate(names))
    said = "; ".join(
        words.text("headings", "seat_ends", lang, seat=name, lead=end)
        for name, end in zip(names, ends, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'class="gb-score" aria-label="{escape(title)}. {escape(said)}." lang="{lang}">'
        f"<style>{style_rules()}.gb-score .luck{{opacity:.35}}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="ground"/>'
        f'<text x="16" y="26" class="title">{escape(title)}</text>'
        f"{axes.drawn(across, up)}{lines}{key}{draw_key_of_marks(lang)}</svg>\n"
    )


def axes_of_leads(decisions: Sequence[JudgedDecision]) -> Axes:
    """Return axes with versions across and points up."""
    leads = [lead for decision in decisions for lead in decision.outlook] or [0.0]
    last = decisions[-1].version if decisions else 1
    return Axes(last, min(int(min(leads)) - 1, 0), max(int(max(leads)) + 1, 1))


def draw_lead(axes: Axes, seat: int, decisions: Sequence[JudgedDecision]) -> str:
    places = [(axes.x(one.version), axes.y(one.outlook[seat])) for one in decisions]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    drawn = f'<polyline points="{path}" stroke-dasharray="{DASHES[seat]}"/>'
    for decision, (x, y) in zip(decisions, places, strict=True):
        if decision.luck is not None:
            drawn += f'<circle class="luck" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        if decision.seat == seat and decision.cost >= MISTAKE:
            drawn += draw_cross(x, y)
    return f'<g class="seat{seat}">{drawn}</g>'


def draw_cross(x: float, y: float) -> str:
    return "".join(
        f'<line x1="{x - MARK:.1f}" x2="{x + MARK:.1f}" y1="{y - way * MARK:.1f}" y2="{y + way * MARK:.1f}"/>'
        for way in (1, -1)
    )


def draw_key_of_marks(lang: str) -> str:
    """Draw the legend of the marks on the lines."""
    left, low = WIDTH - RIGHT + 16, HEIGHT - BOTTOM - 24
    luck = ANALYSIS_WORDS.text("causes", "luck", lang)
    mistake = ANALYSIS_WORDS.text("verdicts", "mistake", lang)
    return (
        f'<g class="seat0"><circle class="luck" cx="{left + 6}" cy="{low}" r="3"/>'
        f'<text x="{left + 34}" y="{low + 4}">{escape(luck)}</text>'
        f'{draw_cross(left + 6, low + 20)}<text x="{left + 34}" y="{low + 24}">{escape(mistake)}</text></g>'
    )
