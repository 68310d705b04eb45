"""The jobs by their names: all that a worker can be asked for.

A queue holds names and says nothing about where a function lies, so modules may move while jobs wait. A name
that is not in the table leads to no import and no call.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rq.exceptions import DeserializationError
from rq.job import Job

from workers.jobs import analysis, bots, clocks, delivery_pool, results, snapshots
from workers.queues import JobName

Carrying = Callable[[str, int], None]

UNKNOWN: Final = "unknown"  # in figures

JOBS: Final[Mapping[JobName, Carrying]] = MappingProxyType(
    {
        "bot": bots.answer_bots,
        "score": results.write_sheets,
        "snapshot": snapshots.take_snapshots,
        "check": snapshots.check_snapshots,
        "clock": clocks.strike_clock,
        "deliver": delivery_pool.deliver_news,
        "rate": results.rate_match,
        "advice": analysis.give_advice,
        "review": analysis.write_review,
    }
)


class UnknownJob(Exception):  # noqa: N818  the name says it
    """A name that is not in the table."""


class KnownJob(Job):
    """A job of the table, and nothing else that RQ would do for anyone who can write to its server."""

    success_callback = failure_callback = stopped_callback = None

    @property
    def func(self) -> Carrying:
        carrying = _find(self.func_name)
        if carrying is None:
            raise UnknownJob(f"{self.func_name!r} is no job of ours and is not carried out")
        return carrying

    @property
    def label(self) -> str:
        """Return the name of the job, for figures; names that strangers invent share one figure."""
        try:
            name = self.func_name
        except DeserializationError:
            return UNKNOWN
        return name if name and _find(name) else UNKNOWN

    def send_webhooks(self, *_: Any, **__: Any) -> None:
        """Do nothing: our webhooks go through `deliver`, which checks the address first."""


def _find(name: str | None) -> Carrying | None:
    return next((carrying for known, carrying in JOBS.items() if known == name), None)
