"""A process of the house: how it is started, how it is told to stop, and how its end is described."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from service.files import last_lines

PARENT_DEATH = Path(__file__).with_name("parent_death.py")
LARGEST_LOG = 10_000_000


@dataclass(frozen=True)
class Spec:
    """Stages are stopped one after another, from the first on."""

    name: str
    argv: tuple[str, ...]
    stage: int = 1
    environ: Mapping[str, str] = field(default_factory=dict)
    patience: float = 10  # seconds between asking it to stop and killing it
    after_the_desk: bool = False  # until the desk is ready, it need not share the processors with this one
    prepare: Callable[[], tuple[int, ...]] = (
        tuple  # done before each start; its files are handed to the process
    )


@dataclass
class Child:
    spec: Spec
    logs: Path
    process: subprocess.Popen[bytes] | None = None
    started: float = 0
    due: float = 0  # when it is to be started again
    quick_deaths: int = 0
    log_start: int = 0

    @property
    def log(self) -> Path:
        return self.logs / f"{self.spec.name}.log"

    def start(self) -> None:
        """In its own session, so that Ctrl-C reaches only the supervisor, which stops the house in order."""
        files = self.spec.prepare()
        leash = (sys.executable, "-I", "-S", str(PARENT_DEATH), str(os.getpid()))
        try:
            with open_for_owner(self.log) as log:
                self.log_start = log.tell()
                self.process = subprocess.Popen(  # noqa: S603 the specs are our own
                    leash + self.spec.argv,
                    env=dict(self.spec.environ),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    pass_fds=files,
                )
        finally:
            for file in files:
                os.close(file)
        self.started = time.monotonic()

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def died(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def bury(self) -> str:
        """The cause of its death. Its own children are killed too, or they would still hold the port."""
        process = self.process
        assert process is not None  # noqa: S101 only the dead are buried
        self.kill()
        self.process = None
        words = last_lines(self.log, self.log_start, 1)
        code = process.returncode
        end = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return f"{end}: {words[0]}" if words else end

    def ask_to_stop(self) -> None:
        if self.alive and self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):  # its whole group; fine if it is already gone
                os.killpg(self.process.pid, signal.SIGKILL)


def open_for_owner(log: Path) -> BinaryIO:
    """For its owner alone: names and addresses may stand in a log."""
    return os.fdopen(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")


def make_room(logs: Path) -> None:
    """Keeps one old generation of each log, so that nothing grows without end over many starts."""
    logs.mkdir(exist_ok=True, mode=0o700)
    for log in logs.glob("*.log*"):
        log.chmod(0o600)
    for log in logs.glob("*.log"):
        if log.stat().st_size > LARGEST_LOG:
            log.replace(log.with_suffix(".log.1"))
