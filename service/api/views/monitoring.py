"""Health of the process, and figures for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from events.store import Store, StoreUnavailable
from games.catalogue import GAMES
from games.kernel.quantities import doc
from service import problems
from service.api.answers import PLAIN_TEXT, reply
from service.api.blueprint import ApiBlueprint
from service.api.context import RequestContext
from service.api.fast_flask import Answer
from service.clock import now_ms
from service.monitoring.dispatcher_records import DispatcherRecords
from service.monitoring.figures import QueueGone, QueueServer, figures
from service.tokens import instance_id

api = ApiBlueprint("health")


class Alive(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Annotated[str, doc("Always `alive`.")]
    instance: Annotated[
        str, doc("Names this server: all its processes say the same, any other server says another.")
    ]


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The book can be read and written."""

    status: Annotated[str, doc("Always `ready`.")]
    durability: Annotated[
        str, doc("How safe an acknowledged entry is: `fsync-always` survives a power cut, see docs/book.md.")
    ]
    rules: Annotated[list[str], doc("The rules by which new matches are played here.")]


@api.get("/health/live", answer=Alive)
def is_alive(context: RequestContext) -> Answer:
    """The process answers."""
    return reply(Alive("alive", instance_id(context.matches.secret)))


@api.get(
    "/health/ready",
    access="optional",
    answer=Ready,
    problems=(problems.BookUnavailable, problems.TokenMissing, problems.TokenUnknown),
)
def is_ready(context: RequestContext) -> Answer:
    """The book can be read and written, and how durable it is.

    The operator may have it told to bearers of a token alone.
    """
    context.require_monitor()
    store = context.matches.store
    store.check_writable()
    rules = [game.rules_name for game in GAMES.values()]
    return reply(Ready(status="ready", durability=store.durability(), rules=rules))


Family = GaugeMetricFamily | CounterMetricFamily

JOB_COUNTERS: Final = (
    ("done", "jobs_done_total", "Jobs that were carried out."),
    ("failed", "jobs_failed_total", "Jobs that failed."),
    ("again", "jobs_enqueued_again_total", "Jobs that had to be enqueued a second time."),
    ("seconds", "job_seconds_total", "Time that jobs have taken."),
)
REQUEST_COUNTERS: Final = (
    ("count", "requests_total", "Requests that were answered."),
    ("seconds", "request_seconds_total", "Time until their answers began."),
)


@api.get(
    "/metrics",
    access="optional",
    answer=str,
    media_types=(PLAIN_TEXT,),
    problems=(problems.TokenMissing, problems.TokenUnknown),
)
def get_metrics(context: RequestContext) -> Answer:
    """Figures in the text format of Prometheus.

    Requests, queues, jobs, retries and failures, and how far the dispatcher is behind. None names a match.
    The operator may have them shown to bearers of a token alone.
    """
    context.require_monitor()
    registry = CollectorRegistry()
    registry.register(ServerCollector(context.matches.store, context.services.queue_server))
    return Answer(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


class ServerCollector(Collector):
    """Reads the figures at each scrape: they are those of all processes, not of this one."""

    def __init__(self, store: Store, queue_server: QueueServer | None) -> None:
        self.store = store
        self.queue_server = queue_server

    def collect(self) -> Iterator[Family]:
        up = GaugeMetricFamily("grubenbuch_up", "Whether a part of the server answers.", labels=["part"])
        found = [*collect_book(self.store, up), *collect_queue(self.queue_server, up)]
        yield up
        yield from found


def collect_book(store: Store, up: GaugeMetricFamily) -> Iterator[Family]:
    records = DispatcherRecords(store)
    try:
        behind, aside, reached = records.lag(), records.count_parked(), records.checkpoints()
    except StoreUnavailable:
        up.add_metric(["book"], 0)
        return
    up.add_metric(["book"], 1)
    lags = {str(number): count for number, count in behind.items()}
    yield gauge("feed_lag", "Entries that the dispatcher has not seen yet.", "partition", lags)
    jobs = {str(number): at.open_jobs for number, at in reached.items()}
    yield gauge("open_jobs", "Jobs that the feed asks for and that are not done.", "partition", jobs)
    ages = {str(number): at.open_seconds(now_ms()) for number, at in reached.items()}
    yield gauge("open_seconds", "For how long the oldest of these jobs has been open.", "partition", ages)
    yield GaugeMetricFamily("grubenbuch_entries_parked", "Entries that were put aside.", value=aside)


def collect_queue(server: QueueServer | None, up: GaugeMetricFamily) -> Iterator[Family]:
    if server is None:
        return
    try:
        found = figures(server)
    except QueueGone:
        up.add_metric(["queue"], 0)
        return
    up.add_metric(["queue"], 1)
    for state in ("waiting", "running", "failed"):
        counts = {queue.name: getattr(queue, state) for queue in found.queues}
        yield gauge(f"jobs_{state}", f"Jobs in a queue: {state}.", "queue", counts)
    yield GaugeMetricFamily("grubenbuch_workers", "Workers at work or waiting for it.", value=found.workers)
    for kind, name, about in JOB_COUNTERS:
        yield counter(name, about, ["kind"], with_prefix(found.jobs, kind))
    for kind, name, about in REQUEST_COUNTERS:
        yield counter(name, about, ["method", "status"], with_prefix(found.requests, kind))


def with_prefix(counts: Mapping[str, float], prefix: str) -> dict[str, float]:
    """Return the counts whose key has the prefix; the rest of a key holds the values of its labels."""
    start = f"{prefix}:"
    return {key.removeprefix(start): value for key, value in counts.items() if key.startswith(start)}


def gauge(name: str, about: str, label: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"grubenbuch_{name}", about, labels=[label])
    for value_of_label, value in values.items():
        family.add_metric([value_of_label], value)
    return family


def counter(name: str, about: str, labels: list[str], values: Mapping[str, float]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"grubenbuch_{name}", about, labels=labels)
    for values_of_labels, value in values.items():
        family.add_metric(values_of_labels.split(":", len(labels) - 1), value)
    return family
