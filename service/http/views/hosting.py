"""Answers what the host says of a match."""

from __future__ import annotations

from flask import Response

from games.match.actor import ADMIN, HOST
from service import problems
from service.http.budgets import TooManyEntries
from service.http.call import Call
from service.http.openings import read_words
from service.http.reply import reply
from service.http.routes import Routes
from service.http.schemas.tables import NoticeBody
from service.http.urls import BASE
from service.matches.callers import require_token
from service.matches.records.notices import Notices
from service.problems import NotPermitted
from service.reading.notices import NoticeAnswer, describe_notice
from service.reading.positions import load_newest

routes = Routes("matches", f"{BASE}/matches/<match>")


@routes.put(
    "/notice",
    body=NoticeBody,
    answer=NoticeAnswer,
    apart=True,
    problems=(problems.NotPermitted, problems.NameUnreadable),
)
def change_notice(call: Call, match: str) -> Response:
    """Change the title and the note of a match.

    For the host, at any time; what is left out is erased. They lie beside the book, so no entry tells of it.
    """
    title, note = read_words(call.body())
    require_host(call, match)
    return reply(describe_notice(Notices(call.matches.store).change(match, title, note)))


@routes.delete("/notice", answer=NoticeAnswer, apart=True, problems=(problems.NotPermitted,))
def erase_notice(call: Call, match: str) -> Response:
    """Erase the title and the note of a match.

    For the host, and for the admin, who answers for what stands in listings.
    """
    require_host(call, match, or_admin=True)
    return reply(describe_notice(Notices(call.matches.store).change(match, None, None)))


def require_host(call: Call, match: str, *, or_admin: bool = False) -> None:
    call.request()  # refused to those who write too much
    call.caller.charge(TooManyEntries, 1)
    caller = require_token(load_newest(call.matches, match, call.token), call.token)
    if caller != HOST and not (or_admin and caller == ADMIN):
        raise NotPermitted("This is for the host of the match.")
