"""Advice on the open question, and the review of a match that is over."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from games.kernel.quantities import doc
from games.match.commands import AskAdvice
from games.match.events import AdviceAsked
from service import problems
from service.api.answers import (
    ASK_AGAIN,
    JSON,
    answer_if_changed,
    caching_headers,
    etag,
    language_headers,
    reply,
)
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.api.links import BASE, add_query, match_link
from service.api.problems import TooManyStreams, TooMuchThinking
from service.api.schemas.kit import InLanguage, Nothing
from service.api.schemas.queries import ReviewBody, ReviewQuery
from service.api.streams import EVENT_STREAM, HEARTBEAT_SECONDS, Chunks, Client, Reader, answer_shared
from service.api.views.matches import opener_of, require_thinking
from service.api.write_answers import PlayAnswer, make_write_answer, reply_to_writer
from service.matches.folding import events_of
from service.matches.records.analysis import (
    ADVICE,
    GrowingReview,
    ReviewPart,
    ask_for_review,
    review_parts,
    review_request,
)
from service.matches.records.people import PEOPLE
from service.matches.repository import CurrentMatch
from service.problem_detail import Detail
from service.problems import UnknownEntry
from service.queries.analysis import AdviceAnswer, ReviewAnswer, describe_advice, describe_review, require_end
from service.queries.entries import read_entry
from service.queries.overview import count_forgotten, name_seats
from service.queries.positions import load_newest, position_at_version
from service.queries.shared_polls import SharedPoll
from service.queries.watch import HEARTBEAT, RETRY, Watch

api = ApiBlueprint("analysis", BASE)

NEVER_KEPT: Final = {"Cache-Control": "no-cache"}  # it may be ready the next time, and names may be forgotten


@api.post(
    "/matches/<match>/advice",
    access="token",
    writes="entry",
    body=Nothing,
    body_required=False,
    answer=PlayAnswer,
    status=202,
    then=("get_advice",),
    problems=(problems.NotNow, problems.NotRunning, TooMuchThinking),
)
def ask_advice(context: RequestContext, match: str) -> Answer:
    """Ask for advice on the open question.

    For the seat that is asked, in a match that was opened with `advice` `on`. The entry tells everybody who
    has asked; the advice itself comes a moment later, at the place that `Location` names.
    """
    request = context.request()
    require_thinking(context)
    done = context.matches.handle(match, AskAdvice(), request)
    place = match_link(match, f"advice/{done.entry.version}")
    return reply_to_writer(make_write_answer(match, done), done, status=202, location=place)


@api.get(
    "/matches/<match>/advice/<number:version>",
    access="optional",
    query=InLanguage,
    answer=AdviceAnswer,
    problems=(problems.UnknownEntry,),
)
def get_advice(context: RequestContext, match: str, version: int) -> Answer:
    """The advice that was asked for with an entry.

    For everyone who may see the match. Until it is `ready` there are no options: ask again in a moment.
    """
    live = load_newest(context.matches, match, context.token)
    store, game = context.matches.store, live.match.game
    events = events_of(read_entry(store, match, version, live.version), game)
    seat = next((event.seat for event in events if isinstance(event, AdviceAsked)), None)
    if seat is None:
        raise UnknownEntry(Detail("no_advice_asked", {"version": version}), version=live.version)
    then = position_at_version(context.matches, live, version).match
    names = name_seats(then, PEOPLE.all(store, match), context.lang)
    advice = ADVICE.get(store, match, version)
    answer = describe_advice(then, version, seat, advice, names, context.lang)
    return reply(answer, headers=NEVER_KEPT | language_headers(context.lang))


LOOK_SECONDS: Final = 0.5  # between two looks at how far a review is, however many follow it


class ReviewProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a review is."""

    judged: Annotated[int, doc("How many decisions are judged.")]
    total: Annotated[int | None, doc("How many there are; null before the first is judged.")]


@api.post(
    "/matches/<match>/review",
    access="optional",
    writes="beside",
    body=ReviewBody,
    body_required=False,
    answer=ReviewAnswer,
    status=202,
    done_before="The review is there already.",
    then=("get_review",),
    problems=(problems.NotNow, TooMuchThinking),
)
def ask_review(context: RequestContext, match: str) -> Answer:
    """Have a finished match reviewed.

    For everyone who may see it. The same match and budget give the same verdicts, so they are judged once; a
    second request finds the first one's review. `Location` says where it grows.
    """
    playouts: int = context.body["playouts"]
    context.request()  # refused to those who write too much
    live = load_newest(context.matches, match, context.token)
    require_end(live)
    parts = review_parts(context.matches.store, match, playouts)
    if not is_whole(live.version, parts):
        require_thinking(context)
        ask_for_review(context.matches.store, match, playouts, opener_of(context))
    place = add_query(match_link(match, "review"), playouts=playouts)
    return answer_review(
        context, live, playouts, 200 if is_whole(live.version, parts) else 202, {"Location": place}
    )


@api.get(
    "/matches/<match>/review",
    access="optional",
    query=ReviewQuery,
    answer=ReviewAnswer,
    media_types=(JSON, EVENT_STREAM),
    streamed=ReviewProgress,
    tagged=True,
    problems=(TooManyStreams,),
)
def get_review(context: RequestContext, match: str) -> Answer:
    """The review of a match, as far as it has got.

    As an event stream it reports its progress, with an event `progress` at each step, and ends when
    the review is ready.
    """
    live, playouts = load_newest(context.matches, match, context.token), context.query["playouts"]
    if context.wants(EVENT_STREAM):
        return stream_progress(context, live, playouts)
    headers = caching_headers(tag_review(context, live, playouts), ASK_AGAIN) | language_headers(context.lang)
    headers["Vary"] += ", Accept"
    return answer_if_changed(headers, lambda: answer_review(context, live, playouts, 200, headers))


def tag_review(context: RequestContext, live: CurrentMatch, playouts: int) -> str:
    """Return an ETag from the names of its parts alone: a review only grows, and names are only forgotten."""
    store, match = context.matches.store, live.match.id
    parts = len(GrowingReview(store, match, playouts).list_keys())
    asked = is_asked(context, match, playouts, parts)
    forgotten = count_forgotten(PEOPLE.all(store, match))
    return etag(live.version, live.hash, parts + asked + forgotten, lang=context.lang)


def is_asked(context: RequestContext, match: str, playouts: int, parts: int) -> bool:
    return parts > 0 or review_request(context.matches.store, match, playouts) is not None


def answer_review(
    context: RequestContext, live: CurrentMatch, playouts: int, status: int, headers: Mapping[str, str]
) -> Answer:
    store, match = context.matches.store, live.match.id
    parts = review_parts(store, match, playouts)
    review = describe_review(
        match,
        store.entries(match),
        [decision for part in parts for decision in part.decisions],
        parts[0].total if parts else None,
        asked=is_asked(context, match, playouts, len(parts)),
        playouts=playouts,
        names=name_seats(live.match, PEOPLE.all(store, match), context.lang),
        lang=context.lang,
    )
    return reply(review, status, {"Cache-Control": ASK_AGAIN, **language_headers(context.lang), **headers})


def is_whole(version: int, parts: list[ReviewPart]) -> bool:
    return bool(parts) and parts[-1].until >= version


def stream_progress(context: RequestContext, live: CurrentMatch, playouts: int) -> Answer:
    store, match = context.matches.store, live.match.id
    watch, version = context.services.watch, live.version

    def send(review: SharedPoll[list[ReviewPart]], client: Client) -> Chunks:
        reader = Reader({})
        return reader.send(client, write_progress(watch, review, version, reader))

    read = GrowingReview(store, match, playouts).look
    return answer_shared(context, (match, playouts), lambda: SharedPoll(read, LOOK_SECONDS), send)


def write_progress(
    watch: Watch, review: SharedPoll[list[ReviewPart]], version: int, reader: Reader
) -> Chunks:
    """Yield progress until the review is whole, the client has hung up, or the process ends."""
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
