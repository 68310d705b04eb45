"""A server of real processes for a test, and nothing left of it afterwards."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue

import pytest

from support.servers.patience import PATIENCE
from support.servers.ports import free_port

ROOT = Path(__file__).resolve().parents[3]


class RunningInstance:
    """`tiny_instance.py` in the background: the real supervisor over tiny processes."""

    def __init__(self, data, port, *children):
        self.data = data
        self.port = port
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(ROOT / "tests/support/servers/tiny_instance.py"),
                str(data),
                str(port),
                *children,
            ],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = []
        self.lines = Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.process.stdout.close()
        self.lines.put(None)

    def hear(self, words):
        """Waits for a line with these words; on failure it shows the whole output."""
        while True:
            try:
                line = self.lines.get(timeout=PATIENCE)
            except Empty:
                line = None
            if line is None:
                pytest.fail(f"the server never said {words!r}, but: {''.join(self.said)}")
            self.said.append(line)
            if words in line:
                return line

    def ends(self):
        code = self.process.wait(PATIENCE)
        while (line := self.lines.get(timeout=PATIENCE)) is not None:
            self.said.append(line)
        return code

    def signal(self, number):
        self.process.send_signal(number)


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def open_instance(tmp_path, port):
    """Opens servers; each is closed at the end of the test, in order or not."""
    instances = []

    def open_one(*children, data=tmp_path / "data"):
        instances.append(RunningInstance(data, port, *children))
        return instances[-1]

    yield open_one
    for instance in instances:
        if instance.process.poll() is None:
            instance.signal(signal.SIGINT)
        instance.process.wait(PATIENCE)


@pytest.fixture
def grubenbuch():
    """One command of the command line, run to its end."""

    def run(*words, **environ):
        return subprocess.run(
            [sys.executable, "-m", "service.cli", *map(str, words)],
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    return run


@pytest.fixture
def eventually():
    def wait(fact, *about):
        end = time.monotonic() + PATIENCE
        while not (seen := fact(*about)):
            assert time.monotonic() < end, f"{fact.__name__} never came true"
            time.sleep(0.02)
        return seen

    return wait
