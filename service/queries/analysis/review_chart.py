"""The expected leads over a match as a picture: a line for each seat, luck and costly decisions marked on it.

It is drawn by the same hand as the points over the rounds, see `service/queries/chart.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from service.matches.records.reviews import JudgedDecision
from service.queries.analysis.review import ReviewAnswer
from service.queries.analysis.verdict import ANALYSIS_WORDS, MISTAKE
from service.queries.chart import (
    BOTTOM,
    DASHES,
    HEIGHT,
    RIGHT,
    WIDTH,
    Axes,
    draw_legend,
    style_rules,
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
    """Across are versions, up are points."""
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
    """What the signs on the lines mean."""
    left, low = WIDTH - RIGHT + 16, HEIGHT - BOTTOM - 24
    luck = ANALYSIS_WORDS.text("causes", "luck", lang)
    mistake = ANALYSIS_WORDS.text("verdicts", "mistake", lang)
    return (
        f'<g class="seat0"><circle class="luck" cx="{left + 6}" cy="{low}" r="3"/>'
        f'<text x="{left + 34}" y="{low + 4}">{escape(luck)}</text>'
        f'{draw_cross(left + 6, low + 20)}<text x="{left + 34}" y="{low + 24}">{escape(mistake)}</text></g>'
    )
