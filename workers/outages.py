"""Outages of servers: a process that needs one waits, and logs that once."""

import logging
from threading import Event
from typing import Final

import redis

from events.store import StoreUnavailable

SERVER_GONE: Final = (StoreUnavailable, redis.RedisError, OSError)
FIRST_REST_SECONDS: Final = 0.1  # doubled each time
LONGEST_REST_SECONDS: Final = 5.0

LINE_FORMAT: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

log = logging.getLogger(__name__)


class Patience:
    """Log one line when something stops answering, one when it answers again."""

    def __init__(self, what: str, stop: Event) -> None:
        self._what = what
        self._stop = stop
        self._rest = 0.0

    def failed(self, failure: Exception) -> None:
        """Pause, longer each time; a stop ends the pause."""
        if not self._rest:
            log.warning("%s waits until the servers answer again: %s", self._what, failure)
        self._rest = min(2 * self._rest or FIRST_REST_SECONDS, LONGEST_REST_SECONDS)
        self._stop.wait(self._rest)

    def succeeded(self) -> None:
        if self._rest:
            log.warning("%s goes on", self._what)
        self._rest = 0.0


def start_logging(level: str) -> None:
    """Log one line for each notable thing, on standard error; of RQ's lines only what goes wrong."""
    logging.basicConfig(level=level.upper(), format=LINE_FORMAT)
    logging.getLogger("rq").setLevel(logging.WARNING)
    for handler in logging.getLogger().handlers:
        handler.addFilter(shorten_outage)


def shorten_outage(record: logging.LogRecord) -> bool:
    """Log no traceback where a server is gone: that is no fault of the code."""
    failure = record.exc_info[1] if record.exc_info else None
    if isinstance(failure, SERVER_GONE):
        record.exc_info = None
        record.msg, record.args = f"{record.getMessage()} {failure}", None
    return True
