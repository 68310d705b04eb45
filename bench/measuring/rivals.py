"""boardgame.io on node, beside ours: a server and a load for the time of a measurement."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from measuring.desks import BENCH, Server, free_port
from measuring.sheet import MissingToolError

PROGRAMS = BENCH / "measuring/bgio"
TRIES = 5


class Moves(NamedTuple):
    rate: float
    us: float  # of the server's processor time for each
    p50: float
    p99: float


@contextlib.contextmanager
def node_modules(sheet):
    """The packages of `bgio/package.json`, in a temporary directory."""
    sheet.need_program("node", package="nodejs")
    npm = sheet.need_program("npm", package="npm")
    with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder:
        sheet.step("npm fetches boardgame.io, half a minute")
        shutil.copy(PROGRAMS / "package.json", folder)
        words = (npm, "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock")
        ended = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise MissingToolError(f"npm does not fetch boardgame.io: {ended.stderr.strip()[-200:]}")
        yield Path(folder) / "node_modules"


class Rival:
    """A server of boardgame.io that keeps its matches in memory or in files."""

    def __init__(self, running, modules, kept, matches):
        self.matches = matches
        self.environ = os.environ | {"NODE_PATH": str(modules)}
        folder = running.enter_context(tempfile.TemporaryDirectory(prefix="gb-bench-"))
        for _ in range(TRIES):
            self.port, server = self.open(kept, folder)
            if any(line.strip() == "ready" for line in iter(server.stdout.readline, "")):
                break
            server.wait()
        else:
            sys.exit("boardgame.io does not start")
        running.callback(server.wait)
        running.callback(server.kill)
        self.server = Server(f"http://127.0.0.1:{self.port}", server.pid)

    def open(self, kept, folder):
        """A free port may be taken by somebody else before node has it."""
        ports = [free_port(), free_port()]
        words = ("node", PROGRAMS / "server.js", *map(str, ports), kept, folder, str(self.matches))
        return ports[0], subprocess.Popen(words, env=self.environ, stdout=subprocess.PIPE, text=True)

    def measure(self, seconds):
        words = ("node", PROGRAMS / "load.js", str(self.port), str(self.matches), str(seconds))
        with subprocess.Popen(words, env=self.environ, stdout=subprocess.PIPE, text=True) as load:
            if load.stdout.readline() != "begin\n":
                sys.exit("boardgame.io takes no moves")
            before = self.server.spent()
            said = json.loads(load.stdout.readline())
            spent = self.server.spent() - before
        return Moves(said["moves"] / said["took"], 1e6 * spent / said["moves"], said["p50"], said["p99"])
