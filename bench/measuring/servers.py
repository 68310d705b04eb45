"""A durable Redis for the time of a measurement."""

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from service.host.embedded_server import DURABLE, server_binary


@contextlib.contextmanager
def durable_server(**settings):
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder:
        place = Path(folder) / "s"
        chosen = DURABLE | {"dir": folder, "unixsocket": str(place), "loglevel": "warning"} | settings
        words = [word for name, value in chosen.items() for word in (f"--{name}", value)]
        server = subprocess.Popen([server_binary(), *words], stdout=subprocess.DEVNULL)
        try:
            until(lambda: listens(place))
            yield f"unix://{place}"
        finally:
            server.kill()
            server.wait()


def listens(place):
    """Its socket is there a little sooner than the server that answers."""
    with socket.socket(socket.AF_UNIX) as asking:
        return asking.connect_ex(str(place)) == 0


def until(fact):
    for _ in range(600):
        if fact():
            return
        time.sleep(0.05)
    sys.exit("a server does not start")
