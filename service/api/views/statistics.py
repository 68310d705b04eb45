"""Answers a match in numbers, and its score as a picture."""

from __future__ import annotations

from typing import Final

from service import problems
from service.api.answer_building import (
    ASK_AGAIN,
    SVG,
    answer_if_changed,
    caching_headers,
    etag,
    language_headers,
    reply,
)
from service.api.call import Call
from service.api.position_query import cache_policy, find_position
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.requests import ScoreQuery, TableQuery
from service.api.urls import BASE
from service.matches.records.people import PEOPLE
from service.queries.overview import name_seats
from service.queries.scores import draw_chart, score_position
from service.queries.statistics import StatisticsAnswer, gather_statistics

routes = Routes("play", f"{BASE}/matches/<match>")

CHART_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'"  # it has names in it, and nothing that runs
)


@routes.get(
    "/statistics",
    query=TableQuery,
    answer=StatisticsAnswer,
    tagged=True,
    problems=(problems.UnknownEntry,),
)
def get_statistics(call: Call, match: str) -> Answer:
    """The match in numbers.

    Answers, time and luck of each seat, and the points by category; now or as of any version. What an undo
    struck out counts only as taken back, but time that was used stays used.
    """
    seen = find_position(call, match)
    headers = caching_headers(etag(seen.version, seen.hash), cache_policy(seen))
    return answer_if_changed(
        headers, lambda: reply(gather_statistics(call.matches.store, seen), headers=headers)
    )


@routes.get("/score.svg", query=ScoreQuery, answer=str, media_types=(SVG,), problems=(problems.UnknownEntry,))
def get_score_chart(call: Call, match: str) -> Answer:
    """The points over the rounds, as a picture.

    One line a seat, as plain SVG for light and dark, with a description for screen readers.
    """
    seen = find_position(call, match)
    names = name_seats(seen.match, PEOPLE.all(call.matches.store, match), call.lang)
    drawn = draw_chart(score_position(call.matches.store, seen, call.lang), names, call.lang)
    headers = {"Cache-Control": ASK_AGAIN, "Content-Security-Policy": CHART_POLICY} | language_headers(
        call.lang
    )
    return Answer(drawn.encode(), headers=headers, content_type=SVG)
