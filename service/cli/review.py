"""Reviews an exported match without a server: what each decision was worth, and what luck did."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO, Final

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from events.entry import Entry
from games.kernel.words import LANGUAGES
from service.cli.verify import read_exported
from service.matches.folding import begin
from service.matches.records.analysis import LEAST_PLAYOUTS, MOST_PLAYOUTS, USUAL_PLAYOUTS, JudgedDecision
from service.players.names import SEAT_NAMES
from service.queries.analysis import (
    ANALYSIS_WORDS,
    ReviewAnswer,
    describe_review,
    draw_review,
)
from workers.analysis.review import count_decisions, judge_decision, list_decisions

MOST_WORST: Final = 10


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--playouts",
    type=click.IntRange(LEAST_PLAYOUTS, MOST_PLAYOUTS),
    default=USUAL_PLAYOUTS,
    show_default=True,
    help="For each decision: with more, verdicts are surer, and the review takes longer.",
)
@click.option(
    "--picture", type=click.Path(path_type=Path, dir_okay=False), help="Draw the expected leads here, as SVG."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def command(file: BinaryIO, playouts: int, picture: Path | None, lang: str) -> None:
    """Judge every decision of an exported match, and tell luck and skill apart.

    The same file and budget give the same verdicts on every machine.
    """
    entries = read_exported(file).entries
    console, total = Console(), count_decisions(entries)
    decisions = track(
        list_decisions(entries), "judging", total=total, console=Console(stderr=True), transient=True
    )
    judged = [judge_decision(one, playouts) for one in decisions]
    review, names = describe_book(entries, judged, playouts, lang)
    for table in (table_of_seats(review, names, lang), table_of_turns(review, names, lang)):
        console.print(table)
    console.print(table_of_worst(review, names, lang))
    if picture is not None:
        picture.write_text(draw_review(review, names, lang), "utf-8")


def describe_book(
    entries: Sequence[Entry], judged: list[JudgedDecision], playouts: int, lang: str
) -> tuple[ReviewAnswer, list[str]]:
    """Who sat where is not in a file: seats are called by their numbers."""
    match = begin(entries[0])
    names = [SEAT_NAMES[lang].format(seat + 1) for seat in range(len(match.seats))]
    total = len(judged)
    return describe_review(match.id, entries, judged, total, playouts=playouts, names=names, lang=lang), names


def table_of_seats(review: ReviewAnswer, names: Sequence[str], lang: str) -> Table:
    sheet = start_table("expected_leads", ("seat", "decisions", "accuracy", "lost", "luck"), lang)
    for seat in review.seats:
        accuracy = "–" if seat.accuracy is None else f"{seat.accuracy:.1f}"
        sheet.add_row(
            names[seat.seat], str(seat.decisions), accuracy, f"{seat.cost:.1f}", f"{seat.luck:+.1f}"
        )
    return sheet


def table_of_turns(review: ReviewAnswer, names: Sequence[str], lang: str) -> Table:
    sheet = start_table("turning_points", ("version", "seat", "cause", "change", "chosen"), lang)
    labels = {decision.version: decision.label for decision in review.decisions}
    for point in review.turning_points:
        cause = ANALYSIS_WORDS.text("causes", point.cause, lang)
        change = ", ".join(f"{each:+.1f}" for each in point.change)
        sheet.add_row(str(point.version), names[point.seat], cause, change, labels[point.version])
    return sheet


def table_of_worst(review: ReviewAnswer, names: Sequence[str], lang: str) -> Table:
    sheet = start_table("worst", ("version", "seat", "cost", "chosen", "better"), lang)
    costly = [decision for decision in review.decisions if decision.cost > 0]
    for one in sorted(
        sorted(costly, key=attrgetter("cost"), reverse=True)[:MOST_WORST], key=attrgetter("version")
    ):
        verdict = ANALYSIS_WORDS.text("verdicts", one.verdict, lang)
        sheet.add_row(
            str(one.version), names[one.seat], f"{one.cost:.1f} {verdict}", one.label, one.best_label
        )
    return sheet


def start_table(title: str, columns: Sequence[str], lang: str) -> Table:
    named: dict[str, Any] = {code: ANALYSIS_WORDS.text("headings", code, lang) for code in (title, *columns)}
    return Table(*(named[code] for code in columns), title=named[title], title_justify="left")
