"""Answers who goes back to a version, who agrees, and who brings back what was struck out."""

from __future__ import annotations

from games.match.commands import AnswerUndo, Redo, Undo
from service import problems
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import Nothing
from service.api.schemas.play import NextQuery
from service.api.schemas.tables import ConsentAnswer, UndoBody
from service.api.urls import BASE
from service.api.write_answers import PlayAnswer, make_write_answer, reply_to_player

routes = Routes("undo", f"{BASE}/matches/<match>")
UNDO_PROBLEMS = (problems.NotNow, problems.NotRunning)


@routes.post(
    "/undo",
    query=NextQuery,
    body=UndoBody,
    answer=PlayAnswer,
    status=201,
    then=("redo", "answer_undo", "list_commands"),
    problems=UNDO_PROBLEMS,
)
def undo(call: Call, match: str) -> Answer:
    """Go back to a version.

    Immediately while only the caller has answered since and no luck was drawn; otherwise the other people are
    asked, and the game waits until they have answered.
    """
    done = call.matches.handle(match, Undo(call.body()["to"]), call.request())
    return reply_to_player(call, make_write_answer(match, done), done)


@routes.post(
    "/redo",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    problems=UNDO_PROBLEMS,
)
def redo(call: Call, match: str) -> Answer:
    """Bring back what the last undo struck out.

    For the seat that went back, as long as nothing new was played.
    """
    call.body()
    done = call.matches.handle(match, Redo(), call.request())
    return reply_to_player(call, make_write_answer(match, done), done)


@routes.post(
    "/undo/answer",
    query=NextQuery,
    body=ConsentAnswer,
    answer=PlayAnswer,
    status=201,
    problems=UNDO_PROBLEMS,
)
def answer_undo(call: Call, match: str) -> Answer:
    """Answer another's request to go back.

    Whoever asked takes the request back with `"agree": false`.
    """
    done = call.matches.handle(match, AnswerUndo(call.body()["agree"]), call.request())
    return reply_to_player(call, make_write_answer(match, done), done)
