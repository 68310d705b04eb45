"""A durable Redis for the time of a measurement."""

import contextlib
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
            until(place.exists)
            yield f"unix://{place}"
        finally:
            server.kill()
            server.wait()


def until(fact):
    for _ in range(600):
        if fact():
            return
        time.sleep(0.05)
    sys.exit("a server does not start")
