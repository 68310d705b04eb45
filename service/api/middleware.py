"""What happens around every request: its id, time and count, its rate limit, common headers and gzip."""

from __future__ import annotations

import ipaddress
import re
import secrets
import time
import zlib
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

import msgspec
import redis

from service.api.answers import VARY_BY_ENCODING, language_headers, preferred_language, tag_of_gzip
from service.api.budgets import CALLER, Allowance, Caller, Limiter, label_token, refuse_requests
from service.api.fast_flask import BODILESS, Answer, Environ, HeaderList, current_request
from service.api.problems import PROBLEM_JSON, REQUEST_ID, STATUS, TooManyRequests, describe_briefly
from service.monitoring.figures import REQUESTS
from service.tokens import read_bearer

FREE_PATH: Final = "/health/live"  # asked by whatever keeps the process running; it costs nothing


class RateLimit:
    """Count requests by token and address; refuse those that are too many with 429 and `Retry-After`."""

    def __init__(self, limiter: Limiter, proxies: int = 0) -> None:
        self.limiter = limiter
        self.proxies = proxies

    def admit(self) -> Answer | None:
        """Count the request, and return the refusal if it is one too many."""
        environ = current_request().environ
        free = environ["REQUEST_METHOD"] == "OPTIONS" or environ["PATH_INFO"] == FREE_PATH
        who = self.who(environ)
        left = self.limiter.quotas.take(who, 0 if free else 1)
        caller = environ[CALLER] = Caller(who, self.limiter)
        caller.touched = {one.name: one for one in left}
        late = None if free else next((one for one in left if one.remaining < 0), None)
        return None if late is None else refuse_late(late)

    def add_headers(self, answer: Answer) -> Answer:
        caller: Caller = current_request().environ[CALLER]
        answer.headers.extend(rate_limit_headers([*caller.touched.values()]))
        return answer

    def who(self, environ: Environ) -> dict[str, str]:
        """Return the accounts of a request.

        A header that holds no token has no account of its own: there are endless ways to write one.
        """
        address = {"address": network_of(self.address(environ))}
        token = read_bearer(environ.get("HTTP_AUTHORIZATION", ""))
        return address if token is None else {"token": label_token(token)} | address

    def address(self, environ: Environ) -> str:
        """Return the client's address as the outermost of our proxies saw it; the rest may be forged."""
        hops = [hop.strip() for hop in str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")]
        if self.proxies and len(hops) >= self.proxies:
            return hops[-self.proxies]
        return str(environ.get("REMOTE_ADDR", ""))


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the account of an address: an IPv6 client has a whole network of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found  # how a socket for both sees IPv4
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False).network_address)


def rate_limit_headers(left: list[Allowance]) -> Iterator[tuple[str, str]]:
    """Yield the headers of draft-ietf-httpapi-ratelimit-headers."""
    if left:
        yield (
            "RateLimit-Policy",
            rate_limit_policy(tuple((one.name, one.quota, one.window) for one in left)),
        )
        yield "RateLimit", ", ".join([describe_allowance(one) for one in left])


def describe_allowance(one: Allowance) -> str:
    until = f";t={one.reset}" if one.reset else ""
    return f'"{one.name}";r={max(one.remaining, 0)}{until}'


@lru_cache
def rate_limit_policy(quotas: tuple[tuple[str, int, int], ...]) -> str:
    """Return the policy; what may be held at once has no window."""
    spans = ((name, quota, f";w={window}" if window else "") for name, quota, window in quotas)
    return ", ".join(f'"{name}";q={quota}{span}' for name, quota, span in spans)


def refuse_late(late: Allowance) -> Answer:
    problem, lang = refuse_requests(late), preferred_language()
    return Answer(
        msgspec.json.encode(describe_briefly(problem, lang)),
        STATUS[TooManyRequests],
        {**language_headers(lang), "Retry-After": str(late.reset)},
        PROBLEM_JSON,
    )


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
BEGAN: Final = "grubenbuch.began"  # in the environ
LONGEST_LIST: Final = 2000  # characters, in all headers of one name

_SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class CommonHeaders:
    """Name, time and count each request; complete the headers of its answer, and compress it."""

    def __init__(self, origins: tuple[str, ...], counts: redis.Redis | None = None) -> None:
        """`counts` is the server on which all processes count."""
        self.origins = origins
        self._counts = RequestCounts(counts) if counts is not None else None
        self._compression = Compression()

    def begin(self) -> None:
        environ = current_request().environ
        environ[BEGAN] = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        environ[REQUEST_ID] = given if _SANE.fullmatch(given) else secrets.token_hex(8)
        for name in LISTS:  # of wishes, which would take long to read
            if name in environ and len(environ[name]) > LONGEST_LIST:
                del environ[name]

    def finish(self, answer: Answer) -> Answer:
        environ = current_request().environ
        if answer.length is None or answer.length >= WORTH_PACKING:
            self._compression.offer(answer, environ)
        headers = answer.headers
        took = time.perf_counter() - environ[BEGAN]
        headers += (("X-Request-Id", environ[REQUEST_ID]), ("Server-Timing", f"app;dur={took * 1000:.2f}"))
        headers += SAFETY_HEADERS
        if any(name in environ for name in CREDENTIALS):  # it is for whoever showed them alone
            keep_private(headers)
        headers.extend(self.cors_headers(environ, answer))
        if self._counts is not None:
            self._counts.add(environ["REQUEST_METHOD"], answer.status, took)
        return answer

    def cors_headers(self, environ: Environ, answer: Answer) -> Iterator[tuple[str, str]]:
        """Yield the CORS headers, even when nobody asks.

        A cache gives the answer to others, from elsewhere.
        """
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
    """Let only the reader's own cache keep the answer, and only if it says how long."""
    said = next((number for number, (name, _) in enumerate(headers) if name == "Cache-Control"), None)
    if said is None:
        headers.append(("Cache-Control", "private, no-store"))
    elif "private" not in headers[said][1]:
        headers[said] = ("Cache-Control", f"private, {headers[said][1]}")


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
        """Add the counts to those of all processes; what Redis does not take is lost."""
        self._flushed = time.monotonic()
        pending, self._pending = self._pending, defaultdict(float)
        with suppress(redis.RedisError), self._counts.pipeline(transaction=False) as together:
            for key, value in pending.items():
                together.hincrbyfloat(REQUESTS, key, round(value, 6))
            together.execute()


WORTH_PACKING: Final = 1024  # bytes that are worth the work
LEVEL: Final = 4  # the next one takes a picture half as long again, for a twentieth of its bytes
MOST_KEPT: Final = 128  # answers that change only with the program, compressed once
COMPRESSIBLE: Final = re.compile(
    r"(text/(?!event-stream)|image/svg\+xml|application/(json|problem\+json|x-ndjson|yaml|javascript))"
)
GZIP: Final = 16 + zlib.MAX_WBITS

_GZIP: Final = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?(?=,|$)", re.IGNORECASE)
_DIGEST: Final = re.compile(r'"[0-9a-f]{16}"')


class Compression:
    """Compress answers with gzip for clients that take it.

    The compressed form has an ETag of its own (`tag_of_gzip`). Live streams pass as they are, and so does
    whatever is short or compressed already.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def offer(self, answer: Answer, environ: Environ) -> None:
        """Compress a long answer for a client that takes gzip; `Vary` shows every cache the two forms."""
        if may_be_compressed(answer):
            answer.headers.append(VARY_BY_ENCODING)
            if takes_gzip(environ):
                self.compress(answer, environ)

    def compress(self, answer: Answer, environ: Environ) -> None:
        tag = answer.header("ETag")
        answer.headers.append(("Content-Encoding", "gzip"))
        if tag is not None and environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            answer.set_header("ETag", tag_of_gzip(tag))
        if isinstance(answer.body, bytes) and environ["REQUEST_METHOD"] != "HEAD":
            answer.body = self.compress_body(environ["PATH_INFO"], tag, answer.body)
        else:
            answer.body = Deflated(iter(answer))

    def compress_body(self, path: str, tag: str | None, plain: bytes) -> bytes:
        """Return the compressed body; what is tagged with a digest is compressed once.

        All files of the web client share one digest.
        """
        if tag is None or _DIGEST.fullmatch(tag) is None:
            return compress_bytes(plain)
        body = self._kept.get((path, tag))
        if body is None:
            body = self._kept[path, tag] = compress_bytes(plain)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return body


def may_be_compressed(answer: Answer) -> bool:
    """Return whether an answer of this kind is compressed, whoever asks for it."""
    return (
        answer.status not in BODILESS
        and COMPRESSIBLE.match(answer.header("Content-Type") or "") is not None
        and answer.header("Content-Encoding") is None
    )


class Deflated:
    """The chunks of a file, each compressed as it comes."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        for chunk in self._chunks:
            yield packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH)
        yield packer.flush()

    def close(self) -> None:
        close = getattr(self._chunks, "close", None)
        if close is not None:
            close()


def takes_gzip(environ: Environ) -> bool:
    wanted = _GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", ""))
    return wanted is not None and (wanted[1] is None or wanted[1].strip("0.") != "")


def compress_bytes(plain: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return packer.compress(plain) + packer.flush()
