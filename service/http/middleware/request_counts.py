"""Counts answers by method and status, for /metrics."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

import redis

from service.http.wsgi import Environ, HeaderList, Server
from service.monitoring.figures import REQUESTS

FLUSH_EVERY: Final = 1.0  # seconds
COUNTED_METHODS: Final = frozenset({"GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"})


class RequestCounts:
    """Each process adds its own to those of all, once a second."""

    def __init__(self, server: Server, counts: redis.Redis) -> None:
        self.server = server
        self.counts = counts
        self.pending: defaultdict[str, float] = defaultdict(float)
        self.flushed = time.monotonic()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.monotonic()

        def start(status: str, headers: HeaderList, *failure: Any) -> Any:
            method = environ["REQUEST_METHOD"]
            key = f"{method if method in COUNTED_METHODS else 'other'}:{status[:3]}"
            self.pending[f"count:{key}"] += 1
            self.pending[f"seconds:{key}"] += time.monotonic() - began
            return start_response(status, headers, *failure)

        answer = self.server(environ, start)
        if time.monotonic() - self.flushed > FLUSH_EVERY:
            self.flush()
        return answer

    def flush(self) -> None:
        """Counts that Redis does not take are lost: a figure is worth no waiting."""
        self.flushed = time.monotonic()
        pending, self.pending = self.pending, defaultdict(float)
        with suppress(redis.RedisError), self.counts.pipeline(transaction=False) as together:
            for key, value in pending.items():
                together.hincrbyfloat(REQUESTS, key, round(value, 6))
            together.execute()
