"""Servers go away and come back. A process that needs one waits, and says so once."""

import logging
from threading import Event
from typing import Final

import redis

from events.store import StoreUnavailable

SERVER_GONE: Final = (StoreUnavailable, redis.RedisError, OSError)
FIRST_REST_SECONDS: Final = 0.1  # doubled each time
LONGEST_REST_SECONDS: Final = 5.0

log = logging.getLogger(__name__)


class Patience:
    """One line when something stops answering, one when it answers again."""

    def __init__(self, what: str, stop: Event) -> None:
        self._what = what
        self._stop = stop
        self._rest = 0.0

    def failed(self, failure: Exception) -> None:
        """Pauses, longer each time; a stop ends the pause."""
        if not self._rest:
            log.warning("%s waits until the servers answer again: %s", self._what, failure)
        self._rest = min(2 * self._rest or FIRST_REST_SECONDS, LONGEST_REST_SECONDS)
        self._stop.wait(self._rest)

    def succeeded(self) -> None:
        if self._rest:
            log.warning("%s goes on", self._what)
        self._rest = 0.0
