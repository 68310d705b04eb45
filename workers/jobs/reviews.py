"""Reviews of matches that are over, a slice at a time: what is judged stays judged."""

import logging
import time
from collections.abc import Callable
from typing import Final

from events.store import Store
from service.clock import now_ms
from service.matches.records.reviews import (
    JudgedDecision,
    ReviewPart,
    ReviewRequest,
    ReviewRequests,
    Reviews,
)
from workers.analysis.decisions import count_decisions, list_decisions
from workers.analysis.verdicts import judge_decision
from workers.jobs.bots import limit_turn
from workers.outages import SERVER_GONE
from workers.queues import Queues, Work
from workers.station import Station, get_station

STANDSTILL_MS: Final = 10_000  # after which a review that waits in no queue is enqueued again

log = logging.getLogger(__name__)


def write_review(match: str, playouts: int) -> None:
    """The job."""
    try:
        at = get_station()
        if continue_review(at, match, playouts, limit_turn(at, time.monotonic())):
            at.queues.put(Work("review", match, playouts), number=now_ms())
        at.thinking.report()
    except SERVER_GONE as failure:
        log.warning("match %s: its review goes on later: %s", match, failure)


def continue_review(at: Station, match: str, playouts: int, time_is_up: Callable[[], bool]) -> bool:
    """Answers whether there is more to do. At least one decision is judged, so every slice makes progress."""
    requests = ReviewRequests(at.matches.store)
    request = requests.of_match(match, playouts)
    if request is None:
        return False
    requests.note_progress(match, playouts, request, now_ms())
    with at.thinking.charge(request.opener or match):
        goes_on = judge_slice(at.matches.store, match, playouts, time_is_up)
    if not goes_on:
        requests.forget(match, playouts)
    return goes_on


def judge_slice(store: Store, match: str, playouts: int, time_is_up: Callable[[], bool]) -> bool:
    reviews, entries = Reviews(store), store.entries(match)
    parts = reviews.of_match(match, playouts)
    after, until = (parts[-1].until if parts else 0), entries[-1].version
    if after == until:
        return False
    judged = list[JudgedDecision]()
    for decision in list_decisions(entries, after):
        if judged and time_is_up():
            until = judged[-1].version
            break
        judged.append(judge_decision(decision, playouts))
    part = ReviewPart(until=until, total=count_decisions(entries), decisions=judged)
    reviews.keep(match, playouts, after, part)
    return until < entries[-1].version


def ask_for_reviews(store: Store, queues: Queues, now: int) -> int:
    """Answers how many it enqueued: those that nobody has begun, and those whose worker or queue was lost."""
    standing = [
        Work("review", match, playouts)
        for (match, playouts), request in ReviewRequests(store).list_all().items()
        if stands_still(request, now)
    ]
    waiting = queues.waiting() if standing else set()
    return sum(queues.put(work, number=now) for work in standing if work not in waiting)


def stands_still(request: ReviewRequest, now: int) -> bool:
    """Whether it made no progress for a while; a clock that was set back does not hide that for ever."""
    return abs(now - request.moved_at) > STANDSTILL_MS
