"""The proxy of `haproxy.cfg` in front of the API, and what it says of the processes behind it."""

import csv
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from support.servers.ports import free_port

ROOT = Path(__file__).resolve().parents[3]


def proxy_program():
    """Debian keeps it where only the administrator looks."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")


class ReverseProxy:
    def __init__(self):
        # Not pytest's tmp_path: the path of a socket may have 107 bytes only.
        self.folder = Path(tempfile.mkdtemp(prefix="gb-proxy-"))
        self.sockets = self.folder / "web"
        self.talk = self.folder / "talk"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None

    def open(self):
        asked = self.folder / "asked.cfg"
        asked.write_text(f"global\n    stats socket {self.talk} level admin\n")
        self.process = subprocess.Popen(
            [proxy_program(), "-db", "-f", ROOT / "haproxy.cfg", "-f", asked],
            env=os.environ | {"PROXY_BIND": f"127.0.0.1:{self.port}", "WEB_SOCKETS": str(self.sockets)},
        )

    def answers(self):
        assert self.process.poll() is None, "the proxy has ended"
        return self.talk.exists()

    def processes(self):
        """How often each has answered a call, by its name, for those that are there."""
        rows = csv.DictReader(self.ask("show stat").removeprefix("# ").splitlines())
        return {
            row["svname"]: sum(int(row[f"hrsp_{kind}xx"]) for kind in "2345")
            for row in rows
            if row["svname"].startswith("web-") and row["status"].startswith(("UP", "no check"))
        }

    def trust(self):
        """From now on processes are there even if they are too busy to say so."""
        for name in self.processes():
            self.ask(f"disable health api/{name}")

    def ask(self, words):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.talk))
            line.sendall(f"{words}\n".encode())
            return line.makefile().read()

    def close(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
