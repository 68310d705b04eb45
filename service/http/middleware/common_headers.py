"""Around every answer: its name, its time, and which pages the browser lets read it.

As middleware, so that no answer goes without, and because it is the cheapest place for it.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator
from typing import Final

from service.http.protocol.answer import Answer
from service.http.protocol.wsgi import REQUEST_ID, Answering, Environ, HeaderList

EXPOSED_HEADERS: Final = (
    "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, "
    "X-Request-Id, Server-Timing"
)
ACCEPTED_HEADERS: Final = (
    "Authorization, Content-Type, Content-Encoding, Accept-Language, If-Match, If-None-Match, "
    "Idempotency-Key, Last-Event-ID, X-Client-Key, X-Match-Tokens, X-Request-Id"
)
# No answer is a page, except those with a policy of their own; none may be sniffed or framed.
SAFETY_HEADERS: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Frame-Options", "DENY"),
)
PREFLIGHT_SECONDS: Final = "7200"
CREDENTIALS: Final = ("HTTP_AUTHORIZATION", "HTTP_X_MATCH_TOKENS", "HTTP_X_CLIENT_KEY")

_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class CommonHeaders:
    def __init__(self, server: Answering, origins: tuple[str, ...]) -> None:
        self.server = server
        self.origins = origins

    def __call__(self, environ: Environ) -> Answer:
        began = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        name = environ[REQUEST_ID] = given if _SANE.fullmatch(given) else secrets.token_hex(8)

        answer = self.server(environ)
        headers = answer.headers
        took = (time.perf_counter() - began) * 1000
        headers += (("X-Request-Id", name), ("Server-Timing", f"app;dur={took:.2f}"))
        headers += SAFETY_HEADERS
        if is_private(environ):
            keep_private(headers)
        headers.extend(self.let_read(environ, answer))
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
