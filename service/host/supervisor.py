"""The supervisor: keeps the processes of the house alive and closes the house in order."""

import os
import select
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from service.host.child_process import Child, Spec
from service.startup_errors import GaveUp

SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_WHILE_OPENING = 0.02  # between two looks: somebody waits for the house to open
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):  # noqa: N818 it is no error
    """Somebody asked the house to close."""


@dataclass(frozen=True)
class RestartPolicy:
    """How often a process may die soon after its start, and how long it then rests (doubled each time)."""

    quick: float = 10
    most: int = 6
    first_rest: float = 0.5
    longest_rest: float = 30
    long_wait: float = 15


@dataclass
class Supervisor:
    logs: Path
    say: Callable[[str], None]
    policy: RestartPolicy = field(default_factory=RestartPolicy)
    children: list[Child] = field(default_factory=list)
    wakeup: int = -1

    @contextmanager
    def on_duty(self) -> Iterator[None]:
        """Signals become bytes in a pipe that one loop reads: none interrupts anything."""
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
        """Endless, except for a signal. Of what is awaited, a reminder is printed once after a long wait."""
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
                self.lay_to_rest(child)
            elif not child.alive and time.monotonic() >= child.due:
                child.start()

    def lay_to_rest(self, child: Child) -> None:
        quick = time.monotonic() - child.started < self.policy.quick
        child.quick_deaths = child.quick_deaths + 1 if quick else 1
        cause = child.bury()
        if child.quick_deaths >= self.policy.most:
            raise GaveUp(
                f"{child.spec.name} ended {child.quick_deaths} times in a row ({cause}). See {child.log}."
            )
        rest = min(self.policy.first_rest * 2 ** (child.quick_deaths - 1), self.policy.longest_rest)
        child.due = time.monotonic() + rest
        self.say(f"{child.spec.name} ended ({cause}). It is started again in {rest:g} s.")

    def close(self) -> None:
        """Stage by stage; after a second Ctrl-C it waits for nothing."""
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
    with suppress(OSError):  # the terminal may be gone; the house is closed in order all the same
        print(line, flush=True)  # noqa: T201 this is where the supervisor speaks
