"""Describe score sheets, as of a position and of the rounds before, and draw them as a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Annotated, Final

import msgspec

from events.store import Store
from games.kernel import Line
from games.kernel.quantities import doc
from games.kernel.score import totals
from games.match.state import Match
from service.matches.fields import MatchId, MatchStatus, MatchVersion, VersionHash
from service.matches.records.sheets import Sheet, list_sheets
from service.queries.positions import Position
from service.queries.rules import rule_url

OVER: Final = ("finished", "abandoned")


class WordedLine(Line, frozen=True, kw_only=True):
    """A line of a score sheet, with the name of its category."""

    label: Annotated[str, doc("The category in words, in the language of the answer.")]
    rule_url: Annotated[str, doc("Where people read that rule.")]


class ScoreAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The score sheet of a position, and those of the rounds before."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    status: MatchStatus
    final: Annotated[bool, doc("Whether the match has finished, so that this is its result.")]
    lines: Annotated[list[WordedLine], doc("Every line of the sheet: nobody has points without one.")]
    totals: Annotated[list[int], doc("The points of each seat.")]
    places: Annotated[list[int], doc("The place of each seat, counted from 1; equals share the better one.")]
    series: Annotated[
        list[Sheet], doc("The sheets of the rounds before, oldest first; the newest may come a moment later.")
    ]


def score_position(store: Store, seen: Position, lang: str) -> ScoreAnswer:
    match = seen.match
    lines = match.rules.score(match.table) if match.status != "open" else []
    return ScoreAnswer(
        match=match.id,
        version=seen.version,
        hash=seen.hash,
        status=match.status,
        final=match.status == "finished",
        lines=[
            WordedLine(
                **msgspec.structs.asdict(line),
                label=match.rules.words.text("categories", line.category, lang),
                rule_url=rule_url(line.rule),
            )
            for line in lines
        ],
        totals=totals(lines, len(match.seats)),
        places=match.rules.places(match.table) if lines else [1] * len(match.seats),
        series=score_series(store, match, seen.version),
    )


def score_series(store: Store, match: Match, until: int) -> list[Sheet]:
    """Return the sheets of rounds, oldest first, one per version.

    Workers write them, so the newest may still be missing.
    """
    by_version = {  # the sheet of the end says more than that of the last round, and replaces it
        sheet.version: sheet
        for sheet in list_sheets(store, match.id)
        if sheet.version <= until and has_ended(sheet, match)
    }
    return [by_version[version] for version in sorted(by_version)]


def has_ended(sheet: Sheet, match: Match) -> bool:
    """Return whether its round has ended: the sheet of a round that an undo took back stays stored."""
    return match.status in OVER or sheet.round < match.table.round


WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 52, 216, 64, 44
# Four hues that differ in lightness too, each with its dashes: nobody needs to see colours.
LIGHT: Final = ("#0b5fa5", "#a33b00", "#2a6b1f", "#7a1f7a")
DARK: Final = ("#7cc0ff", "#ffab73", "#8fd67f", "#e79be7")
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4")
MOST_STEPS_UP: Final = 6
MOST_STEPS_ACROSS: Final = 12
MOST_DOTTED: Final = 24  # rounds; dots on more would run together
LONGEST_LEGEND: Final = 15
CHART_WORDS: Final = {
    "en": ("Points over the rounds", "{} has {} points after round {}", "Round", "Points"),
    "de": ("Punkte über die Runden", "{} hat {} Punkte nach Runde {}", "Runde", "Punkte"),
}

Point = tuple[int, int]  # round and points


def draw_chart(score: ScoreAnswer, names: Sequence[str], lang: str) -> str:
    lines = [points_of(score, seat) for seat in range(len(names))]
    title, told, across, up = CHART_WORDS[lang]
    said = "; ".join(
        told.format(name, line[-1][1], line[-1][0]) for name, line in zip(names, lines, strict=True)
    )
    axes = axes_for(lines)
    drawn = "".join(draw_curve(axes, seat, line) for seat, line in enumerate(lines))
    key = "".join(draw_legend(seat, name, lines[seat][-1][1]) for seat, name in enumerate(names))
    one, other = f"title-{score.match}", f"desc-{score.match}"  # of this picture, if a page has several
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'class="gb-score" aria-labelledby="{one} {other}" lang="{lang}">'
        f'<title id="{one}">{escape(title)}</title><desc id="{other}">{escape(said)}.</desc>'
        f"<style>{style_rules()}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="ground"/>'
        f'<text x="16" y="26" class="title">{escape(title)}</text>'
        f"{axes.drawn(across, up)}{drawn}{key}</svg>\n"
    )


def points_of(score: ScoreAnswer, seat: int) -> list[Point]:
    """Return the points after each round by its newest sheet; every line begins at zero."""
    found: dict[int, int] = {0: 0}
    for sheet in score.series:
        found[sheet.round] = sheet.totals[seat]
    return sorted(found.items())


def round_step(span: int, most: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … for which the span takes no more steps than `most`."""
    step, factors = 1, (2, 2.5, 2)
    for turn in range(3 * len(str(span)) + 1):
        if span <= most * step:
            break
        step = int(step * factors[turn % 3])
    return step


class Axes:
    """From rounds and points to places on the paper. Above and below it ends at a line of the grid."""

    def __init__(self, rounds: int, low: int, high: int) -> None:
        self.rounds = rounds
        self.step = round_step(high - low, MOST_STEPS_UP - 1)
        self.low = low // self.step * self.step
        self.high = -(-high // self.step) * self.step

    def x(self, number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / self.rounds

    def y(self, points: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (points - self.low) / (self.high - self.low)

    def drawn(self, across: str, up: str) -> str:
        base = HEIGHT - BOTTOM + 18
        labels = (
            f'<text x="{WIDTH - RIGHT}" y="{base + 18}" text-anchor="end">{escape(across)}</text>'
            f'<text x="16" y="{TOP - 14}">{escape(up)}</text>'
        )
        return f'<g class="grid">{"".join(self.rungs())}{"".join(self.marks(base))}{labels}</g>'

    def rungs(self) -> Iterator[str]:
        for points in range(self.low, self.high + 1, self.step):
            level, said = self.y(points), with_minus_sign(points)
            nothing = ' class="zero"' if points == 0 else ""
            yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level:.1f}" y2="{level:.1f}"{nothing}/>'
            yield f'<text x="{LEFT - 8}" y="{level + 4:.1f}" text-anchor="end">{said}</text>'

    def marks(self, base: int) -> Iterator[str]:
        for number in range(0, self.rounds + 1, round_step(self.rounds, MOST_STEPS_ACROSS)):
            yield f'<text x="{self.x(number):.1f}" y="{base}" text-anchor="middle">{number}</text>'


def axes_for(lines: Sequence[Sequence[Point]]) -> Axes:
    points = [points for line in lines for _, points in line]
    rounds = max((number for line in lines for number, _ in line), default=0)
    return Axes(max(rounds, 1), min(points, default=0), max(*points, 1) if points else 1)


def draw_curve(axes: Axes, seat: int, line: Sequence[Point]) -> str:
    places = [(f"{axes.x(number):.1f}", f"{axes.y(points):.1f}") for number, points in line]
    dotted = places if axes.rounds <= MOST_DOTTED else places[-1:]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in dotted)
    path = " ".join(",".join(place) for place in places)
    return f'<g class="seat{seat}"><polyline points="{path}" stroke-dasharray="{DASHES[seat]}"/>{dots}</g>'


def draw_legend(seat: int, name: str, points: int) -> str:
    """Draw the legend of a seat; a nested picture keeps a long name away from the points."""
    row, key, end = TOP + 8 + 24 * seat, WIDTH - RIGHT + 16, WIDTH - 16
    short = name if len(name) <= LONGEST_LEGEND else f"{name[: LONGEST_LEGEND - 1].rstrip()}…"
    window = f'x="{key + 34}" y="{row - 12}" width="{end - key - 70}" height="24"'
    return (
        f'<g class="seat{seat}"><line x1="{key}" x2="{key + 28}" y1="{row}" y2="{row}" '
        f'stroke-dasharray="{DASHES[seat]}"/>'
        f'<svg {window}><text x="0" y="16">{escape(short)}</text></svg>'
        f'<text x="{end}" y="{row + 4}" text-anchor="end" class="points">{with_minus_sign(points)}</text></g>'
    )


def with_minus_sign(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def style_rules() -> str:
    return (
        colour_rules("#fff", "#222", "#555", "#ddd", LIGHT)
        + ".gb-score line,.gb-score polyline{fill:none;stroke-width:2;stroke-linejoin:round}"
        + ".gb-score .grid line{stroke-width:1}"
        + ".gb-score text{font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}"
        + ".gb-score .title{font-size:15px;font-weight:600}.gb-score .points{font-weight:600}"
        + f"@media (prefers-color-scheme:dark){{{colour_rules('#16181c', '#eee', '#aab', '#33373e', DARK)}}}"
    )


def colour_rules(ground: str, ink: str, faint: str, grid: str, seats: Sequence[str]) -> str:
    """Return colours; every selector names the picture, so that a page that embeds it keeps its own."""
    colours = "".join(
        f".gb-score .seat{number} line,.gb-score .seat{number} polyline{{stroke:{colour}}}"
        f".gb-score .seat{number} circle,.gb-score .seat{number} text{{fill:{colour}}}"
        for number, colour in enumerate(seats)
    )
    return (
        f".gb-score .ground{{fill:{ground}}}.gb-score .title{{fill:{ink}}}"
        f".gb-score .grid text{{fill:{faint}}}"
        f".gb-score .grid line{{stroke:{grid}}}.gb-score .grid .zero{{stroke:{faint}}}{colours}"
    )
