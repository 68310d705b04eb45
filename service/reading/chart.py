"""The points over the rounds as a picture: plain SVG, for light and dark, and told to screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from service.reading.scores import ScoreAnswer

WIDTH: Final = 640
HEIGHT: Final = 360
LEFT, RIGHT, TOP, BOTTOM = 44, 150, 28, 40
# Four hues that differ in lightness too, and a dash for each: nobody needs to see colours.
LIGHT: Final = ("#0b5fa5", "#a33b00", "#2a6b1f", "#7a1f7a")
DARK: Final = ("#7cc0ff", "#ffab73", "#8fd67f", "#e79be7")
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4")
WORDS: Final = {
    "en": ("Points over the rounds", "{} has {} points after round {}", "round", "points"),
    "de": ("Punkte über die Runden", "{} hat {} Punkte nach Runde {}", "Runde", "Punkte"),
}

Point = tuple[int, int]  # round and points


def chart(score: ScoreAnswer, names: Sequence[str], lang: str) -> str:
    lines = [points_of(score, seat) for seat in range(len(names))]
    rounds = max((number for line in lines for number, _ in line), default=1) or 1
    low = min((points for line in lines for _, points in line), default=0)
    high = max((points for line in lines for _, points in line), default=1)
    frame = Frame(rounds, min(low, 0), max(high, 1))
    title, told, across, up = WORDS[lang]
    said = "; ".join(
        told.format(name, line[-1][1], line[-1][0]) for name, line in zip(names, lines, strict=True)
    )
    drawn = "".join(curve(frame, seat, name, lines[seat]) for seat, name in enumerate(names))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="title desc" lang="{lang}">'
        f'<title id="title">{escape(title)}</title><desc id="desc">{escape(said)}.</desc>'
        f"<style>{style()}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="ground"/>{frame.drawn(across, up)}{drawn}</svg>\n'
    )


def points_of(score: ScoreAnswer, seat: int) -> list[Point]:
    """One a round, the newest sheet of it; every line begins at nothing."""
    found: dict[int, int] = {0: 0}
    for sheet in score.series:
        found[sheet.round] = sheet.totals[seat]
    return sorted(found.items())


class Frame:
    """From rounds and points to places on the paper."""

    def __init__(self, rounds: int, low: int, high: int) -> None:
        self.rounds = rounds
        self.low = low
        self.high = high

    def x(self, number: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / self.rounds

    def y(self, points: int) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (points - self.low) / (self.high - self.low)

    def drawn(self, across: str, up: str) -> str:
        step = max(1, (self.high - self.low) // 5)
        grid = "".join(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{self.y(points):.1f}" y2="{self.y(points):.1f}"/>'
            f'<text x="{LEFT - 6}" y="{self.y(points) + 4:.1f}" text-anchor="end">{points}</text>'
            for points in range(self.low, self.high + 1, step)
        )
        base = HEIGHT - BOTTOM + 18
        stride = max(1, self.rounds // 10)
        marks = "".join(
            f'<text x="{self.x(number):.1f}" y="{base}" text-anchor="middle">{number}</text>'
            for number in range(0, self.rounds + 1, stride)
        )
        labels = (
            f'<text x="{WIDTH - RIGHT}" y="{base + 16}" text-anchor="end">{escape(across)}</text>'
            f'<text x="{LEFT - 6}" y="{TOP - 12}" text-anchor="end">{escape(up)}</text>'
        )
        return f'<g class="grid">{grid}{marks}{labels}</g>'


def curve(frame: Frame, seat: int, name: str, line: Sequence[Point]) -> str:
    places = " ".join(f"{frame.x(number):.1f},{frame.y(points):.1f}" for number, points in line)
    row, key = TOP + 22 * seat, WIDTH - RIGHT + 12
    dash = DASHES[seat % len(DASHES)]
    return (
        f'<g class="seat{seat % len(LIGHT)}"><polyline points="{places}" stroke-dasharray="{dash}"/>'
        f'<line x1="{key}" x2="{key + 24}" y1="{row}" y2="{row}" stroke-dasharray="{dash}"/>'
        f'<text x="{key + 30}" y="{row + 4}">{escape(name[:14])} {line[-1][1]}</text></g>'
    )


def style() -> str:
    return (
        sheet("#fff", "#222", "#ddd", LIGHT)
        + "polyline,.grid line,g line{fill:none;stroke-width:2}.grid line{stroke-width:1}"
        + "text{font:12px system-ui,sans-serif}"
        + f"@media (prefers-color-scheme:dark){{{sheet('#16181c', '#eee', '#3a3f47', DARK)}}}"
    )


def sheet(ground: str, ink: str, grid: str, seats: Sequence[str]) -> str:
    colours = "".join(
        f".seat{number} *{{stroke:{colour}}}.seat{number} text{{stroke:none;fill:{colour}}}"
        for number, colour in enumerate(seats)
    )
    return f".ground{{fill:{ground}}}.grid text{{fill:{ink}}}.grid line{{stroke:{grid}}}{colours}"
