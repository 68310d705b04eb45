"""Answers what the strongest mind thinks: advice on the open question."""

from __future__ import annotations

from typing import Final

from games.match.commands import AskAdvice
from games.match.events import AdviceAsked
from service import problems
from service.api.answer_building import language_headers, reply
from service.api.budgets import TooMuchThinking
from service.api.call import Call
from service.api.openings import require_thinking
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import InLanguage, Nothing
from service.api.urls import BASE, match_link
from service.api.write_answers import PlayAnswer, make_write_answer, reply_to_writer
from service.matches.folding import events_of
from service.matches.records.analysis import ADVICE
from service.matches.records.people import PEOPLE
from service.problem_detail import Detail
from service.problems import UnknownEntry
from service.queries.analysis import AdviceAnswer, describe_advice
from service.queries.entries import read_entry
from service.queries.overview import name_seats
from service.queries.positions import load_newest, position_at_version

routes = Routes("analysis", f"{BASE}/matches/<match>")

NEVER_KEPT: Final = {"Cache-Control": "no-cache"}  # it may be ready the next time, and names may be forgotten


@routes.post(
    "/advice",
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=202,
    then=("get_advice",),
    problems=(problems.NotNow, problems.NotRunning, TooMuchThinking),
)
def ask_advice(call: Call, match: str) -> Answer:
    """Ask for advice on the open question.

    For the seat that is asked, in a match that was opened with `advice` `on`. The entry tells everybody who
    has asked; the advice itself comes a moment later, at the place that `Location` names.
    """
    call.body()
    request = call.request()
    require_thinking(call)
    done = call.matches.handle(match, AskAdvice(), request)
    place = match_link(match, f"advice/{done.entry.version}")
    return reply_to_writer(make_write_answer(match, done), done, status=202, location=place)


@routes.get(
    "/advice/<number:version>", query=InLanguage, answer=AdviceAnswer, problems=(problems.UnknownEntry,)
)
def get_advice(call: Call, match: str, version: int) -> Answer:
    """The advice that was asked for with an entry.

    For everyone who may see the match. Until it is `ready` there are no options: ask again in a moment.
    """
    live = load_newest(call.matches, match, call.token)
    store, game = call.matches.store, live.match.game
    events = events_of(read_entry(store, match, version, live.version), game)
    seat = next((event.seat for event in events if isinstance(event, AdviceAsked)), None)
    if seat is None:
        raise UnknownEntry(Detail("no_advice_asked", {"version": version}), version=live.version)
    then = position_at_version(call.matches, live, version).match
    names = name_seats(then, PEOPLE.all(store, match), call.lang)
    advice = ADVICE.get(store, match, version)
    answer = describe_advice(then, version, seat, advice, names, call.lang)
    return reply(answer, headers=NEVER_KEPT | language_headers(call.lang))
