"""Where budgets are kept: what is spent within a minute or an hour, and what is held at this moment.

A window is a minute, unless another is said. Each process counts for itself and once a second adds what it
counted to the sums in Redis, which tell it what the others counted. So a request never waits for it, and a
limit may be exceeded by as much as the other processes let through within a second. What is held is counted
by each process for itself, which gets its part of a limit.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

import redis

from service.api.budgets import (
    MIB,
    Allowance,
    TooManyEntries,
    TooManyMatches,
    TooManyOpenings,
    TooManyStreams,
    TooMuchAudited,
    TooMuchImported,
    TooMuchThinking,
    TooMuchWritten,
)
from service.config import Config
from service.monitoring.spending import WINDOW_SECONDS, add_spending

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
        """Without a server to share them on, each process counts for itself."""
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
        """Quotas per window by name; a name without one, or with 0, has no limit."""
        self._seconds = seconds
        self._quotas = {name: quota for name, quota in quotas.items() if quota}
        self._share = share
        self._clock = clock
        self._window = 0
        self._counts: dict[str, Count] = {}
        self._sharing = False
        self.used_up = False  # by anybody in this window: as long as nobody has, nobody need be looked up

    def take(self, who: Mapping[str, str], requests: int = 1) -> list[Allowance]:
        """Charges a request to each of these accounts and answers what is left; a free one counts as 0."""
        found = [self.charge(name, (account,), requests) for name, account in who.items()]
        return [one for one in found if one is not None]

    def charge(self, name: str, accounts: Iterable[str], amount: int) -> Allowance | None:
        """Answers what is left to the account that has least; None if there is no limit."""
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
        """Tells the others what was counted here, and learns what was counted elsewhere."""
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
        """At the first request, because a process may be forked after it was set up."""
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
    """Sums beside the queue: they may be lost at any moment."""
    client = redis.Redis.from_url(
        url, protocol=2, socket_connect_timeout=REDIS_TIMEOUT, socket_timeout=REDIS_TIMEOUT
    )

    return partial(add_spending, client, seconds=seconds)


class ConcurrencyLimits:
    def __init__(self, limits: Mapping[str, int], processes: int = 1) -> None:
        """A name without a limit, or with 0, is not counted."""
        self._limits = {name: ceil(limit / processes) for name, limit in limits.items() if limit}
        self._held: Counter[str] = Counter()

    def hold(self, name: str, accounts: tuple[str, ...]) -> Allowance | None:
        """One more, even if it is one too many: then it must be given back."""
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
