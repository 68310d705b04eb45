"""What accounts have spent in a window of time: sums beside the queue, which may be lost at any moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import redis

WINDOW_SECONDS: Final = 60
THINKING: Final = "thinking"  # milliseconds of bots, to the account of whoever opened their match


def add_spending(
    server: redis.Redis, window: int, amounts: Mapping[str, int], seconds: int = WINDOW_SECONDS
) -> dict[str, int]:
    """Answers what all have spent together in a window so long, these amounts included."""
    with server.pipeline(transaction=False) as together:
        for account, amount in amounts.items():
            name = f"gb:rate:{window}:{account}"
            together.incrby(name, amount)
            together.expire(name, 2 * seconds)
        sums: list[Any] = together.execute()[::2]
    return dict(zip(amounts, sums, strict=True))


def read_spending(server: redis.Redis, now: float, accounts: Collection[str]) -> dict[str, int]:
    """What each account has spent in the window that `now`, in seconds, lies in."""
    window = int(now) // WINDOW_SECONDS
    found: Any = server.mget([f"gb:rate:{window}:{account}" for account in accounts])
    return {account: int(amount or 0) for account, amount in zip(accounts, found, strict=True)}
