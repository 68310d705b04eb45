"""A position: the table, what a client needs to draw it without rules, and the question."""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.kernel.quantities import doc
from service.matches.fields import GameId, MatchId, MatchStatus, MatchVersion, SeatOnTurn, VersionHash
from service.matches.summary import question_of
from service.queries.game_types import AnyTable, OpenQuestion, ViewOrNone
from service.queries.positions import Position


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The position: the table of the game, and what a client needs to draw it without rules."""

    match: MatchId
    version: MatchVersion
    hash: VersionHash
    game: GameId
    status: MatchStatus
    turn: SeatOnTurn
    deadline: Annotated[
        int | None,
        doc("When the question or the request for an undo expires, UTC milliseconds; null: never."),
    ]
    question: OpenQuestion
    table: Annotated[AnyTable, doc("What lies on the table.")]
    view: Annotated[
        ViewOrNone, doc("What follows from the table; null before the start, when nothing is laid out yet.")
    ]


def describe_table(position: Position) -> TableAnswer:
    match = position.match
    question = question_of(match)
    return TableAnswer(
        match=match.id,
        version=position.version,
        hash=position.hash,
        game=match.game,
        status=match.status,
        turn=question.seat if question else None,
        deadline=match.deadline,
        question=question,
        table=match.table,
        view=match.rules.view(match.table) if match.status != "open" else None,
    )
