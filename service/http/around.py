"""Around every request: its name, its time, and whom the browser lets read the answer."""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

from flask import Flask, Response, g, request

EXPOSED: Final = (
    "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, "
    "X-Request-Id, Server-Timing"
)
ACCEPTED: Final = (
    "Authorization, Content-Type, Accept-Language, If-Match, If-None-Match, Idempotency-Key, "
    "Last-Event-ID, X-Request-Id"
)
METHODS: Final = "GET, POST, PUT, DELETE"
PREFLIGHT_SECONDS: Final = "7200"

_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def install(app: Flask, origins: tuple[str, ...]) -> None:
    app.before_request(begin)

    @app.after_request
    def finish(response: Response) -> Response:
        name(response)
        let_read(response, origins)
        return response


def begin() -> None:
    g.began = time.perf_counter()


def name(response: Response) -> None:
    given = request.headers.get("X-Request-Id", "")
    took = (time.perf_counter() - g.began) * 1000
    response.headers["X-Request-Id"] = given if _SANE.fullmatch(given) else secrets.token_hex(8)
    response.headers["Server-Timing"] = f"app;dur={took:.2f}"


def let_read(response: Response, origins: tuple[str, ...]) -> None:
    origin = request.headers.get("Origin")
    if origin is None:
        return
    if "*" in origins:
        response.headers["Access-Control-Allow-Origin"] = "*"
    elif origin in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.vary.add("Origin")
    else:
        response.vary.add("Origin")
        return
    response.headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        response.headers["Access-Control-Allow-Methods"] = METHODS
        response.headers["Access-Control-Allow-Headers"] = ACCEPTED
        response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
