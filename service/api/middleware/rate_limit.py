"""The rate limit of requests: whoever exceeds it gets 429 with `Retry-After`, all get `RateLimit`."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
from werkzeug import Request

from service.api.answer_building import language_headers, language_of
from service.api.budgets import Allowance, Caller, label_token, refuse_requests
from service.api.faults import TooManyRequests
from service.api.middleware.ledger import Limiter
from service.api.problem import PROBLEM_JSON, STATUS, describe_briefly
from service.api.protocol.answer import Answer
from service.api.protocol.wsgi import CALLER, Answering, Environ
from service.tokens import read_bearer

FREE_PATH: Final = "/health/live"  # asked by whatever keeps the process running; it costs nothing


class RateLimit:
    def __init__(self, server: Answering, limiter: Limiter, proxies: int = 0) -> None:
        self.server = server
        self.limiter = limiter
        self.proxies = proxies

    def __call__(self, environ: Environ) -> Answer:
        free = environ["REQUEST_METHOD"] == "OPTIONS" or environ["PATH_INFO"] == FREE_PATH
        who = self.who(environ)
        left = self.limiter.quotas.take(who, 0 if free else 1)
        caller = environ[CALLER] = Caller(who, self.limiter)
        late = [one for one in left if one.remaining < 0]
        answer = refuse_request(late, environ) if late and not free else self.server(environ)
        answer.headers.extend(rate_limit_headers([*left, *caller.touched.values()]))
        return answer

    def who(self, environ: Environ) -> dict[str, str]:
        """A header that holds no token has no account of its own: there are endless ways to write one."""
        address = {"address": network_of(self.address(environ))}
        token = read_bearer(environ.get("HTTP_AUTHORIZATION", ""))
        return address if token is None else {"token": label_token(token)} | address

    def address(self, environ: Environ) -> str:
        """The client's, as the outermost of our proxies saw it; anyone can forge what stands before that."""
        hops = [hop.strip() for hop in str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")]
        if self.proxies and len(hops) >= self.proxies:
            return hops[-self.proxies]
        return str(environ.get("REMOTE_ADDR", ""))


@lru_cache(4096)
def network_of(address: str) -> str:
    """A client with one IPv6 address has a whole network of them."""
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
    """As draft-ietf-httpapi-ratelimit-headers has them."""
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
    """What may be held at once has no window."""
    spans = ((name, quota, f";w={window}" if window else "") for name, quota, window in quotas)
    return ", ".join(f'"{name}";q={quota}{span}' for name, quota, span in spans)


def refuse_request(late: list[Allowance], environ: Environ) -> Answer:
    problem = refuse_requests(late[0])
    lang = language_of(Request(environ))
    return Answer(
        msgspec.json.encode(describe_briefly(problem, lang)),
        STATUS[TooManyRequests],
        {**language_headers(lang), "Retry-After": str(late[0].reset)},
        PROBLEM_JSON,
    )
