"""A whole server of its own, as `up` opens it."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from service.config import HOME


@contextlib.contextmanager
def instance(data):
    """The port, and the process id of its supervisor."""
    port = free_port()
    words = [sys.executable, "-m", "service.cli", "up", "--port", str(port), "--data", str(data)]
    environ = os.environ | {"PYTHONPATH": str(HOME), "WEBHOOK_ADDRESSES": "loopback"}
    up = subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL)
    try:
        wait_until_ready(port)
        yield port, up.pid
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(60)


def free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


def wait_until_ready(port, pause=0.1):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready"):
            return
        time.sleep(pause)
    sys.exit("the server does not open")
