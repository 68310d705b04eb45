"""Turn refusals of the rules into problems of the API: code, reason, rule and words."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from games.kernel import GameIsOver, NotOffered, NotYourTurn, Question, Reason, Refused, Standing
from games.kernel.words import LANGUAGES
from games.match.reasons import (
    FOR_SOMEBODY_ELSE,
    MATCH_IS_OVER,
    NOT_AMONG_THE_OPTIONS,
    NOT_STARTED,
    SEAT_IS_ASKED,
    SEAT_IS_TAKEN,
)
from games.match.refusals import NoSeatFree, NoSuchSeat, NotPermitted, NotRunning
from games.match.state import Match
from games.match.words import WORDS
from service import problems
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail


class _Answer(NamedTuple):
    problem: type[problems.Problem]
    detail: Detail
    reason: Reason  # where the rules give no better one


_ANSWERS: Final[dict[type[Refused], _Answer]] = {
    GameIsOver: _Answer(problems.GameIsOver, Detail("match_over"), MATCH_IS_OVER),
    NotOffered: _Answer(problems.NotOffered, Detail("not_an_option"), NOT_AMONG_THE_OPTIONS),
    NotYourTurn: _Answer(problems.NotYourTurn, Detail("other_seat_asked"), SEAT_IS_ASKED),
    NotPermitted: _Answer(problems.NotPermitted, Detail("host_or_person"), FOR_SOMEBODY_ELSE),
    NoSeatFree: _Answer(problems.NotNow, Detail("seats_taken"), SEAT_IS_TAKEN),
    NotRunning: _Answer(problems.NotRunning, Detail("not_started"), NOT_STARTED),
}
_NOT_NOW: Final = _Answer(problems.NotNow, Detail("not_in_this_state"), NOT_AMONG_THE_OPTIONS)


def problem_of(refusal: Refused, live: CurrentMatch, place: int | None = None) -> problems.Problem:
    """Return a problem that names the open question and the reason.

    `place`: of the command, if it came in a list.
    """
    if isinstance(refusal, NoSuchSeat):
        return problems.UnknownSeat(Detail("seats_of_match", {"last": len(live.match.seats) - 1}))
    answer = _ANSWERS[type(refusal)]
    if isinstance(refusal.question, Standing):
        answer = _NOT_NOW  # the match refuses it, not its game
    facts: dict[str, object] = {"version": live.version}
    if isinstance(refusal.question, Question):
        facts["question"] = msgspec.to_builtins(refusal.question)
    facts |= because(refusal.reason or answer.reason, live.match)
    if place is not None:  # the match itself stands as it stood before all of them
        facts["violations"] = [{"pointer": f"/{place}", "detail": answer.detail}]
    return answer.problem(answer.detail, **facts)


def because(reason: Reason, match: Match) -> dict[str, object]:
    """Return the reason of a problem; its `words` in every language, of which the API picks one."""
    words = {lang: word_reason(reason, match, lang) for lang in LANGUAGES}
    return {"reason": reason.code, "rule": reason.rule, "words": words}


def word_reason(reason: Reason, match: Match, lang: str) -> str:
    """Return the words of a reason; its rule shows whether it belongs to the match or the game."""
    of_match = reason.rule.startswith("GB-")
    return (WORDS if of_match else match.rules.words).text("reasons", reason.code, lang)
