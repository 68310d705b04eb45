"""Counts answers by method and status, for /metrics."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import suppress
from typing import Final

import redis

from service.http.protocol.answer import Answer
from service.http.protocol.wsgi import Answering, Environ
from service.monitoring.figures import REQUESTS

FLUSH_EVERY: Final = 1.0  # seconds
COUNTED_METHODS: Final = frozenset({"GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"})


class RequestCounts:
    """Each process adds its own to those of all, once a second."""

    def __init__(self, server: Answering, counts: redis.Redis) -> None:
        self.server = server
        self.counts = counts
        self.pending: defaultdict[str, float] = defaultdict(float)
        self.flushed = time.monotonic()

    def __call__(self, environ: Environ) -> Answer:
        began = time.monotonic()
        answer = self.server(environ)
        now = time.monotonic()
        method = environ["REQUEST_METHOD"]
        key = f"{method if method in COUNTED_METHODS else 'other'}:{answer.status}"
        self.pending[f"count:{key}"] += 1
        self.pending[f"seconds:{key}"] += now - began
        if now - self.flushed > FLUSH_EVERY:
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
