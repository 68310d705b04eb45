"""Undo and redo, pause and resume, and the consent of the others."""

from __future__ import annotations

from games.match.commands import AnswerPause, AnswerUndo, Pause, Redo, Resume, Undo
from service import problems
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE
from service.api.schemas.bodies import ConsentAnswer, UndoBody
from service.api.schemas.kit import Nothing
from service.api.schemas.queries import NextQuery
from service.api.write_answers import PlayAnswer, carry_out

api = ApiBlueprint("undo", BASE)
UNDO_PROBLEMS = (problems.NotNow, problems.NotRunning)


@api.post(
    "/matches/<match>/undo",
    access="token",
    writes="entry",
    query=NextQuery,
    body=UndoBody,
    answer=PlayAnswer,
    status=201,
    then=("redo", "answer_undo", "list_commands"),
    problems=UNDO_PROBLEMS,
)
def undo(context: RequestContext, match: str) -> Answer:
    """Go back to a version.

    Immediately while only the caller has answered since and no luck was drawn; otherwise the other people are
    asked, and the game waits until they have answered.
    """
    return carry_out(context, match, Undo(context.body["to"]))


@api.post(
    "/matches/<match>/redo",
    access="token",
    writes="entry",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    problems=UNDO_PROBLEMS,
)
def redo(context: RequestContext, match: str) -> Answer:
    """Bring back what the last undo struck out.

    For the seat that went back, as long as nothing new was played.
    """
    return carry_out(context, match, Redo())


@api.post(
    "/matches/<match>/undo/answer",
    access="token",
    writes="entry",
    query=NextQuery,
    body=ConsentAnswer,
    answer=PlayAnswer,
    status=201,
    problems=UNDO_PROBLEMS,
)
def answer_undo(context: RequestContext, match: str) -> Answer:
    """Answer another's request to go back.

    Whoever asked takes the request back with `"agree": false`.
    """
    return carry_out(context, match, AnswerUndo(context.body["agree"]))


PAUSE_PROBLEMS = (problems.NotNow, problems.NotRunning)


@api.post(
    "/matches/<match>/pause",
    access="token",
    writes="entry",
    tag="clocks",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    problems=PAUSE_PROBLEMS,
)
def pause(context: RequestContext, match: str) -> Answer:
    """Ask for a pause.

    It begins as soon as all other people have agreed; until then the clock runs and the game goes on.
    """
    return carry_out(context, match, Pause())


@api.post(
    "/matches/<match>/pause/answer",
    access="token",
    writes="entry",
    tag="clocks",
    query=NextQuery,
    body=ConsentAnswer,
    answer=PlayAnswer,
    status=201,
    problems=PAUSE_PROBLEMS,
)
def answer_pause(context: RequestContext, match: str) -> Answer:
    """Answer another's request for a pause.

    Whoever asked takes the request back with `"agree": false`.
    """
    return carry_out(context, match, AnswerPause(context.body["agree"]))


@api.post(
    "/matches/<match>/resume",
    access="token",
    writes="entry",
    tag="clocks",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    problems=PAUSE_PROBLEMS,
)
def resume(context: RequestContext, match: str) -> Answer:
    """End a pause.

    Any person in a seat may. The clock goes on where it stood.
    """
    return carry_out(context, match, Resume())
