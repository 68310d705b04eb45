"""Figures of workers and API, and what accounts spend, counted on the queue's server.

They may be lost at any moment, and are not in the book.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
import redis

QueueServer = redis.Redis
QueueGone = redis.RedisError

JOBS: Final = "gb:figures:jobs"
REQUESTS: Final = "gb:figures:requests"


def open_queue_server(url: str, *, patience: float) -> QueueServer:
    """`patience` in seconds: counting, or looking at figures, never waits long."""
    return redis.Redis.from_url(url, protocol=2, socket_timeout=patience)


def tally(server: redis.Redis, kind: str, *, done: bool, seconds: float) -> None:
    with suppress(redis.RedisError), server.pipeline(transaction=False) as together:
        together.hincrby(JOBS, f"{'done' if done else 'failed'}:{kind}", 1)
        together.hincrbyfloat(JOBS, f"seconds:{kind}", round(seconds, 6))
        together.execute()


def tally_again(server: redis.Redis, kind: str) -> None:
    with suppress(redis.RedisError):
        server.hincrby(JOBS, f"again:{kind}", 1)


class QueueFigures(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    waiting: int
    running: int
    failed: int
    oldest: str | None  # the id of the job that waits longest
    enqueued_at: str | None  # of that job, as RQ writes it


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    queues: list[QueueFigures]
    workers: int
    jobs: dict[str, float]
    requests: dict[str, float]


def figures(server: redis.Redis) -> Figures:
    """Read by RQ's own keys, in few calls."""
    names = sorted(key.decode().removeprefix("rq:queue:") for key in members(server, "rq:queues"))
    return Figures(
        queues=[of_queue(server, name) for name in names],
        workers=len(members(server, "rq:workers")),
        jobs=numbers(server, JOBS),
        requests=numbers(server, REQUESTS),
    )


def of_queue(server: redis.Redis, name: str) -> QueueFigures:
    with server.pipeline(transaction=False) as together:
        together.llen(f"rq:queue:{name}")
        together.zcard(f"rq:wip:{name}")
        together.zcard(f"rq:failed:{name}")
        together.lindex(f"rq:queue:{name}", 0)
        waiting, running, failed, first = together.execute()
    oldest = first.decode() if first else None
    since: Any = server.hget(f"rq:job:{oldest}", "enqueued_at") if oldest else None
    return QueueFigures(
        name=name,
        waiting=waiting,
        running=running,
        failed=failed,
        oldest=oldest,
        enqueued_at=since.decode() if since else None,
    )


def members(server: redis.Redis, key: str) -> set[bytes]:
    found: Any = server.smembers(key)
    return set(found)


def numbers(server: redis.Redis, key: str) -> dict[str, float]:
    found: Any = server.hgetall(key)
    return {name.decode(): float(value) for name, value in sorted(found.items())}


WINDOW_SECONDS: Final = 60
THINKING: Final = "thinking"  # milliseconds of bots, to the account of whoever opened their match


def add_spending(
    server: redis.Redis, window: int, amounts: Mapping[str, int], seconds: int = WINDOW_SECONDS
) -> dict[str, int]:
    """Add amounts, and return what each account has spent in the current window of so many seconds."""
    with server.pipeline(transaction=False) as together:
        for account, amount in amounts.items():
            name = f"gb:rate:{window}:{account}"
            together.incrby(name, amount)
            together.expire(name, 2 * seconds)
        sums: list[Any] = together.execute()[::2]
    return dict(zip(amounts, sums, strict=True))


def read_spending(server: redis.Redis, now: float, accounts: Collection[str]) -> dict[str, int]:
    """Return what each account has spent in the window that contains `now`, in seconds."""
    window = int(now) // WINDOW_SECONDS
    found: Any = server.mget([f"gb:rate:{window}:{account}" for account in accounts])
    return {account: int(amount or 0) for account, amount in zip(accounts, found, strict=True)}
