"""Answers the review of a match that is over: asked for once, judged by workers, read by everyone."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Final

import msgspec

from games.kernel.quantities import doc
from service import problems
from service.api.answer_building import (
    ASK_AGAIN,
    JSON,
    answer_if_changed,
    caching_headers,
    etag,
    language_headers,
    reply,
)
from service.api.budgets import TooManyStreams, TooMuchThinking
from service.api.call import Call
from service.api.openings import opener_of, require_thinking
from service.api.protocol.answer import Answer
from service.api.routes import Routes
from service.api.schemas.requests import ReviewBody, ReviewQuery
from service.api.stream import EVENT_STREAM, HEARTBEAT_SECONDS, Reader, answer_shared
from service.api.urls import BASE, add_query, match_link
from service.matches.records.analysis import (
    GrowingReview,
    ReviewPart,
    ask_for_review,
    review_parts,
    review_request,
)
from service.matches.records.people import PEOPLE
from service.matches.repository import CurrentMatch
from service.queries.analysis import ReviewAnswer, describe_review, require_end
from service.queries.overview import count_forgotten, name_seats
from service.queries.positions import load_newest
from service.queries.shared_polls import SharedPoll
from service.queries.watch import HEARTBEAT, RETRY, Watch

routes = Routes("analysis", f"{BASE}/matches/<match>/review")

LOOK_SECONDS: Final = 0.5  # between two looks at how far a review is, however many follow it


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
    parts = review_parts(call.matches.store, match, playouts)
    if not is_whole(live.version, parts):
        require_thinking(call)
        ask_for_review(call.matches.store, match, playouts, opener_of(call))
    place = add_query(match_link(match, "review"), playouts=playouts)
    return answer_review(
        call, live, playouts, 200 if is_whole(live.version, parts) else 202, {"Location": place}
    )


@routes.get(
    "",
    query=ReviewQuery,
    answer=ReviewAnswer,
    media_types=(JSON, EVENT_STREAM),
    streamed=ReviewProgress,
    tagged=True,
    problems=(TooManyStreams,),
)
def get_review(call: Call, match: str) -> Answer:
    """The review of a match, as far as it has got.

    As an event stream it reports its progress, with an event `progress` at each step, and ends when
    the review is ready.
    """
    live, playouts = load_newest(call.matches, match, call.token), call.query["playouts"]
    if call.wants(EVENT_STREAM):
        return stream_progress(call, live, playouts)
    headers = caching_headers(tag_review(call, live, playouts), ASK_AGAIN) | language_headers(call.lang)
    headers["Vary"] += ", Accept"
    return answer_if_changed(headers, lambda: answer_review(call, live, playouts, 200, headers))


def tag_review(call: Call, live: CurrentMatch, playouts: int) -> str:
    """From the names of its parts alone. A review only grows, and names are only forgotten."""
    store, match = call.matches.store, live.match.id
    parts = len(GrowingReview(store, match, playouts).list_keys())
    asked = is_asked(call, match, playouts, parts)
    forgotten = count_forgotten(PEOPLE.all(store, match))
    return etag(live.version, live.hash, parts + asked + forgotten, lang=call.lang)


def is_asked(call: Call, match: str, playouts: int, parts: int) -> bool:
    return parts > 0 or review_request(call.matches.store, match, playouts) is not None


def answer_review(
    call: Call, live: CurrentMatch, playouts: int, status: int, headers: Mapping[str, str]
) -> Answer:
    store, match = call.matches.store, live.match.id
    parts = review_parts(store, match, playouts)
    review = describe_review(
        match,
        store.entries(match),
        [decision for part in parts for decision in part.decisions],
        parts[0].total if parts else None,
        asked=is_asked(call, match, playouts, len(parts)),
        playouts=playouts,
        names=name_seats(live.match, PEOPLE.all(store, match), call.lang),
        lang=call.lang,
    )
    return reply(review, status, {"Cache-Control": ASK_AGAIN, **language_headers(call.lang), **headers})


def is_whole(version: int, parts: list[ReviewPart]) -> bool:
    return bool(parts) and parts[-1].until >= version


def stream_progress(call: Call, live: CurrentMatch, playouts: int) -> Answer:
    store, match = call.matches.store, live.match.id
    watch, version = call.services.watch, live.version
    return answer_shared(
        call,
        (match, playouts),
        lambda: SharedPoll(GrowingReview(store, match, playouts).look, LOOK_SECONDS),
        lambda review: partial(send_progress, watch, review, version),
    )


def send_progress(
    watch: Watch, review: SharedPoll[list[ReviewPart]], version: int, connection: socket.socket | None
) -> Iterator[bytes]:
    reader = Reader({})
    with reader.serve(connection):
        yield from write_progress(watch, review, version, reader)


def write_progress(
    watch: Watch, review: SharedPoll[list[ReviewPart]], version: int, reader: Reader
) -> Iterator[bytes]:
    """Yields progress until the review is whole, the client has hung up, or the process ends."""
    yield RETRY
    told, silent_since = -1, time.monotonic()
    while not watch.closed and not reader.dismissed:
        parts = review.newest()
        judged = sum(len(part.decisions) for part in parts)
        if judged > told:
            progress = ReviewProgress(judged=judged, total=parts[0].total if parts else None)
            yield b"event: progress\ndata: %s\n\n" % msgspec.json.encode(progress)
            told, silent_since = judged, time.monotonic()
        if is_whole(version, parts):
            return
        if time.monotonic() - silent_since > HEARTBEAT_SECONDS:
            yield HEARTBEAT
            silent_since = time.monotonic()
