"""What bots have thought, to the account of whoever opened their match: told once a job, not every time."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import redis

from service.monitoring.spending import THINKING, WINDOW_SECONDS, add_spending


class Thinking:
    """Without a server nothing is told."""

    def __init__(self, server: redis.Redis | None = None) -> None:
        self._server = server
        self._seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def charge(self, opener: str | None) -> Iterator[None]:
        """What is thought inside; None: to nobody's account."""
        began = time.monotonic()
        try:
            yield
        finally:
            if opener is not None:
                self._seconds[opener] += time.monotonic() - began

    def report(self) -> None:
        spent = {f"{THINKING}:{opener}": round(seconds * 1000) for opener, seconds in self._seconds.items()}
        self._seconds.clear()
        if spent and self._server is not None:
            with suppress(redis.RedisError):  # sums may be lost at any moment
                add_spending(self._server, int(time.time()) // WINDOW_SECONDS, spent)
