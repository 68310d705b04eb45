"""What the rules refuse, as a problem that the desk can answer with."""

from __future__ import annotations

from typing import overload

import msgspec

from games.kernel import GameIsOver, NotOffered, NotYourTurn, Question, Refused, Standing
from games.match.refusals import NotPermitted, NotRunning
from service import problems
from service.live import Live

_PROBLEMS: dict[type[Refused], tuple[type[problems.Problem], str]] = {
    GameIsOver: (problems.GameIsOver, "The match is over; nothing can be played any more."),
    NotOffered: (problems.NotOffered, "This is none of the options of the open question."),
    NotYourTurn: (problems.NotYourTurn, "The open question is put to another seat."),
    NotPermitted: (problems.NotPermitted, "This is for the host, or for the person in that seat."),
    NotRunning: (problems.NotRunning, "The match has not been started yet."),
}

_NOT_NOW = (problems.NotNow, "The match is not in a state that allows this.")


@overload
def as_problem(refusal: Refused, live: Live) -> problems.Problem: ...


@overload
def as_problem(refusal: Exception, live: Live) -> Exception: ...


def as_problem(refusal: Exception, live: Live) -> Exception:
    """Names the open question and the reason; what is a problem already stays as it is."""
    if not isinstance(refusal, Refused):
        return refusal
    kind, detail = _PROBLEMS[type(refusal)]
    if isinstance(refusal.question, Standing):
        kind, detail = _NOT_NOW  # the match refuses it, not its game
    facts: dict[str, object] = {"version": live.version}
    if isinstance(refusal.question, Question):
        facts["question"] = msgspec.to_builtins(refusal.question)
    if refusal.reason is not None:
        facts["reason"] = refusal.reason.code
        facts["rule"] = refusal.reason.rule
    return kind(detail, **facts)
