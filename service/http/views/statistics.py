"""A match in numbers, and as a picture."""

from __future__ import annotations

from typing import Final

from flask import Response

from service import problems
from service.http.call import Call
from service.http.reply import ASK_AGAIN, etag, in_language, known_already, reply, tagged, unchanged
from service.http.routes import Routes
from service.http.schemas import ScoreQuery, TableQuery
from service.http.urls import BASE
from service.http.views.play import asked, keep
from service.matches.records.people import People
from service.reading.chart import chart
from service.reading.names import names
from service.reading.scores import score
from service.reading.statistics import StatisticsAnswer, statistics

routes = Routes("play", f"{BASE}/matches/<match>")

SVG: Final = "image/svg+xml"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"  # it has names in it, and nothing that runs


@routes.get(
    "/statistics",
    query=TableQuery,
    answer=StatisticsAnswer,
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_statistics(call: Call, match: str) -> Response:
    """The match in numbers.

    Answers, time and luck of each seat, and the points by category; now or as of any version. What an undo
    struck out counts only as taken back, but time that was used stays used.
    """
    seen = asked(call, match)
    headers = tagged(etag(seen.version, seen.hash), keep(seen))
    if known_already(headers["ETag"]):
        return unchanged(headers)
    return reply(statistics(call.matches.store, seen), headers=headers)


@routes.get("/score.svg", query=ScoreQuery, answer=str, media_types=(SVG,), problems=(problems.UnknownEntry,))
def get_score_chart(call: Call, match: str) -> Response:
    """The points over the rounds, as a picture.

    One line a seat, as plain SVG for light and dark, with a description for screen readers.
    """
    seen = asked(call, match)
    known = People(call.matches.store).of_match(match)
    drawn = chart(score(call.matches.store, seen, call.lang), names(seen.match, known, call.lang), call.lang)
    headers = {"Cache-Control": ASK_AGAIN, "Content-Security-Policy": POLICY} | in_language(call.lang)
    return Response(drawn, headers=headers, content_type=SVG)
