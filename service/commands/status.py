"""The house on one screen: desk, book, dispatcher, queues and workers."""

import http.client
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import click
from rich.console import Console
from rich.table import Table

from events.store import Store, StoreUnavailable
from service.clock import now_ms
from service.config import Config
from service.host.book_access import check_was_opened
from service.host.desk_address import find_desk
from service.host.embedded_server import EmbeddedServer
from service.monitoring.figures import Figures, QueueFigures, QueueGone, figures, open_queue_server
from service.monitoring.shift_records import ShiftRecords
from service.startup_errors import ConfigError, ServerError
from service.store import open_store

Row = tuple[str, str, str]


@click.command()
@click.option("--port", metavar="N", help="Port of the desk (else as `up` noted it, PORT or 8080).")
@click.option("--data", metavar="DIR", help="The data directory of the house (DATA, else data/).")
def command(port: str | None, data: str | None) -> None:
    """Show how desk, book, dispatcher, queues and workers are doing.

    Exit code 1 if something does not answer. The book is that of REDIS_URL, else that of the data directory.
    """
    config = Config.from_environment(port=port, data=data)
    if port is None and (found := find_desk(config.data)):
        config = replace(config, host=found[0], port=found[1])
    config = with_own_servers(config)
    rows = [desk_row(config), *book_rows(config), *shift_rows(config)]
    sheet = Table("part", "state", "", title="Grubenbuch")
    for name, state, more in rows:
        sheet.add_row(name, f"[green]{state}[/green]" if state == "up" else f"[red]{state}[/red]", more)
    Console().print(sheet)
    if any(state == "down" for _, state, _ in rows):
        raise click.exceptions.Exit(1)


def with_own_servers(config: Config) -> Config:
    """With the servers of `up` on this machine, unless others are named."""
    book, queue = config.redis_url, config.rq_redis_url
    check_was_opened(config)
    if config.keeps_own_queue:
        queue = EmbeddedServer.of_the_queue(config.data).url
    if book is None and config.redis_cluster_url is None:
        book = EmbeddedServer(config.data).url
    return replace(config, redis_url=book, rq_redis_url=queue)


def desk_row(config: Config) -> Row:
    asked = http.client.HTTPConnection(config.host, config.port, timeout=2)
    try:
        asked.request("GET", "/health/ready", headers=config.monitor_headers)
        status = asked.getresponse().status
    except (OSError, http.client.HTTPException) as failure:
        return "desk", "down", str(failure)
    finally:
        asked.close()
    return "desk", "up" if status == http.HTTPStatus.OK else "down", f"port {config.port}, answers {status}"


def book_rows(config: Config) -> Iterator[Row]:
    try:
        store = open_store(config)
        yield "book", "up", store.durability()
        yield from dispatcher_row(store)
        yield from open_work_row(store)
    except (StoreUnavailable, ServerError, ConfigError) as failure:
        yield "book", "down", str(failure)


def dispatcher_row(store: Store) -> Iterator[Row]:
    records = ShiftRecords(store)
    behind, held = records.lag(), records.leases()
    active = sum(lease.until > now_ms() for lease in held.values())
    late = sum(behind.values())
    said = f"{active} of {len(behind)} partitions, {late} entries behind, {records.count_parked()} parked"
    yield "dispatcher", "up" if active == len(behind) else "down", said


def open_work_row(store: Store) -> Iterator[Row]:
    reached = ShiftRecords(store).checkpoints().values()
    jobs, oldest = sum(at.open_jobs for at in reached), max(at.open_seconds(now_ms()) for at in reached)
    yield "open work", "up", f"{jobs} jobs" + (f"; the oldest for {oldest:.0f} s" if jobs else "")


def shift_rows(config: Config) -> Iterator[Row]:
    try:
        found = figures(open_queue_server(config.queue_url, patience=5))
    except QueueGone as failure:
        yield "queue", "down", str(failure)
        return
    yield "workers", "up" if found.workers else "down", f"{found.workers}; {describe_jobs(found)}"
    for queue in found.queues:
        yield f"queue {queue.name}", "up", describe_queue(queue)


def describe_jobs(found: Figures) -> str:
    sums = dict.fromkeys(("done", "failed", "again", "seconds"), 0.0)
    for key, value in found.jobs.items():
        sums[key.partition(":")[0]] += value
    return f"{sums['done']:.0f} jobs done, {sums['failed']:.0f} failed, {sums['again']:.0f} asked for again"


def describe_queue(queue: QueueFigures) -> str:
    said = f"{queue.waiting} waiting, {queue.running} running, {queue.failed} failed"
    if queue.enqueued_at:
        since = datetime.fromisoformat(queue.enqueued_at)
        since = since if since.tzinfo else since.replace(tzinfo=UTC)
        said += f"; the oldest waits for {(datetime.now(UTC) - since).total_seconds():.0f} s"
    return said
