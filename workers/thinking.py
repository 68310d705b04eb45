"""What bots have thought, to the account of whoever opened their match: told once a job, not every time."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import redis

from service.monitoring.spending import THINKING, WINDOW_SECONDS, add_spending

LEAST_THOUGHT: Final = 1  # millisecond


class Thinking:
    """Without a server nothing is told; without a limit, in milliseconds a minute, nothing is cut short."""

    def __init__(self, server: redis.Redis | None = None, limit: int = 0) -> None:
        self._server = server
        self._limit = limit
        self._seconds: defaultdict[str, float] = defaultdict(float)  # not told yet
        self._spent: dict[str, int] = {}  # in this window, as it was last heard of
        self._window = 0

    def allow(self, opener: str | None, milliseconds: int) -> int:
        """As long as the bot would like, or as is left to its opener: then it plays on, but hardly thinks."""
        if opener is None or not self._limit:
            return milliseconds
        self._turn()
        left = self._limit - self._spent.get(opener, 0) - round(self._seconds.get(opener, 0) * 1000)
        return max(min(milliseconds, left), LEAST_THOUGHT)

    @contextmanager
    def charge(self, opener: str | None) -> Iterator[None]:
        """Charges what is thought inside the block; with None it is charged to nobody."""
        began = time.monotonic()
        try:
            yield
        finally:
            if opener is not None:
                self._seconds[opener] += time.monotonic() - began

    def report(self) -> None:
        fresh = {f"{THINKING}:{opener}": round(seconds * 1000) for opener, seconds in self._seconds.items()}
        self._seconds.clear()
        self._turn()
        if fresh and self._server is not None:
            with suppress(redis.RedisError):  # sums may be lost at any moment
                sums = add_spending(self._server, self._window, fresh)
                self._spent |= {account.removeprefix(f"{THINKING}:"): sums[account] for account in sums}

    def _turn(self) -> None:
        window = int(time.time()) // WINDOW_SECONDS
        if window != self._window:
            self._window, self._spent = window, {}
