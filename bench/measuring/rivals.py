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

from measuring.apis import BENCH, Server, free_port
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
    """boardgame.io, with matches in memory or in files; each measurement begins with fresh ones."""

    def __init__(self, modules, kept, matches):
        self.kept, self.matches = kept, matches
        self.environ = os.environ | {"NODE_PATH": str(modules)}

    def measure(self, seconds):
        with self.serve() as (port, server):
            words = ("node", PROGRAMS / "load.js", str(port), str(self.matches), str(seconds))
            with subprocess.Popen(words, env=self.environ, stdout=subprocess.PIPE, text=True) as load:
                if load.stdout.readline() != "begin\n":
                    sys.exit("boardgame.io takes no moves")
                before = server.spent()
                said = json.loads(load.stdout.readline())
                spent = server.spent() - before
        return Moves(said["moves"] / said["took"], 1e6 * spent / said["moves"], said["p50"], said["p99"])

    @contextlib.contextmanager
    def serve(self):
        """A free port may be taken by somebody else before node has it."""
        with tempfile.TemporaryDirectory(prefix="gb-bench-") as folder:
            for _ in range(TRIES):
                ports = [free_port(), free_port()]
                words = (
                    "node",
                    PROGRAMS / "server.js",
                    *map(str, ports),
                    self.kept,
                    folder,
                    str(self.matches),
                )
                with subprocess.Popen(words, env=self.environ, stdout=subprocess.PIPE, text=True) as running:
                    try:
                        if any(line.strip() == "ready" for line in iter(running.stdout.readline, "")):
                            yield ports[0], Server(f"http://127.0.0.1:{ports[0]}", running.pid)
                            return
                    finally:
                        running.kill()
            sys.exit("boardgame.io does not start")
