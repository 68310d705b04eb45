"""The server on one screen: API, book, dispatcher, queues and workers."""

import http.client
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus

import click
import msgspec
from rich.console import Console
from rich.table import Table

from events.store import Store, StoreUnavailable
from service.clock import now_ms
from service.config import Config, known_secret
from service.host.api_address import NotedApi, address_of, ask_api, running_api
from service.host.book_access import with_own_servers
from service.monitoring.dispatcher_records import DispatcherRecords
from service.monitoring.figures import Figures, QueueFigures, QueueGone, figures, open_queue_server
from service.startup_errors import ConfigError, ServerError
from service.store import open_store
from service.tokens import instance_id

Row = tuple[str, str, str]


@click.command()
@click.option(
    "--port",
    metavar="N",
    help="Port of the API (else of the `up` that runs in DIR; with REDIS_URL PORT or 8080).",
)
@click.option("--data", metavar="DIR", help="The data directory of the server (DATA, else data/).")
def command(port: str | None, data: str | None) -> None:
    """Show how API, book, dispatcher, queues and workers are doing.

    Exit code 1 if something does not answer. The book is that of REDIS_URL, else that of the data directory.
    """
    config = Config.from_environment(port=port, data=data)
    api = None if port else running_api(config.data)
    served = with_own_servers(config)
    rows = [api_row(config, api, port), *book_rows(served), *queue_rows(served)]
    sheet = Table("part", "state", "", title="Grubenbuch")
    for name, state, more in rows:
        sheet.add_row(name, f"[green]{state}[/green]" if state == "up" else f"[red]{state}[/red]", more)
    Console().print(sheet)
    if any(state == "down" for _, state, _ in rows):
        raise click.exceptions.Exit(1)


def api_row(config: Config, api: NotedApi | None, port: str | None) -> Row:
    """Return the state of the API of `up`, else of the one at a port that somebody has named."""
    if api is None and port is None and config.keeps_own_book:
        return "API", "down", f"no `up` runs in {config.data}"
    url = api.url if api else address_of(config)
    token = api.monitor_token if api else config.monitor_token
    try:
        who, instance = ask_instance(url), known_instance(config)
        if who is None:
            return "API", "down", f"{url} is answered by another program"
        if instance not in (None, who):
            return "API", "down", f"{url} is answered by another Grubenbuch"
        status, _ = ask_api(f"{url}/health/ready", token)
    except (OSError, http.client.HTTPException) as failure:
        return "API", "down", f"{url}: {failure}"
    if status == HTTPStatus.UNAUTHORIZED:
        return "API", "up", f"{url}; whether it is ready is for those who know its MONITOR_TOKEN"
    return "API", "up" if status == HTTPStatus.OK else "down", f"{url} answers {status}"


def ask_instance(url: str) -> str | None:
    """Return None of a program that is no Grubenbuch."""
    status, body = ask_api(f"{url}/health/live")
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(body, type=Living).instance if status == HTTPStatus.OK else None
    return None


class Living(msgspec.Struct):
    """The answer of `/health/live`."""

    instance: str


def known_instance(config: Config) -> str | None:
    secret = known_secret(config.data, os.environ.get("GRUBENBUCH_SECRET"))
    return instance_id(secret) if secret else None


def book_rows(config: Config) -> Iterator[Row]:
    try:
        store = open_store(config)
        store.check_writable()
        yield "book", "up", store.durability()
        yield from dispatcher_rows(store)
    except (StoreUnavailable, ServerError, ConfigError) as failure:
        yield "book", "down", str(failure)


def dispatcher_rows(store: Store) -> Iterator[Row]:
    records = DispatcherRecords(store)
    behind, held = records.lag(), records.leases()
    active = sum(lease.until > now_ms() for lease in held.values())
    late = sum(behind.values())
    said = f"{active} of {len(behind)} partitions, {late} entries behind, {records.count_parked()} parked"
    yield "dispatcher", "up" if active == len(behind) else "down", said
    reached, now = records.checkpoints().values(), now_ms()
    jobs, oldest = sum(at.open_jobs for at in reached), max(at.open_seconds(now) for at in reached)
    yield "open work", "up", f"{jobs} jobs" + (f"; the oldest for {oldest:.0f} s" if jobs else "")


def queue_rows(config: Config) -> Iterator[Row]:
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
