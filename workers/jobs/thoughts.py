"""Thoughts that gave way, kept until their job has its turn again.

Whoever thinks otherwise than the one who began, after an upgrade or a training, begins anew: options are kept
by how good they look at a glance, and to somebody else others look better.
"""

import msgspec
from msgspec.structs import replace

from events.codec import decode, encode
from service.clock import now_ms
from workers.bots.time_control import NEW_SEARCH, SearchState
from workers.context import WorkerContext
from workers.queues import Work


class Unfinished(msgspec.Struct, frozen=True):
    """A thought about the question at a version, and whose it is."""

    version: int
    thought: SearchState
    judge: str
    since: int  # UTC milliseconds: when it was begun

    def waited(self) -> int:
        """Return for how many milliseconds somebody has waited, also while it lay aside."""
        return max(now_ms() - self.since, 0)

    def about(self, version: int) -> SearchState:
        return self.thought if self.version == version else NEW_SEARCH


def lay_aside(context: WorkerContext, work: Work, unfinished: Unfinished) -> None:
    context.queues.lay_aside(work, encode(unfinished))


def recall(context: WorkerContext, work: Work, judge: str) -> Unfinished:
    """Nothing yet where nothing is kept, or somebody else began."""
    nothing = Unfinished(work.version, NEW_SEARCH, judge, now_ms())
    kept = context.queues.find_thought(work)
    try:
        unfinished = decode(kept, Unfinished) if kept else nothing
    except msgspec.ValidationError:  # kept by an earlier version, in another form
        return nothing
    return unfinished if unfinished.judge == judge else replace(nothing, since=unfinished.since)
