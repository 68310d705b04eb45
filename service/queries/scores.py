"""Score sheets: as of a position, and of the rounds before."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from events.store import Store
from games.kernel import Line
from games.kernel.quantities import doc
from games.kernel.score import totals
from games.match.state import Match
from service.matches.fields import MatchId, MatchStatus, MatchVersion, VersionHash
from service.matches.records.sheets import Sheet, Sheets
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
        lines=[word_line(match, line, lang) for line in lines],
        totals=totals(lines, len(match.seats)),
        places=match.rules.places(match.table) if lines else [1] * len(match.seats),
        series=score_series(store, match, seen.version),
    )


def word_line(match: Match, line: Line, lang: str) -> WordedLine:
    label = match.rules.words.text("categories", line.category, lang)
    return WordedLine(**msgspec.structs.asdict(line), label=label, rule_url=rule_url(line.rule))


def score_series(store: Store, match: Match, until: int) -> list[Sheet]:
    """Oldest first, one per version; the shift writes them, so the newest may still be missing."""
    by_version = {  # the sheet of the end says more than that of the last round, and replaces it
        sheet.version: sheet
        for sheet in Sheets(store).of_match(match.id)
        if sheet.version <= until and has_ended(sheet, match)
    }
    return [by_version[version] for version in sorted(by_version)]


def has_ended(sheet: Sheet, match: Match) -> bool:
    """The sheet of a round that an undo took back stays in the document until the round ends again."""
    return match.status in OVER or sheet.round < match.table.round
