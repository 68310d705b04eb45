"""The clock strikes: a deadline that has passed becomes a command of the clock, at most once.

The store itself lists the deadlines, so a lost job needs no record: what is still due is enqueued again.
"""

import logging
from typing import Final

from events.entry import cause_at_version
from events.store import Store
from games.kernel import Command
from games.match.actor import CLOCK
from games.match.commands import ExpireClock, ExpireGathering, ExpireUndo
from games.match.state import Match
from service.clock import CLOCKS_DIFFER_BY, now_ms
from service.matches.handler import Matches, Request, Written
from service.matches.repository import CurrentMatch, fold_match
from service.problems import Problem
from workers.context import get_context
from workers.outages import SERVER_GONE
from workers.queues import Queues, Work, count_repeats

BEYOND_ALL: Final = 1 << 53  # UTC milliseconds, or deadlines of a partition
MOST_STRIKES: Final = 500
STRIKE_PATIENCE_MS: Final = 5_000  # until a strike that left no trace is enqueued again

log = logging.getLogger(__name__)


def ask_for_strikes(store: Store, queues: Queues, partition: int, now: int) -> int:
    """Enqueue a job for each deadline that has passed; there is no second one while it waits or runs."""
    late = store.due(partition, before=now + 1, limit=MOST_STRIKES)
    asked = [
        (Work("clock", match, deadline), count_repeats(now - deadline, STRIKE_PATIENCE_MS))
        for match, deadline in late
    ]
    waiting = queues.waiting() if any(times for _, times in asked) else set()
    return sum(
        queues.put(work, number=times, again=times > 0)
        for work, times in asked
        if not times or work not in waiting
    )


def bring_deadlines_back(store: Store, partition: int, now: int) -> int:
    """Set deadlines as far away again as they were meant to be, after the clock was set back.

    Only books that are ahead of the clock are concerned, and of these the ones without an entry since then.
    """
    running = store.due(partition, before=BEYOND_ALL, limit=BEYOND_ALL)
    return sum(bring_back(store, match, due, now) for match, due in running)


def bring_back(store: Store, match: str, due: int, now: int) -> bool:
    """Return whether its deadline was moved; a match that cannot be read does not stop the others."""
    head = store.head(match)
    if head is None or head.touched <= now + CLOCKS_DIFFER_BY:
        return False
    try:
        then = fold_match(store, match)
    except SERVER_GONE:
        raise
    except Exception:
        log.exception("match %s: its deadline cannot be brought back", match)
        return False
    if then is None or then.match.deadline is None:
        return False
    meant = now + then.match.deadline - then.touched_at
    return due > meant + CLOCKS_DIFFER_BY and store.move_deadline(match, due, meant)


def strike_clock(match: str, deadline: int) -> None:
    """Run the job `clock`."""
    del deadline  # names the job; the match shows what is due
    try:
        strike_if_due(get_context().matches, match, now_ms())
    except SERVER_GONE as failure:
        log.warning("match %s: its clock is left to the next look: %s", match, failure)


def strike_if_due(matches: Matches, match: str, now: int) -> Written | None:
    """Strike; return None if nothing is due any more: somebody answered, or another worker was first."""
    live, due = matches.repository.fresh(match), matches.store.deadline_of(match)
    if live is None or due is None or due > now:
        return None
    try:
        return matches.handle(match, choose_strike(live.match), request_at(live))
    except Problem as refusal:
        log.info("match %s, version %d: the clock came too late: %s", match, live.version, refusal)
        return None


def choose_strike(match: Match) -> Command:
    if match.status == "open":
        return ExpireGathering()
    return ExpireUndo() if match.vote else ExpireClock()


def request_at(live: CurrentMatch) -> Request:
    """Return a request that counts at most once for each version: the cause is made of nothing else."""
    return Request(
        actor=CLOCK,
        cause=cause_at_version("clock", live.match.id, live.version),
        if_match=(live.version, live.hash),
    )
