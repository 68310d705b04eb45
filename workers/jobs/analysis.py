"""Analysis: advice that somebody has asked for, and reviews of matches that are over.

Both are long searches, which give way to people whose bots are asked. A review goes on a slice at a time:
what is judged stays judged.
"""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from events.store import Store
from games.match.luck import SealedLuck
from service.clock import now_ms
from service.matches.index import question_of
from service.matches.records.analysis import (
    ADVICE,
    REVIEW_REQUESTS,
    REVIEWS_SCOPE,
    GrowingReview,
    JudgedDecision,
    ReviewPart,
    end_of_parts,
    forget_request,
    keep_advice,
    keep_part,
    note_progress,
    review_request,
)
from service.matches.repository import fold_match_at
from service.tokens import derive
from workers.analysis.advice import ADVICE_BUDGET, advise
from workers.analysis.engine import engine_for
from workers.analysis.review import Decision, count_decisions, judge_decision, list_decisions
from workers.bots.time_control import Budget, SearchSuspended, TimeControl
from workers.context import WorkerContext, get_context
from workers.jobs.searches import SuspendedSearch, learn_edition, limit_turn, resume_search, suspend_search
from workers.outages import SERVER_GONE
from workers.queues import Queues, Work

PROGRESS_MS: Final = 2_000  # so often progress is noted at most: each time costs the book a write to disk
STANDSTILL_MS: Final = 10_000  # after which a review that waits in no queue is enqueued again

log = logging.getLogger(__name__)


def give_advice(match: str, version: int) -> None:
    """Run the job `advice`. The sweep finds what it leaves undone."""
    try:
        context = get_context()
        think_about_advice(context, match, version)
        context.thinking.report()
    except SERVER_GONE as failure:
        log.warning("match %s, version %d: its advice is left to the sweep: %s", match, version, failure)


def think_about_advice(
    context: WorkerContext, match: str, version: int, budget: Budget = ADVICE_BUDGET
) -> None:
    """Advise at most once for each version; a repeated job finds the advice there, or makes the same."""
    store, work = context.matches.store, Work("advice", match, version)
    then = fold_match_at(store, match, version).match
    question = question_of(then)
    if ADVICE.get(store, match, version) is not None or question is None:
        return
    learn_edition(context, then.game, then.edition)
    begun, live = resume_search(context, work, engine_for(then)), context.matches.repository.get(match)
    luck = SealedLuck(derive(context.secret, "advice", match, str(version)), match, [], 0)
    control = TimeControl(limit_turn(context, time.monotonic()), begun.about(version))
    try:
        with context.thinking.charge(live.opener if live and live.opener else match):
            advice = advise(then.rules, question, then.table, version, luck, budget, control)
    except SearchSuspended as aside:
        suspend_search(context, work, replace(begun, thought=aside.state))
        context.queues.put(work, number=now_ms())
    else:
        keep_advice(store, match, advice)


def write_review(match: str, playouts: int) -> None:
    """Run the job `review`."""
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
    """Judge a slice; return whether there is more to do. Each plays something out, so it makes progress."""
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
    after, begun = end_of_parts(review.of_judge(judge)), resume_search(context, work, judge)
    judged, unfinished = judge_until(list_decisions(entries, after), playouts, begun, time_is_up)
    until = last if unfinished is None else judged[-1].version if judged else after
    if until > after:
        part = ReviewPart(until=until, total=count_decisions(entries), decisions=judged)
        keep_part(context.matches.store, match, playouts, judge, after, part)
    if unfinished is not None:
        suspend_search(context, work, unfinished)
    return until < last


def prepare_judge(context: WorkerContext, match: str) -> str:
    """Return the name of the engine that judges here, once it has loaded what was learned."""
    opened = fold_match_at(context.matches.store, match, 1).match
    learn_edition(context, opened.game, opened.edition)
    return engine_for(opened)


def judge_until(
    decisions: Iterable[Decision], playouts: int, begun: SuspendedSearch, time_is_up: Callable[[], bool]
) -> tuple[list[JudgedDecision], SuspendedSearch | None]:
    """Return what is judged before time is up, and the suspended search about the next decision."""
    judged = list[JudgedDecision]()
    for decision in decisions:
        try:
            control = TimeControl(time_is_up, begun.about(decision.version))
            judged.append(judge_decision(decision, playouts, control))
        except SearchSuspended as aside:
            return judged, replace(begun, version=decision.version, thought=aside.state)
    return judged, None


def ask_for_reviews(store: Store, queues: Queues, now: int) -> int:
    """Enqueue reviews that nobody has begun or whose worker or queue was lost; return how many."""
    standing = [
        Work("review", match, playouts)
        for (match, playouts), request in REVIEW_REQUESTS.all(store, REVIEWS_SCOPE).items()
        if abs(now - request.moved_at) > STANDSTILL_MS  # a clock that was set back hides it for no longer
    ]
    waiting = queues.waiting() if standing else set()
    return sum(queues.put(work, number=now) for work in standing if work not in waiting)
