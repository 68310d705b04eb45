"""Answers the review of a match that is over: asked for once, judged by the shift, read by everyone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from games.kernel.quantities import doc
from service import problems
from service.http.answer_building import ASK_AGAIN, JSON, language_headers, reply
from service.http.budgets import TooManyStreams, TooMuchThinking
from service.http.call import Call
from service.http.openings import opener_of, require_thinking
from service.http.protocol.answer import Answer
from service.http.routes import Routes
from service.http.schemas.requests import ReviewBody, ReviewQuery
from service.http.stream import EVENT_STREAM, HEARTBEAT_SECONDS, STREAM_HEADERS
from service.http.urls import BASE, add_query, match_link
from service.matches.live import Live
from service.matches.records.people import People
from service.matches.records.reviews import ReviewPart, ReviewRequests, Reviews
from service.reading.analysis.review import ReviewAnswer, describe_review, require_end
from service.reading.names import name_seats
from service.reading.positions import load_newest
from service.reading.stream_frames import HEARTBEAT, RETRY

routes = Routes("analysis", f"{BASE}/matches/<match>/review")

LOOK_SECONDS: Final = 0.5  # between two looks at how far a review is


class ReviewProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a review is."""

    judged: Annotated[int, doc("How many decisions are judged.")]
    total: Annotated[int | None, doc("How many there are; null before the first is judged.")]


@routes.post(
    "",
    body=ReviewBody,
    body_required=False,
    answer=ReviewAnswer,
    status=202,
    done_before="The review is there already.",
    apart=True,
    also_without_token=True,
    then=("get_review",),
    problems=(problems.NotNow, TooMuchThinking),
)
def ask_review(call: Call, match: str) -> Answer:
    """Have a finished match reviewed.

    For everyone who may see it. The same match and budget give the same verdicts, so they are judged once; a
    second request finds the first one's review. `Location` says where it grows.
    """
    playouts: int = call.body()["playouts"]
    call.request()  # refused to those who write too much
    live = load_newest(call.matches, match, call.token)
    require_end(live)
    parts = Reviews(call.matches.store).of_match(match, playouts)
    if not is_whole(live, parts):
        require_thinking(call)
        ReviewRequests(call.matches.store).ask(match, playouts, opener_of(call))
    place = add_query(match_link(match, "review"), playouts=playouts)
    return answer_review(call, live, playouts, 200 if is_whole(live, parts) else 202, {"Location": place})


@routes.get(
    "",
    query=ReviewQuery,
    answer=ReviewAnswer,
    media_types=(JSON, EVENT_STREAM),
    streamed=ReviewProgress,
    problems=(TooManyStreams,),
)
def get_review(call: Call, match: str) -> Answer:
    """The review of a match, as far as it has got.

    As an event stream it reports its progress, with an event `progress` at each step, and ends when
    the review is ready.
    """
    live = load_newest(call.matches, match, call.token)
    if call.wants(EVENT_STREAM):
        return stream_progress(call, live, call.query["playouts"])
    return answer_review(call, live, call.query["playouts"], 200, {})


def answer_review(call: Call, live: Live, playouts: int, status: int, headers: dict[str, str]) -> Answer:
    store, match = call.matches.store, live.match.id
    parts = Reviews(store).of_match(match, playouts)
    review = describe_review(
        match,
        store.entries(match),
        [decision for part in parts for decision in part.decisions],
        parts[0].total if parts else None,
        asked=bool(parts) or ReviewRequests(store).of_match(match, playouts) is not None,
        playouts=playouts,
        names=name_seats(live.match, People(store).of_match(match), call.lang),
        lang=call.lang,
    )
    headers = headers | {"Cache-Control": ASK_AGAIN} | language_headers(call.lang)
    return reply(review, status, headers)


def is_whole(live: Live, parts: list[ReviewPart]) -> bool:
    return bool(parts) and parts[-1].until >= live.version


def stream_progress(call: Call, live: Live, playouts: int) -> Answer:
    give_back = call.caller.hold(TooManyStreams)
    frames = write_progress(call, live, playouts)
    answer = Answer(frames, headers=STREAM_HEADERS, content_type=EVENT_STREAM)
    answer.call_on_close(give_back)
    return answer


def write_progress(call: Call, live: Live, playouts: int) -> Iterator[bytes]:
    """Yields progress until the review is whole, or the desk closes."""
    yield RETRY
    told, silent_since = -1, time.monotonic()
    while not call.desk.watch.closed:
        parts = Reviews(call.matches.store).of_match(live.match.id, playouts)
        judged = sum(len(part.decisions) for part in parts)
        if judged > told:
            progress = ReviewProgress(judged=judged, total=parts[0].total if parts else None)
            yield b"event: progress\ndata: %s\n\n" % msgspec.json.encode(progress)
            told, silent_since = judged, time.monotonic()
        if is_whole(live, parts):
            return
        if time.monotonic() - silent_since > HEARTBEAT_SECONDS:
            yield HEARTBEAT
            silent_since = time.monotonic()
        time.sleep(LOOK_SECONDS)
