"""The context of a worker process: one for each, because RQ hands a job only its arguments."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import redis

from service.config import Config
from service.matches.handler import Matches
from service.monitoring.figures import THINKING, WINDOW_SECONDS, add_spending
from service.store import open_store
from service.webhooks.address import POLICIES, AddressPolicy
from workers.queues import Queues, queue_connection

LEAST_THOUGHT: Final = 1  # millisecond


class Thinking:
    """The time that bots have thought, to the account of whoever opened their match; reported once a job.

    Without a server nothing is reported; without a limit, in milliseconds a minute, nothing is cut short.
    """

    def __init__(self, server: redis.Redis | None = None, limit: int = 0) -> None:
        self._server = server
        self._limit = limit
        self._seconds: defaultdict[str, float] = defaultdict(float)  # not reported yet
        self._spent: dict[str, int] = {}  # in this window, as last read
        self._window = 0

    def allow(self, opener: str | None, milliseconds: int) -> int:
        """Return the milliseconds a bot may think: what it would like, or what is left to its opener."""
        if opener is None or not self._limit:
            return milliseconds
        self._turn()
        left = self._limit - self._spent.get(opener, 0) - round(self._seconds.get(opener, 0) * 1000)
        return max(min(milliseconds, left), LEAST_THOUGHT)

    @contextmanager
    def charge(self, opener: str | None) -> Iterator[None]:
        """Charge the time that the block takes; with None it is charged to nobody."""
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


@dataclass(frozen=True, slots=True)
class WorkerContext:
    matches: Matches
    queues: Queues
    secret: bytes
    webhooks: AddressPolicy = POLICIES["https"]  # which addresses may be called
    thinking: Thinking = field(default_factory=Thinking)
    editions_learned: set[tuple[str, str]] = field(default_factory=set)  # of which the bots know all there is


@cache
def get_context() -> WorkerContext:
    config = Config.from_environment()
    store = open_store(config)
    queue_server = queue_connection(config.queue_url)
    policy = POLICIES[config.webhook_addresses]
    matches, queues = Matches(store, config.secret), Queues(queue_server)
    return WorkerContext(
        matches, queues, config.secret, policy, Thinking(queue_server, config.thinking_limit * 1000)
    )
