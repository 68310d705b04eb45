"""Searches of bots, advice and reviews: their slice of time, and what is stored when they are suspended.

A suspended search goes on when its job runs again. Where another engine began it, before an upgrade or a
training, it begins anew: options are kept by how good they look at first, and to another engine others look
better.
"""

import time
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from events.codec import decode, encode
from games.catalogue import GAMES
from service.clock import now_ms
from service.editions.stored import StoredEditions
from workers.bots.evaluation import set_edition_weights
from workers.bots.time_control import NEW_SEARCH, SearchState
from workers.context import WorkerContext
from workers.queues import Work

TURN_SECONDS: Final = 0.5  # seconds, then other matches have their turn
SHORT_TURN_SECONDS: Final = 0.02  # and this soon if a person waits for a bot's answer
LOOK_SECONDS: Final = 0.004  # seconds between two looks at whether somebody waits: a playout may take less


def limit_turn(context: WorkerContext, began: float) -> Callable[[], bool]:
    """Return a predicate to ask after every playout; most of the time it only reads the clock."""
    looked = began

    def time_is_up() -> bool:
        nonlocal looked
        now = time.monotonic()
        if now - began > TURN_SECONDS:
            return True
        if now - began <= SHORT_TURN_SECONDS or now - looked <= LOOK_SECONDS:
            return False
        looked = now
        return context.queues.somebody_waits()

    return time_is_up


def learn_edition(context: WorkerContext, game: str, edition: str) -> None:
    """Load what was learned of an edition, once in the life of a process: it does not change meanwhile."""
    if edition != GAMES[game].editions.default and (game, edition) not in context.editions_learned:
        worths = StoredEditions(context.matches.store).worths(game, edition)
        if worths is not None:
            set_edition_weights(game, edition, worths)
        context.editions_learned.add((game, edition))


class SuspendedSearch(msgspec.Struct, frozen=True):
    """A search about the question at a version, and the engine that began it."""

    version: int
    thought: SearchState
    judge: str
    since: int  # UTC milliseconds: when it was begun

    def waited(self) -> int:
        """Return for how many milliseconds somebody has waited, also while it was suspended."""
        return max(now_ms() - self.since, 0)

    def about(self, version: int) -> SearchState:
        return self.thought if self.version == version else NEW_SEARCH


def suspend_search(context: WorkerContext, work: Work, unfinished: SuspendedSearch) -> None:
    context.queues.lay_aside(work, encode(unfinished))


def resume_search(context: WorkerContext, work: Work, judge: str) -> SuspendedSearch:
    """Return the suspended search; a new one where none is stored, or another engine began it."""
    nothing = SuspendedSearch(work.version, NEW_SEARCH, judge, now_ms())
    kept = context.queues.find_thought(work)
    try:
        unfinished = decode(kept, SuspendedSearch) if kept else nothing
    except msgspec.ValidationError:  # kept by an earlier version, in another form
        return nothing
    return unfinished if unfinished.judge == judge else replace(nothing, since=unfinished.since)
