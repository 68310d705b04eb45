"""The supervisor: starts the processes of a server, keeps them alive and stops them in order."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from service.files import last_lines
from service.startup_errors import GaveUp

PARENT_DEATH = Path(__file__).with_name("parent_death.py")
LARGEST_LOG = 10_000_000
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_WHILE_OPENING = 0.02  # between two looks: somebody waits for the API
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Spec:
    """How a process is started and stopped; stages are stopped one after another, from the first on."""

    name: str
    argv: tuple[str, ...]
    stage: int = 1
    environ: Mapping[str, str] = field(default_factory=dict)
    patience: float = 10  # seconds between asking it to stop and killing it
    after_the_api: bool = False  # started once the API is ready, which until then has the processors
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
        """Start it in a session of its own: Ctrl-C reaches only the supervisor, which stops all in order."""
        files = self.spec.prepare()
        leash = (sys.executable, "-I", "-S", str(PARENT_DEATH), str(os.getpid()))
        try:
            # For its owner alone: it may hold names and addresses.
            opened = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(opened, "ab") as log:
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

    def reap(self) -> str:
        """Return the cause of its end. Its own children are killed too, or they would still hold the port."""
        process = self.process
        assert process is not None  # noqa: S101 only the dead are reaped
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


def rotate_logs(logs: Path) -> None:
    """Keep one old generation of each log, so that nothing grows without end over many starts."""
    logs.mkdir(exist_ok=True, mode=0o700)
    for log in logs.glob("*.log*"):
        log.chmod(0o600)
    for log in logs.glob("*.log"):
        if log.stat().st_size > LARGEST_LOG:
            log.replace(log.with_suffix(".log.1"))


class Stopped(Exception):  # noqa: N818 it is no error
    """Somebody asked the processes to stop."""


@dataclass(frozen=True)
class RestartPolicy:
    """How often a process may die soon after its start, and the pause after that (doubled each time)."""

    quick: float = 10
    most: int = 6
    first_pause: float = 0.5
    longest_pause: float = 30
    long_wait: float = 15


@dataclass
class Supervisor:
    logs: Path
    say: Callable[[str], None]
    policy: RestartPolicy = field(default_factory=RestartPolicy)
    children: list[Child] = field(default_factory=list)
    wakeup: int = -1

    @contextmanager
    def handle_signals(self) -> Iterator[None]:
        """Handle signals for as long as the block runs, then stop all processes.

        Signals become bytes in a pipe that one loop reads: none interrupts anything.
        """
        self.wakeup, written = os.pipe()
        os.set_blocking(written, False)
        before = {number: signal.signal(number, lambda *_: None) for number in (*STOPPING, signal.SIGCHLD)}
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        try:
            yield
        except Stopped:
            self.say("Closing …")
        finally:
            self.close()
            signal.set_wakeup_fd(-1)
            for number, handler in before.items():
                signal.signal(number, handler)

    def add(self, spec: Spec) -> Child:
        child = Child(spec, self.logs)
        self.children.append(child)
        child.start()
        return child

    def add_all(self, specs: Iterable[Spec]) -> None:
        for spec in specs:
            self.add(spec)

    def wait_for(self, condition: Callable[[], bool], reminder: str) -> None:
        for _ in self.pauses(reminder):
            if condition():
                break
            self.mend()

    def watch(self) -> None:
        for _ in self.pauses():
            self.mend()

    def pauses(self, reminder: str = "") -> Iterator[None]:
        """Yield until a signal raises Stopped; `reminder` is printed once after a long wait."""
        late = time.monotonic() + self.policy.long_wait if reminder else float("inf")
        rest = SECONDS_WHILE_OPENING if reminder else SECONDS_BETWEEN_LOOKS
        while True:
            yield
            if self.stop_asked(rest):
                raise Stopped
            if time.monotonic() > late:
                self.say(reminder)
                late = float("inf")

    def stop_asked(self, rest: float = SECONDS_BETWEEN_LOOKS) -> bool:
        if not select.select([self.wakeup], [], [], rest)[0]:
            return False
        return any(number in STOPPING for number in os.read(self.wakeup, 512))

    def mend(self) -> None:
        for child in self.children:
            if child.died:
                self.report_end(child)
            elif not child.alive and time.monotonic() >= child.due:
                child.start()

    def report_end(self, child: Child) -> None:
        quick = time.monotonic() - child.started < self.policy.quick
        child.quick_deaths = child.quick_deaths + 1 if quick else 1
        cause = child.reap()
        if child.quick_deaths >= self.policy.most:
            raise GaveUp(
                f"{child.spec.name} ended {child.quick_deaths} times in a row ({cause}). See {child.log}."
            )
        rest = min(self.policy.first_pause * 2 ** (child.quick_deaths - 1), self.policy.longest_pause)
        child.due = time.monotonic() + rest
        self.say(f"{child.spec.name} ended ({cause}). It is started again in {rest:g} s.")

    def close(self) -> None:
        """Stop stage by stage; after a second Ctrl-C it waits for nothing."""
        in_order = sorted(self.children, key=lambda child: child.spec.stage)
        hurried = False
        for _, stage in groupby(in_order, key=lambda child: child.spec.stage):
            hurried = self.close_stage(list(stage), hurried=hurried) or hurried

    def close_stage(self, stage: Sequence[Child], *, hurried: bool) -> bool:
        for child in stage:
            child.ask_to_stop()
        end = time.monotonic() + max(child.spec.patience for child in stage)
        while not hurried and any(child.alive for child in stage) and time.monotonic() < end:
            hurried = self.stop_asked()
        for child in stage:
            child.kill()
            if child.process is not None:
                child.process.wait()
        return hurried


def say(line: str) -> None:
    with suppress(OSError):  # the terminal may be gone; everything is stopped in order all the same
        print(line, flush=True)  # noqa: T201 this is where the supervisor speaks
