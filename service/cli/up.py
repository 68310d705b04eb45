import http.client
import os
import re
import shlex
import socket
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from errno import EADDRINUSE
from functools import partial
from pathlib import Path

import click

from service.config import HOME, Config
from service.files import explain_disk_failures
from service.host.api_address import address_of, ask_api, noted_address
from service.host.data_dir import check_free_space, claim_directory
from service.host.embedded_server import FORGETFUL, EmbeddedServer
from service.host.server_files import check_content, note_begun
from service.host.supervisor import RestartPolicy, Spec, Supervisor, rotate_logs, say
from service.startup_errors import PortError

PYTHON = (sys.executable, "-m")
API = ("--config", "python:service.host.gunicorn_conf", "service.api.app:create_app()")
OWN_QUEUES = ("bots", "scores", "bots_on")  # a slow receiver of webhooks keeps no bot waiting
ORPHANS_END_SECONDS = 20  # a worker that was told to stop finishes its job
SPARING_MEMORY = {  # of the C library: a large buffer goes back to the system, and threads share their heaps
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
SECONDS_TILL_NEXT_TRY = 0.1


@click.command()
@click.option("--port", metavar="N", help="Port to listen on (PORT, else 8080).")
@click.option(
    "--host", metavar="ADDRESS", help="Address to listen on (HOST, else 127.0.0.1: this machine only)."
)
@click.option("--data", metavar="DIR", help="Where book, server key and logs are kept (DATA, else data/).")
@click.option("--workers", metavar="N", help="Processes for bots and other jobs (JOB_WORKERS, else 2).")
def command(port: str | None, host: str | None, data: str | None, workers: str | None) -> None:
    """Start everything and keep it running until Ctrl-C.

    Without REDIS_URL it starts a Redis server of its own below the data directory, which keeps every
    acknowledged command through crashes and power cuts. A second one, for jobs, keeps nothing and need not.
    With REDIS_URL=redis://host:6379/0 yours is used.

    More environment variables: RQ_REDIS_URL, PARTITIONS, WEB_WORKERS, WEB_SOCKETS, CORS_ORIGINS, LOG_LEVEL,
    TOKEN_LIMIT, ADDRESS_LIMIT and the other limits of docs/operations.md, PROXIES, OPEN_CLIENTS, ADMIN_TOKEN,
    MONITOR_TOKEN, GRUBENBUCH_SECRET.
    """
    config = Config.from_environment(port=port, host=host, data=data, job_workers=workers)
    run_until_stopped(config, list_processes)


def run_until_stopped(
    config: Config, specs: Callable[[Config, str], Iterable[Spec]], policy: RestartPolicy | None = None
) -> None:
    with explain_disk_failures(config.data), claim_directory(config.data) as orphaned:
        check_free_space(config.data)
        check_address(config, ORPHANS_END_SECONDS if orphaned else 0)
        logs = config.data / "logs"
        rotate_logs(logs)
        supervisor = Supervisor(logs, say, policy or RestartPolicy())
        with noted_address(config), supervisor.handle_signals():
            book = config.redis_cluster_url or config.redis_url or start_book(config.data, supervisor)
            planned = list(specs(config, book))
            supervisor.add_all(spec for spec in planned if not spec.after_the_api)
            supervisor.wait_for(
                lambda: read_readiness(config) is not None, f"The API is not ready yet; see {logs}."
            )
            supervisor.add_all(spec for spec in planned if spec.after_the_api)
            if config.keeps_own_book:
                note_begun(EmbeddedServer(config.data))
            say(welcome(config))
            warn_of_forgetful_server(config, say)
            supervisor.watch()


def start_book(data: Path, supervisor: Supervisor) -> str:
    server = EmbeddedServer(data)
    child = supervisor.add(server.spec())
    for _ in supervisor.pauses("The book is still being read; a long one takes its time."):
        if server.answers():
            check_content(server)
            break
        if child.died:  # at its first start: a server that refuses its files would refuse them again
            raise server.refusal(child)
    return server.url


def list_processes(config: Config, book: str) -> Iterable[Spec]:
    named = "REDIS_URL" if config.redis_cluster_url is None else "REDIS_CLUSTER_URL"
    environ = {**SPARING_MEMORY, **os.environ, **config.as_environment(), named: book}
    environ |= {"PYTHONPATH": str(HOME), "PYTHONSAFEPATH": "1", "PYTHONUNBUFFERED": "1"}
    if config.keeps_own_queue:
        queue = EmbeddedServer.of_the_queue(config.data)
        environ["RQ_REDIS_URL"] = queue.url
        yield queue.spec(**FORGETFUL)
    yield Spec("api", (*PYTHON, "gunicorn", *API), 1, environ, patience=20)
    yield from worker_processes(config, environ)


def worker_processes(config: Config, environ: Mapping[str, str]) -> Iterable[Spec]:
    process = partial(Spec, environ=environ, after_the_api=True)
    yield process("dispatcher", (*PYTHON, "workers.dispatcher"), 2)
    for number in range(1, config.job_workers + 1):
        yield process(f"worker-{number}", (*PYTHON, "workers.main", *OWN_QUEUES), 3, patience=20)
    yield process("webhook-sender", (*PYTHON, "workers.webhook_sender"), 3, patience=20)


def check_address(config: Config, patience: float = 0) -> None:
    """Raise PortError where the port is taken, before anything is started.

    The API of an earlier run whose supervisor was killed ends by itself, and may take some seconds for it.
    """
    end = time.monotonic() + patience
    while failure := try_address(config):
        if failure.errno != EADDRINUSE:
            raise PortError(f"Cannot listen on {config.host} port {config.port}: {failure.strerror}.")
        if time.monotonic() >= end:
            orphan = ", or by something of an earlier run that does not end" if patience else ""
            raise PortError(
                f"Port {config.port} is taken by another program{orphan}. Choose another with --port."
            )
        time.sleep(SECONDS_TILL_NEXT_TRY)


def try_address(config: Config) -> OSError | None:
    try:
        family, kind, *_, address = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as failure:
        return failure
    return None


def read_readiness(config: Config) -> bytes | None:
    """Return what the API reports once it can do its work, None before."""
    with suppress(OSError, http.client.HTTPException):
        status, body = ask_api(f"{address_of(config)}/health/ready", config.monitor_token)
        return body if status == http.HTTPStatus.OK else None
    return None


def warn_of_forgetful_server(config: Config, tell: Callable[[str], None]) -> None:
    """Warn the owner of a Redis server that may lose acknowledged commands."""
    said = read_readiness(config)
    found = re.search(rb'"durability":"([a-z-]+)"', said or b"")
    if found and found[1] != b"fsync-always":
        tell(
            f"Careful: the book is kept at {found[1].decode()!r}, so acknowledged commands may be lost. "
            "Let your server run with `appendonly yes`, `appendfsync always`, `maxmemory-policy noeviction`."
        )


def welcome(config: Config) -> str:
    address = address_of(config)
    return (
        f"Grubenbuch is open at {address} (Ctrl-C closes it)\n"
        f"  docs  {address}/v1/docs\n"
        f"  data  {config.data}\n"
        f"  logs  {config.data / 'logs'}\n"
        "  play  open that address in a browser\n"
        f"  try   curl -s {shlex.quote(f'{address}/v1/games')}"
    )
