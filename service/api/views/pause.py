"""Answers what lets the clock stand still, and go on."""

from __future__ import annotations

from games.match.commands import AnswerPause, Pause, Resume
from service import problems
from service.api.call import Call
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import Nothing
from service.api.schemas.play import NextQuery
from service.api.schemas.tables import ConsentAnswer
from service.api.urls import BASE
from service.api.write_answers import PlayAnswer, make_write_answer, reply_to_player

routes = Routes("clocks", f"{BASE}/matches/<match>")
PAUSE_PROBLEMS = (problems.NotNow, problems.NotRunning)


@routes.post(
    "/pause",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    problems=PAUSE_PROBLEMS,
)
def pause(call: Call, match: str) -> Answer:
    """Ask for a pause.

    It begins as soon as all other people have agreed; until then the clock runs and the game goes on.
    """
    call.body()
    done = call.matches.handle(match, Pause(), call.request())
    return reply_to_player(call, make_write_answer(match, done), done)


@routes.post(
    "/pause/answer",
    query=NextQuery,
    body=ConsentAnswer,
    answer=PlayAnswer,
    status=201,
    problems=PAUSE_PROBLEMS,
)
def answer_pause(call: Call, match: str) -> Answer:
    """Answer another's request for a pause.

    Whoever asked takes the request back with `"agree": false`.
    """
    done = call.matches.handle(match, AnswerPause(call.body()["agree"]), call.request())
    return reply_to_player(call, make_write_answer(match, done), done)


@routes.post(
    "/resume",
    query=NextQuery,
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=201,
    problems=PAUSE_PROBLEMS,
)
def resume(call: Call, match: str) -> Answer:
    """End a pause.

    Any person in a seat may. The clock goes on where it stood.
    """
    call.body()
    done = call.matches.handle(match, Resume(), call.request())
    return reply_to_player(call, make_write_answer(match, done), done)
