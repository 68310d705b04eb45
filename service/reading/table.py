"""A position: the table, what a client needs to draw it without rules, and the question."""

from __future__ import annotations

import msgspec

from games.match.state import Status
from service.matches.summary import question_of
from service.reading.game_types import AnyTable, QuestionOrNone, ViewOrNone
from service.reading.positions import Position


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    version: int
    hash: str
    status: Status
    turn: int | None
    deadline: int | None  # UTC milliseconds: of the question, or of the request for an undo
    question: QuestionOrNone
    table: AnyTable
    view: ViewOrNone  # null before the start: nothing is laid out yet


def describe_table(position: Position) -> TableAnswer:
    match = position.match
    question = question_of(match)
    return TableAnswer(
        match=match.id,
        version=position.version,
        hash=position.hash,
        status=match.status,
        turn=question.seat if question else None,
        deadline=match.deadline,
        question=question,
        table=match.table,
        view=match.rules.view(match.table) if match.status != "open" else None,
    )
