"""What a caller may still spend: asked before the work is done, charged once its cost is known.

Every budget is kept twice, for the token shown and for the address; whichever is used up first refuses. A
window is a minute, unless another is said. Each process counts for itself and once a second adds what it
counted to the sums in Redis, which return what the others counted. So a request never waits for it, and a
limit may be exceeded by as much as the other processes let through within a second. What is held is counted
by each process for itself, which gets its part of a limit.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final, NamedTuple

import greenlet  # type: ignore[import-untyped]  # it has no types
import redis

from service.api.fast_flask import Environ
from service.api.problems import (
    OverBudget,
    TooManyEntries,
    TooManyMatches,
    TooManyOpenings,
    TooManyRequests,
    TooManyStreams,
    TooMuchAudited,
    TooMuchImported,
    TooMuchThinking,
    TooMuchWritten,
)
from service.config import Config
from service.monitoring.figures import WINDOW_SECONDS, add_spending
from service.problem_detail import Detail

MIB: Final = 1024 * 1024
CALLER: Final = "grubenbuch.caller"  # in the environ: whose budgets the request is charged to
RETRY_LATER_SECONDS: Final = 10  # until one who holds too many of something may try again


class Allowance(NamedTuple):
    """What remains of one budget; below zero the last charge was one too many."""

    name: str
    quota: int
    remaining: int
    reset: int  # seconds until it is whole again; 0: as soon as something is given back
    window: int = 0  # seconds for which it is granted; 0: something is held


class Caller:
    """Who asks, as far as limits are concerned, and which budgets the request has touched."""

    __slots__ = ("_limiter", "_who", "accounts", "address", "touched")

    def __init__(self, who: Mapping[str, str], limiter: Limiter) -> None:
        self._who = who
        self.address = who["address"]
        self.accounts = tuple([f"{kind}:{name}" for kind, name in who.items()])
        self.touched: dict[str, Allowance] = {}
        self._limiter = limiter

    def showing(self, token: str) -> Caller:
        """Return the caller at the same address with another token, as one line of many names it."""
        return Caller({"token": label_token(token), "address": self.address}, self._limiter)

    def count_requests(self, number: int = 1, *, but: Caller | None = None) -> None:
        """Count what comes with one request like as many that come alone; `but` has been charged already."""
        for name, account in self._who.items():
            if but is not None and f"{name}:{account}" in but.accounts:
                continue
            left = self._limiter.charge(name, (account,), number)
            if left is not None and left.remaining < 0:
                raise refuse_requests(left)

    def count_further(self, requests: int) -> None:
        """Charge more requests for what has been answered: only the next request is refused."""
        for name, account in self._who.items():
            self._limiter.charge(name, (account,), requests)

    def require(self, kind: type[OverBudget]) -> None:
        """Raise unless something is left of the budget, whatever the request will cost."""
        if self._limiter.used_up:
            self.require_of(kind, *self.accounts)

    def require_of(self, kind: type[OverBudget], *accounts: str) -> None:
        """Raise unless something is left to these accounts; charging 0 also fetches their sums."""
        left = self._limiter.charge(kind.budget, accounts, 0)
        self._note(left)
        if left is not None and left.remaining <= 0:
            raise refuse_over_budget(kind, left)

    def charge(self, kind: type[OverBudget], amount: int) -> None:
        """Charge what has been spent: only the next request is refused."""
        self._note(self._limiter.charge(kind.budget, self.accounts, amount))

    def spend(self, kind: type[OverBudget], amount: int) -> None:
        """Charge a part of what is still to come, and raise if it is too much."""
        left = self._limiter.charge(kind.budget, self.accounts, amount)
        if left is not None:
            self._check_left(kind, left)

    def hold(
        self, kind: type[OverBudget], *accounts: str, besides: Callable[[], int] = int
    ) -> Callable[[], None]:
        """Hold one more, besides those counted elsewhere; calling the result gives it back."""
        accounts = accounts or self.accounts
        left = self._limiter.hold(kind.budget, accounts)
        if left is None:
            return lambda: None
        with ExitStack() as on_refusal:
            give_back = on_refusal.callback(self._limiter.give_back, kind.budget, accounts)
            self._check_left(kind, left._replace(remaining=left.remaining - besides()))
            on_refusal.pop_all()
        return lambda: give_back(kind.budget, accounts)

    def _check_left(self, kind: type[OverBudget], left: Allowance) -> None:
        self._note(left)
        if left.remaining < 0:
            raise refuse_over_budget(kind, left)

    def _note(self, left: Allowance | None) -> None:
        if left is not None:
            self.touched[left.name] = left


def refuse_over_budget(kind: type[OverBudget], left: Allowance) -> OverBudget:
    return kind(
        Detail(kind.code, {"quota": left.quota}),
        retry_after=left.reset or RETRY_LATER_SECONDS,
    )


def refuse_requests(left: Allowance) -> TooManyRequests:
    detail = Detail("requests_a_minute", {"quota": left.quota, "account": f"account.{left.name}"})
    return TooManyRequests(detail, retry_after=left.reset)


def label_token(token: str) -> str:
    """Return a digest: tokens are never kept, not even here."""
    return hashlib.blake2b(token.encode(), digest_size=12).hexdigest()


HOUR: Final = 3600  # seconds
SHARE_EVERY: Final = 1.0
REDIS_TIMEOUT: Final = 2.0

log = logging.getLogger(__name__)

Share = Callable[[int, Mapping[str, int]], dict[str, int]]


class Limiter:
    def __init__(self, quotas: Quotas, *holdings: ConcurrencyLimits, hourly: Quotas | None = None) -> None:
        self.quotas = quotas
        self._hourly = hourly or Quotas({})
        self._holdings = holdings

    @classmethod
    def of(cls, config: Config) -> Limiter:
        """Return the limits that are configured.

        Without a server to share them on, each process counts for itself.
        """
        spent = {
            "token": config.token_limit,
            "address": config.address_limit,
            TooManyEntries.budget: config.entries_limit,
            TooMuchWritten.budget: config.written_limit * MIB,
            TooMuchImported.budget: config.import_limit * MIB,
            TooMuchAudited.budget: config.audit_limit * 1000,
            TooMuchThinking.budget: config.thinking_limit * 1000,
        }
        shares = config.rq_redis_url or config.redis_url
        shared = share_through(config.queue_url) if shares else None
        shared_hourly = share_through(config.queue_url, HOUR) if shares else None
        return cls(
            Quotas(spent, shared),
            ConcurrencyLimits({TooManyStreams.budget: config.streams_limit}, config.web_workers),
            ConcurrencyLimits(
                {TooManyMatches.budget: config.matches_limit}
            ),  # the book counts those of all processes
            hourly=Quotas({TooManyOpenings.budget: config.openings_limit}, shared_hourly, seconds=HOUR),
        )

    @property
    def used_up(self) -> bool:
        return self.quotas.used_up or self._hourly.used_up

    def charge(self, budget: str, accounts: tuple[str, ...], amount: int) -> Allowance | None:
        found = self.quotas.charge(budget, accounts, amount)
        return self._hourly.charge(budget, accounts, amount) if found is None else found

    def hold(self, budget: str, accounts: tuple[str, ...]) -> Allowance | None:
        held = [holdings.hold(budget, accounts) for holdings in self._holdings]
        return next((one for one in held if one is not None), None)

    def give_back(self, budget: str, accounts: tuple[str, ...]) -> None:
        for holdings in self._holdings:
            holdings.give_back(budget, accounts)


@dataclass(slots=True)
class Count:
    shared: int = 0  # known to all processes, own ones included
    own: int = 0  # not told to the others yet
    asked: bool = True  # since the others were last heard


class Quotas:
    def __init__(
        self,
        quotas: Mapping[str, int],
        share: Share | None = None,
        clock: Callable[[], float] = time.time,
        seconds: int = WINDOW_SECONDS,
    ) -> None:
        """Set quotas per window by name; a name without one, or with 0, has no limit."""
        self._seconds = seconds
        self._quotas = {name: quota for name, quota in quotas.items() if quota}
        self._share = share
        self._clock = clock
        self._window = 0
        self._counts: dict[str, Count] = {}
        self._sharing = False
        self.used_up = False  # by anybody in this window: as long as nobody has, nobody need be looked up

    def take(self, who: Mapping[str, str], requests: int = 1) -> list[Allowance]:
        """Charge a request to each of these accounts and return what is left; a free one counts as 0."""
        found = [self.charge(name, (account,), requests) for name, account in who.items()]
        return [one for one in found if one is not None]

    def charge(self, name: str, accounts: Iterable[str], amount: int) -> Allowance | None:
        """Return what is left to the account that has least; None if there is no limit."""
        quota = self._quotas.get(name)
        if quota is None:
            return None
        now = int(self._clock())
        self._turn(now // self._seconds)
        spent = max([self._add(f"{name}:{account}", amount) for account in accounts])
        self.used_up = self.used_up or spent >= quota
        self._start_sharing()
        return Allowance(name, quota, quota - spent, self._seconds - now % self._seconds, self._seconds)

    def _add(self, key: str, amount: int) -> int:
        count = self._counts.get(key) or self._counts.setdefault(key, Count())
        count.own += amount
        count.asked = True
        return count.shared + count.own

    def share(self) -> None:
        """Add what was counted here to the shared sums, and take over what was counted elsewhere."""
        window = self._window
        fresh = {key: count.own for key, count in self._counts.items() if count.own or count.asked}
        if self._share is None or not fresh:
            return
        for key, total in self._share(window, fresh).items():
            count = self._counts.get(key)
            if count is not None and window == self._window:
                count.shared, count.own, count.asked = total, count.own - fresh[key], False
                self.used_up = self.used_up or total >= self._quotas[key.partition(":")[0]]

    def _turn(self, window: int) -> None:
        if window != self._window:
            self._window, self._counts, self.used_up = window, {}, False

    def _start_sharing(self) -> None:
        """Start the thread at the first request, because a process may be forked after it was set up."""
        if self._share is not None and not self._sharing:
            self._sharing = True
            threading.Thread(target=self._go_on_sharing, name="limits", daemon=True).start()

    def _go_on_sharing(self) -> None:
        silent = False
        while True:
            time.sleep(SHARE_EVERY)
            try:
                self.share()
            except redis.RedisError as failure:
                if not silent:
                    log.warning("each process counts requests for itself for now: %s", failure)
                silent = True
            else:
                silent = False


def share_through(url: str, seconds: int = WINDOW_SECONDS) -> Share:
    """Return a function that adds to sums on the queue's server, which may be lost at any moment."""
    client = redis.Redis.from_url(
        url, protocol=2, socket_connect_timeout=REDIS_TIMEOUT, socket_timeout=REDIS_TIMEOUT
    )

    return partial(add_spending, client, seconds=seconds)


class ConcurrencyLimits:
    def __init__(self, limits: Mapping[str, int], processes: int = 1) -> None:
        """Set limits by name; a name without one, or with 0, is not counted."""
        self._limits = {name: ceil(limit / processes) for name, limit in limits.items() if limit}
        self._held: Counter[str] = Counter()

    def hold(self, name: str, accounts: tuple[str, ...]) -> Allowance | None:
        """Count one more, even if it is one too many: then it must be given back."""
        limit = self._limits.get(name)
        if limit is None:
            return None
        keys = [f"{name}:{account}" for account in accounts]
        self._held.update(keys)
        return Allowance(name, limit, limit - max(self._held[key] for key in keys), 0)

    def give_back(self, name: str, accounts: tuple[str, ...]) -> None:
        for key in [f"{name}:{account}" for account in accounts] if name in self._limits else ():
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


SECONDS_OF_REQUEST: Final = 0.0025  # of processor time, for which a request counts once

WARM_UP: Final = 50  # requests of a process: what the first of them load, they load for all


class GreenletTimes:
    """The processor time of every greenlet of one thread, once it is measured.

    Greenlets take turns in one thread, so its clock alone would charge whoever waits for what the others do.
    """

    def __init__(self) -> None:
        self._measured = False
        self._since = 0.0
        self._answered = 0

    def warm_up(self) -> bool:
        """Count an answer until the process is warm; return whether requests cost only what they ask for."""
        self._answered += self._answered < WARM_UP
        return self._answered >= WARM_UP

    def measure(self) -> None:
        """Begin, in the thread that calls this."""
        self._measured, self._since = True, time.thread_time()
        greenlet.settrace(self._switch)

    def _switch(self, _: str, moved: tuple[Any, Any]) -> None:
        now = time.thread_time()
        self._add(moved[0], now - self._since)
        self._since = now

    @staticmethod
    def _add(origin: Any, seconds: float) -> None:
        origin.processor_time = getattr(origin, "processor_time", 0.0) + seconds

    def spent(self) -> float:
        """Return the seconds that the current greenlet has taken; 0.0 as long as nothing is measured."""
        if not self._measured:
            return 0.0
        running = time.thread_time() - self._since
        return float(getattr(greenlet.getcurrent(), "processor_time", 0.0)) + running


TIMES: Final = GreenletTimes()


class TimeSpent:
    """The processor time of one answer, from when this is made; its greenlet alone may ask."""

    def __init__(self) -> None:
        self._charged = TIMES.spent()

    def charge(self, caller: Caller | None) -> None:
        """Count a request for each full part of what has been spent since the last one that was counted."""
        more = int((TIMES.spent() - self._charged) / SECONDS_OF_REQUEST)
        self._charged += more * SECONDS_OF_REQUEST
        if TIMES.warm_up() and more and caller is not None:
            caller.count_further(more)


@contextmanager
def charge_time(environ: Environ) -> Iterator[None]:
    """Count a request once more for each further part of its processor time, when it has been answered."""
    spent = TimeSpent()
    try:
        yield
    finally:
        spent.charge(environ.get(CALLER))
