"""Reviews of matches that are over, a slice at a time: what is judged stays judged."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from events.store import Store
from service.clock import now_ms
from service.matches.records.analysis import (
    REVIEW_REQUESTS,
    REVIEWS_SCOPE,
    GrowingReview,
    JudgedDecision,
    ReviewPart,
    ReviewRequest,
    end_of_parts,
    forget_request,
    keep_part,
    note_progress,
    review_request,
)
from service.matches.repository import fold_match_at
from workers.analysis.engine import engine_for
from workers.analysis.review import Decision, count_decisions, judge_decision, list_decisions
from workers.bots.time_control import SearchSuspended, TimeControl
from workers.context import WorkerContext, get_context
from workers.jobs.bots import limit_turn
from workers.jobs.editions import learn_edition
from workers.jobs.thoughts import Unfinished, lay_aside, recall
from workers.outages import SERVER_GONE
from workers.queues import Queues, Work

PROGRESS_MS: Final = 2_000  # so often progress is noted at most: each time costs the book a write to disk
STANDSTILL_MS: Final = 10_000  # after which a review that waits in no queue is enqueued again

log = logging.getLogger(__name__)


def write_review(match: str, playouts: int) -> None:
    """The job."""
    try:
        context = get_context()
        if continue_review(context, match, playouts, limit_turn(context, time.monotonic())):
            context.queues.put(Work("review", match, playouts), number=now_ms())
        context.thinking.report()
    except SERVER_GONE as failure:
        log.warning("match %s: its review goes on later: %s", match, failure)


def continue_review(
    context: WorkerContext, match: str, playouts: int, time_is_up: Callable[[], bool]
) -> bool:
    """Answers whether there is more to do. Every slice plays something out, so it makes progress."""
    store = context.matches.store
    request = review_request(store, match, playouts)
    if request is None:
        return False
    if abs(now_ms() - request.moved_at) > PROGRESS_MS:
        note_progress(store, match, playouts, request, now_ms())
    with context.thinking.charge(request.opener or match):
        goes_on = judge_slice(context, match, playouts, time_is_up)
    if not goes_on:
        forget_request(store, match, playouts)
    return goes_on


def judge_slice(context: WorkerContext, match: str, playouts: int, time_is_up: Callable[[], bool]) -> bool:
    review, entries = (
        GrowingReview(context.matches.store, match, playouts),
        context.matches.store.entries(match),
    )
    last = entries[-1].version
    if end_of_parts(review.look()) == last:
        return False
    work, judge = Work("review", match, playouts), prepare_judge(context, match)
    after, begun = end_of_parts(review.of_judge(judge)), recall(context, work, judge)
    judged, unfinished = judge_until(list_decisions(entries, after), playouts, begun, time_is_up)
    until = last if unfinished is None else judged[-1].version if judged else after
    if until > after:
        part = ReviewPart(until=until, total=count_decisions(entries), decisions=judged)
        keep_part(context.matches.store, match, playouts, judge, after, part)
    if unfinished is not None:
        lay_aside(context, work, unfinished)
    return until < last


def prepare_judge(context: WorkerContext, match: str) -> str:
    """The name of who judges here, once it knows all that the house has learned."""
    opened = fold_match_at(context.matches.store, match, 1).match
    learn_edition(context, opened.game, opened.edition)
    return engine_for(opened)


def judge_until(
    decisions: Iterable[Decision], playouts: int, begun: Unfinished, time_is_up: Callable[[], bool]
) -> tuple[list[JudgedDecision], Unfinished | None]:
    """What is judged before time is up, and what of the next decision is known by then."""
    judged = list[JudgedDecision]()
    for decision in decisions:
        try:
            control = TimeControl(time_is_up, begun.about(decision.version))
            judged.append(judge_decision(decision, playouts, control))
        except SearchSuspended as aside:
            return judged, replace(begun, version=decision.version, thought=aside.state)
    return judged, None


def ask_for_reviews(store: Store, queues: Queues, now: int) -> int:
    """Answers how many it enqueued: those that nobody has begun, and those whose worker or queue was lost."""
    standing = [
        Work("review", match, playouts)
        for (match, playouts), request in REVIEW_REQUESTS.all(store, REVIEWS_SCOPE).items()
        if stands_still(request, now)
    ]
    waiting = queues.waiting() if standing else set()
    return sum(queues.put(work, number=now) for work in standing if work not in waiting)


def stands_still(request: ReviewRequest, now: int) -> bool:
    """Whether it made no progress for a while; a clock that was set back does not hide that for ever."""
    return abs(now - request.moved_at) > STANDSTILL_MS
