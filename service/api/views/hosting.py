"""Answers what the host says of a match, and the rematch."""

from __future__ import annotations

from typing import Annotated

from events.entry import Entry
from games.kernel.quantities import doc
from games.match.actor import ADMIN, HOST, Actor
from service import problems
from service.api.answer_building import reply
from service.api.budgets import TooManyEntries, TooManyMatches, TooManyOpenings, TooMuchThinking
from service.api.call import Call
from service.api.openings import count_opening, read_words, require_thinking
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.kit import Nothing
from service.api.schemas.tables import NoticeBody
from service.api.urls import BASE, match_link
from service.api.write_answers import WriteAnswer, reply_to_writer
from service.matches.authorization import require_token
from service.matches.folding import read_opening
from service.matches.handler import Opened, Request, Written
from service.matches.opening import rematch_seat, require_rematch
from service.matches.records.descriptions import change_description
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail
from service.problems import NotPermitted
from service.queries.listing import NoticeAnswer, describe_notice
from service.queries.positions import load_newest

routes = Routes("matches", f"{BASE}/matches/<match>")


@routes.put(
    "/notice",
    body=NoticeBody,
    answer=NoticeAnswer,
    apart=True,
    problems=(problems.NotPermitted, problems.NameUnreadable),
)
def change_notice(call: Call, match: str) -> Answer:
    """Change the title and the note of a match.

    For the host, at any time; what is left out is erased. They lie beside the book, so no entry tells of it.
    """
    title, note = read_words(call.body())
    require_host(call, match)
    return reply(describe_notice(change_description(call.matches.store, match, title, note)))


@routes.delete("/notice", answer=NoticeAnswer, apart=True, problems=(problems.NotPermitted,))
def erase_notice(call: Call, match: str) -> Answer:
    """Erase the title and the note of a match.

    For the host, and for the admin, who answers for what stands in listings.
    """
    require_host(call, match, or_admin=True)
    return reply(describe_notice(change_description(call.matches.store, match, None, None)))


def require_host(call: Call, match: str, *, or_admin: bool = False) -> None:
    call.request()  # refused to those who write too much
    call.caller.charge(TooManyEntries, 1)
    caller = require_token(load_newest(call.matches, match, call.token), call.token)
    if caller != HOST and not (or_admin and caller == ADMIN):
        raise NotPermitted(Detail("host_only"))


class RematchAnswer(WriteAnswer, frozen=True, kw_only=True):
    """Tokens are shown here and never again, but for a repetition with the same Idempotency-Key."""

    host_token: Annotated[str | None, doc("The host's token; null where somebody else opened the rematch.")]
    watch_token: Annotated[
        str | None, doc("Lets others look on; null unless private, and opened by this call.")
    ]
    seat: Annotated[int | None, doc("The seat that is kept for the caller; null for a host without a seat.")]


@routes.post(
    "/rematch",
    body=Nothing,
    body_required=False,
    answer=RematchAnswer,
    status=201,
    done_before="Somebody has opened the rematch already.",
    hands_out_token=True,
    begins_another=True,
    then=("take_seat", "get_match"),
    problems=(
        problems.NotNow,
        problems.NotPermitted,
        problems.Imported,
        TooManyMatches,
        TooManyOpenings,
        TooMuchThinking,
    ),
)
def rematch(call: Call, match: str) -> Answer:
    """Play a rematch.

    For the host and for those who sat in the match, after its end. The first call opens it and is its host;
    every later one is led to it. All sit one seat further forward, and their seats are reserved: whoever sat
    in the match takes theirs with the token they had there, a player of a client also with the client's key.
    """
    call.body()
    live = load_newest(call.matches, match, call.token)
    caller, asked = require_rematch(live, call.token), call.request()
    found = call.matches.find_rematch(match)
    if found is not None and not is_repeated(call, found, asked):
        return lead_to_rematch(call, live, caller, found)
    require_thinking(call)
    with count_opening(call) as request:
        opened = call.matches.rematch(live, request)
    answer = describe_rematch(live, caller, opened.written.entry, opened)
    return reply_to_writer(answer, opened.written, location=match_link(opened.match))


def is_repeated(call: Call, found: str, request: Request) -> bool:
    return request.cause is not None and call.matches.store.cause(found, request.cause) is not None


def lead_to_rematch(call: Call, live: CurrentMatch, caller: Actor, found: str) -> Answer:
    first = call.matches.store.entries(found, limit=1)[0]
    answer = describe_rematch(live, caller, first, None)
    return reply_to_writer(answer, Written(first), status=200, location=match_link(found))


def describe_rematch(live: CurrentMatch, caller: Actor, first: Entry, opened: Opened | None) -> RematchAnswer:
    return RematchAnswer(
        match=read_opening(first).match,
        version=first.version,
        entry=first,
        host_token=opened.host_token if opened else None,
        watch_token=opened.watch_token if opened else None,
        seat=None if caller.seat is None else rematch_seat(live, caller.seat),
    )
