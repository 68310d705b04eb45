"""Score sheets and standings as tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from games.kernel.score import totals
from games.match.state import Match


def score_sheet(match: Match, minds: Sequence[str], lang: str) -> Table:
    """A column per seat, a row per category, then total points and places."""
    game = match.rules
    lines = game.score(match.table)
    sheet = Table(title=f"{game.name}, {match.table.round} rounds", show_footer=True)
    points, places = totals(lines, len(minds)), game.places(match.table)
    sheet.add_column("", footer="total")
    for seat, mind in enumerate(minds):
        sheet.add_column(f"{seat + 1} {mind}", justify="right", footer=f"{points[seat]} ({places[seat]}.)")
    for category in dict.fromkeys(line.category for line in lines):
        cells = ["" for _ in minds]
        for line in lines:
            if line.category == category:
                cells[line.seat] = f"{line.points} [dim]{line.count} · {line.rule}[/dim]"
        sheet.add_row(game.words.text("categories", category, lang), *cells)
    return sheet


def standings(
    title: str, minds: Sequence[str], wins: Sequence[float], points: Sequence[int], matches: int
) -> Table:
    sheet = Table("seat", "mind", title=title)
    for heading in ("wins", "win share", "mean points"):
        sheet.add_column(heading, justify="right")
    for seat, mind in enumerate(minds):
        share = f"{100 * wins[seat] / matches:.1f} %"
        sheet.add_row(str(seat + 1), mind, f"{wins[seat]:g}", share, f"{points[seat] / matches:.1f}")
    return sheet
