"""Where budgets are kept: what is spent within a minute or an hour, and what is held at this moment."""

from __future__ import annotations

from typing import Final

from service.config import Config
from service.http.budgets import (
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
from service.http.middleware.holdings import Holdings
from service.http.middleware.quotas import Quotas, share_through

HOUR: Final = 3600  # seconds


class SharedLedger:
    def __init__(self, quotas: Quotas, *holdings: Holdings, hourly: Quotas | None = None) -> None:
        self.quotas = quotas
        self._hourly = hourly or Quotas({})
        self._holdings = holdings

    @classmethod
    def of(cls, config: Config) -> SharedLedger:
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
            Holdings({TooManyStreams.budget: config.streams_limit}, config.web_workers),
            Holdings({TooManyMatches.budget: config.matches_limit}),  # the book counts those of all processes
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
