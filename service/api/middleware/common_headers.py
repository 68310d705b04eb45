"""Around every answer: its name, its time, its count for /metrics, and which pages the browser lets read it.

As middleware, so that no answer goes without, and because it is the cheapest place for it.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import redis

from service.api.middleware.compression import WORTH_PACKING, Compression
from service.api.protocol.answer import Answer
from service.api.protocol.wsgi import REQUEST_ID, Answering, Environ, HeaderList
from service.monitoring.figures import REQUESTS

EXPOSED_HEADERS: Final = (
    "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, "
    "X-Request-Id, Server-Timing"
)
ACCEPTED_HEADERS: Final = (
    "Authorization, Content-Type, Accept-Language, If-Match, If-None-Match, "
    "Idempotency-Key, Last-Event-ID, X-Client-Key, X-Match-Tokens, X-Request-Id"
)
# No answer is a page, except those with a policy of their own; none may be sniffed or framed.
SAFETY_HEADERS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
)
PREFLIGHT_SECONDS: Final = "7200"
FLUSH_EVERY: Final = 1.0  # seconds
COUNTED_METHODS: Final = frozenset({"GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"})
CREDENTIALS: Final = ("HTTP_AUTHORIZATION", "HTTP_X_MATCH_TOKENS", "HTTP_X_CLIENT_KEY")

LISTS: Final = ("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH")
LONGEST_LIST: Final = 2000  # characters, in all headers of one name

_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class CommonHeaders:
    def __init__(
        self, server: Answering, origins: tuple[str, ...], counts: redis.Redis | None = None
    ) -> None:
        """`counts` is the server on which all processes count."""
        self.server = server
        self.origins = origins
        self._counts = RequestCounts(counts) if counts is not None else None
        self._compression = Compression()

    def __call__(self, environ: Environ) -> Answer:
        began = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        name = environ[REQUEST_ID] = given if _SANE.fullmatch(given) else secrets.token_hex(8)

        pass_over_long_lists(environ)
        answer = self.server(environ)
        if answer.length is None or answer.length >= WORTH_PACKING:
            self._compression.offer(answer, environ)
        headers = answer.headers
        took = time.perf_counter() - began
        headers += (("X-Request-Id", name), ("Server-Timing", f"app;dur={took * 1000:.2f}"))
        headers += SAFETY_HEADERS
        if is_private(environ):
            keep_private(headers)
        headers.extend(self.let_read(environ, answer))
        if self._counts is not None:
            self._counts.add(environ["REQUEST_METHOD"], answer.status, took)
        return answer

    def let_read(self, environ: Environ, answer: Answer) -> Iterator[tuple[str, str]]:
        """Said even when nobody asks: a cache gives the answer to others, who come from elsewhere."""
        origin = environ.get("HTTP_ORIGIN")
        if "*" not in self.origins:
            yield "Vary", "Origin"
            if origin not in self.origins:
                return
        yield "Access-Control-Allow-Origin", "*" if "*" in self.origins else str(origin)
        yield "Access-Control-Expose-Headers", EXPOSED_HEADERS
        if environ["REQUEST_METHOD"] == "OPTIONS" and (allowed := answer.header("Allow")) is not None:
            yield "Access-Control-Allow-Methods", allowed
            yield "Access-Control-Allow-Headers", ACCEPTED_HEADERS
            yield "Access-Control-Max-Age", PREFLIGHT_SECONDS


def pass_over_long_lists(environ: Environ) -> None:
    """Say what a header asks for as if it had not come, where it would take long to read: it is a wish."""
    for name in LISTS:
        if name in environ and len(environ[name]) > LONGEST_LIST:
            del environ[name]


def keep_private(headers: HeaderList) -> None:
    """No cache keeps it but the reader's own, and that one only what says how long."""
    said = next((number for number, (name, _) in enumerate(headers) if name == "Cache-Control"), None)
    if said is None:
        headers.append(("Cache-Control", "private, no-store"))
    elif "private" not in headers[said][1]:
        headers[said] = ("Cache-Control", f"private, {headers[said][1]}")


def is_private(environ: Environ) -> bool:
    """The answer is for whoever showed a token, unless it says otherwise itself."""
    return any(name in environ for name in CREDENTIALS)


class RequestCounts:
    """Answers by method and status: each process adds its own to those of all, once a second."""

    def __init__(self, counts: redis.Redis) -> None:
        self._counts = counts
        self._pending: defaultdict[str, float] = defaultdict(float)
        self._flushed = time.monotonic()

    def add(self, method: str, status: int, seconds: float) -> None:
        key = f"{method if method in COUNTED_METHODS else 'other'}:{status}"
        self._pending[f"count:{key}"] += 1
        self._pending[f"seconds:{key}"] += seconds
        if time.monotonic() - self._flushed > FLUSH_EVERY:
            self._flush()

    def _flush(self) -> None:
        """Counts that Redis does not take are lost: a figure is worth no waiting."""
        self._flushed = time.monotonic()
        pending, self._pending = self._pending, defaultdict(float)
        with suppress(redis.RedisError), self._counts.pipeline(transaction=False) as together:
            for key, value in pending.items():
                together.hincrbyfloat(REQUESTS, key, round(value, 6))
            together.execute()
