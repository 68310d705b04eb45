"""How gunicorn serves the API; `up` and the container use the same file."""

import gc
import signal
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from service.config import Config
from service.host.precedence import let_servers_go_first

api_config = Config.from_environment()  # named otherwise, gunicorn would take it for its setting "config"

host = f"[{api_config.host}]" if ":" in api_config.host else api_config.host
workers = api_config.web_workers
bind = [f"{host}:{api_config.port}"]
if (
    api_config.web_sockets is not None
):  # each web process also listens alone, for a proxy that chooses among them
    bind += [f"unix:{api_config.web_sockets / f'web-{number}.sock'}" for number in range(1, workers + 1)]
worker_class = "service.api.gunicorn_worker.ApiWorker"  # gevent
worker_connections = 4000  # live streams stay open
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 the heartbeat must not wait for a disk
timeout = 60
graceful_timeout = 15  # for requests at hand; streams and idle connections end at once
sendfile = False  # it would pass by the deadline of a connection for clients that do not read
keepalive = 30
forwarder_headers = ""  # only the request line says what is asked for
secure_scheme_headers: dict[str, str] = {}  # no answer depends on the scheme
forwarded_allow_ips = "*"  # nothing is left to be believed, so nobody's address need be looked up
loglevel = api_config.log_level
control_socket_disable = True  # two servers on one machine would share it
proc_name = "grubenbuch"

YOUNG_THINGS = 10_000  # that the collector lets come together before it looks after them


def on_starting(server: Any) -> None:
    """Make the folder of the sockets for its owner alone: whoever reaches them is trusted as our proxy."""
    del server
    if api_config.web_sockets is not None:
        api_config.web_sockets.mkdir(mode=0o700, parents=True, exist_ok=True)


def pre_fork(server: Any, worker: Any) -> None:
    """Give the process its own socket; one that takes over from a dead one gets that one's.

    Gunicorn gives each all listeners: first the address of all, then our sockets in their order.
    """
    taken = {other.place for other in server.WORKERS.values()}
    worker.place = next(place for place in count(1) if place not in taken)
    shared, *own = worker.sockets
    worker.sockets = [shared, *own[worker.place - 1 : worker.place]]


def when_ready(server: Any) -> None:
    """Import and draw what all processes share, as long as no collector writes to it.

    The app itself is made by each, after gevent has replaced locks and sockets. Next to nothing of what is
    imported is garbage, and somebody waits: the collector would look through it a dozen times.
    """
    del server
    gc.disable()
    import_module("service.api.app")
    import_module("service.verification.verifier_pool").FORK_SERVER.prepare()  # shared by all web processes
    import_module("service.queries.pictures").draw_blank_tables()
    gc.freeze()
    gc.enable()


def post_fork(server: Any, worker: Any) -> None:
    """Reset signals until it has handlers of its own: those of the master would swallow the one to end it."""
    del server, worker
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def post_worker_init(worker: Any) -> None:
    """Freeze what is loaded by now: it stays, and the collector need not walk over it repeatedly.

    Nearly all that a command makes goes without the collector; looking after every few hundred things costs
    4 % of a command.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THINGS, *gc.get_threshold()[1:])
    let_servers_go_first()
    worker.log.info("Worker ready (pid: %s)", worker.pid)


def worker_exit(server: Any, worker: Any) -> None:
    """Unfreeze, or the interpreter takes down gevent's locks before the log's handlers, which need them."""
    del server, worker
    gc.unfreeze()
