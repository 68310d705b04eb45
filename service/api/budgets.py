"""What a caller may still spend: asked before the work is done, charged once its cost is known.

Every budget is kept twice, for the token shown and for the address; whichever is used up first refuses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import ClassVar, Final, NamedTuple, Protocol

from service.api.faults import TooManyRequests
from service.monitoring.spending import THINKING
from service.problem_detail import Detail
from service.problems import Problem

MIB: Final = 1024 * 1024
RETRY_LATER_SECONDS: Final = 10  # until one who holds too many of something may try again


class Allowance(NamedTuple):
    """What remains of one budget; below zero the last charge was one too many."""

    name: str
    quota: int
    remaining: int
    reset: int  # seconds until it is whole again; 0: as soon as something is given back
    window: int = 0  # seconds for which it is granted; 0: something is held


class OverBudget(Problem):
    """One code for each budget."""

    budget: ClassVar[str]


class TooManyMatches(OverBudget):
    code = "too_many_matches"
    title = "Too many matches are open"
    budget = "matches"


class TooManyOpenings(OverBudget):
    code = "too_many_openings"
    title = "Too many matches were opened in too short a time"
    budget = "openings"


class TooManyEntries(OverBudget):
    code = "too_many_entries"
    title = "Too many entries were written in too short a time"
    budget = "entries"


class TooMuchWritten(OverBudget):
    code = "too_much_written"
    title = "Too many bytes were written in too short a time"
    budget = "written"


class TooMuchImported(OverBudget):
    code = "too_much_imported"
    title = "Too many bytes of files were sent in too short a time"
    budget = "imported"


class TooMuchAudited(OverBudget):
    code = "too_much_audited"
    title = "Checking books has taken too much time"
    budget = "audited"


class TooMuchThinking(OverBudget):
    code = "too_much_thinking"
    title = "Bots have thought for too long"
    budget = THINKING


class TooManyStreams(OverBudget):
    code = "too_many_streams"
    title = "Too many streams are open"
    budget = "streams"


class TooManyConnections(OverBudget):
    code = "too_many_connections"
    title = "Too many connections are open"
    budget = "connections"


class Counters(Protocol):
    """Where budgets are kept; None is the answer for a budget without a limit."""

    @property
    def used_up(self) -> bool:
        """Whether anybody has used up any budget."""
        ...

    def charge(self, budget: str, accounts: tuple[str, ...], amount: int) -> Allowance | None: ...

    def hold(self, budget: str, accounts: tuple[str, ...]) -> Allowance | None: ...

    def give_back(self, budget: str, accounts: tuple[str, ...]) -> None: ...


class Caller:
    """Who asks, as far as limits are concerned, and which budgets the request has touched."""

    __slots__ = ("_counters", "_who", "accounts", "address", "touched")

    def __init__(self, who: Mapping[str, str], counters: Counters) -> None:
        self._who = who
        self.address = who["address"]
        self.accounts = tuple([f"{kind}:{name}" for kind, name in who.items()])
        self.touched: dict[str, Allowance] = {}
        self._counters = counters

    def showing(self, token: str) -> Caller:
        """The same address with another token, as one line of many names it."""
        return Caller({"token": label_token(token), "address": self.address}, self._counters)

    def count_requests(self, number: int = 1, *, but: Caller | None = None) -> None:
        """Count what comes with one request like as many that come alone; `but` has been charged already."""
        for name, account in self._who.items():
            if but is not None and f"{name}:{account}" in but.accounts:
                continue
            left = self._counters.charge(name, (account,), number)
            if left is not None and left.remaining < 0:
                raise refuse_requests(left)

    def count_further(self, requests: int) -> None:
        """What has been answered counts for more: only the next request is refused."""
        for name, account in self._who.items():
            self._counters.charge(name, (account,), requests)

    def require(self, kind: type[OverBudget]) -> None:
        """Something must be left of the budget, whatever it will cost."""
        if self._counters.used_up:
            self.require_of(kind, *self.accounts)

    def require_of(self, kind: type[OverBudget], *accounts: str) -> None:
        """The same for accounts that others charge: asking for them is how their sums are learned."""
        left = self._counters.charge(kind.budget, accounts, 0)
        self._note(left)
        if left is not None and left.remaining <= 0:
            raise refuse_over_budget(kind, left)

    def charge(self, kind: type[OverBudget], amount: int) -> None:
        """What has been spent is spent: only the next request is refused."""
        self._note(self._counters.charge(kind.budget, self.accounts, amount))

    def spend(self, kind: type[OverBudget], amount: int) -> None:
        """A part of what is still to come: too much of it is refused on the way."""
        left = self._counters.charge(kind.budget, self.accounts, amount)
        if left is not None:
            self._check_left(kind, left)

    def hold(
        self, kind: type[OverBudget], *accounts: str, besides: Callable[[], int] = int
    ) -> Callable[[], None]:
        """Holds one more, besides those counted elsewhere; calling the result gives it back."""
        accounts = accounts or self.accounts
        left = self._counters.hold(kind.budget, accounts)
        if left is None:
            return lambda: None
        with ExitStack() as on_refusal:
            give_back = on_refusal.callback(self._counters.give_back, kind.budget, accounts)
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
    """Tokens are never kept, not even here."""
    return hashlib.blake2b(token.encode(), digest_size=12).hexdigest()
