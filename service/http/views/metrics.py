"""Figures for Prometheus: requests, queues, jobs and how far the dispatcher is behind."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import redis
from flask import Response

from events.store import Store, StoreUnavailable
from service.http.call import Call
from service.http.routes import Routes
from service.monitoring.figures import REQUESTS, Figures, figures
from service.monitoring.shift_records import ShiftRecords

routes = Routes("health")

PLAIN: Final = "text/plain"
FLUSH_EVERY: Final = 1.0  # seconds


@routes.get("/metrics", answer=str, media_types=(PLAIN,))
def get_metrics(call: Call) -> Response:
    """Figures in the text format of Prometheus.

    Requests, queues, jobs, retries and failures, and how far the dispatcher is behind. None names a match.
    """
    lines = [*book_lines(call.matches.store), *queue_lines(call.desk.queue_server)]
    return Response("\n".join(lines) + "\n", content_type=f"{PLAIN}; version=0.0.4; charset=utf-8")


def book_lines(store: Store) -> Iterator[str]:
    records = ShiftRecords(store)
    try:
        behind, aside = records.lag(), records.count_parked()
    except StoreUnavailable:
        yield from sample("up", "gauge", {'part="book"': 0.0})
        return
    yield from sample("up", "gauge", {'part="book"': 1.0})
    lags = {f'partition="{number}"': float(count) for number, count in behind.items()}
    yield from sample("feed_lag", "gauge", lags)
    yield from sample("entries_parked", "gauge", {"": float(aside)})


def queue_lines(server: redis.Redis | None) -> Iterator[str]:
    if server is None:
        return
    try:
        found = figures(server)
    except redis.RedisError:
        yield 'grubenbuch_up{part="queue"} 0'
        return
    yield 'grubenbuch_up{part="queue"} 1'
    yield from of_shift(found)


def of_shift(found: Figures) -> Iterator[str]:
    for state in ("waiting", "running", "failed"):
        counts = {f'queue="{queue.name}"': float(getattr(queue, state)) for queue in found.queues}
        yield from sample(f"jobs_{state}", "gauge", counts)
    yield from sample("workers", "gauge", {"": float(found.workers)})
    for what, name in (
        ("done", "jobs_done_total"),
        ("failed", "jobs_failed_total"),
        ("again", "jobs_enqueued_again_total"),
        ("seconds", "job_seconds_total"),
    ):
        counts = {
            f'kind="{key.partition(":")[2]}"': value
            for key, value in found.jobs.items()
            if key.startswith(f"{what}:")
        }
        yield from sample(name, "counter", counts)
    for name, prefix in (("requests_total", "count:"), ("request_seconds_total", "seconds:")):
        named = {key: value for key, value in found.requests.items() if key.startswith(prefix)}
        counts = {labels(key.removeprefix(prefix)): value for key, value in named.items()}
        yield from sample(name, "counter", counts)


def labels(key: str) -> str:
    method, _, status = key.partition(":")
    return f'method="{method}",status="{status}"'


def sample(name: str, kind: str, values: dict[str, float]) -> Iterator[str]:
    if values:
        yield f"# TYPE grubenbuch_{name} {kind}"
    for label, value in values.items():
        yield f"grubenbuch_{name}{{{label}}} {value:g}" if label else f"grubenbuch_{name} {value:g}"


class Counted:
    """Counts answers by method and status; each process adds its own to those of all, once a second."""

    def __init__(self, server: Callable[..., Iterable[bytes]], counts: redis.Redis) -> None:
        self.server = server
        self.counts = counts
        self.pending: defaultdict[str, float] = defaultdict(float)
        self.flushed = time.monotonic()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.monotonic()

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            method = environ["REQUEST_METHOD"]
            key = f"{method if method in KNOWN else 'other'}:{status[:3]}"
            self.pending[f"count:{key}"] += 1
            self.pending[f"seconds:{key}"] += time.monotonic() - began
            return start_response(status, headers, *failure)

        answer = self.server(environ, start)
        if time.monotonic() - self.flushed > FLUSH_EVERY:
            self.flush()
        return answer

    def flush(self) -> None:
        """What cannot be told is lost: a figure is worth no waiting."""
        self.flushed = time.monotonic()
        pending, self.pending = self.pending, defaultdict(float)
        with suppress(redis.RedisError), self.counts.pipeline(transaction=False) as together:
            for key, value in pending.items():
                together.hincrbyfloat(REQUESTS, key, round(value, 6))
            together.execute()


KNOWN: Final = frozenset({"GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"})
