"""The verifiers of a web process: a bounded number at once, a bounded queue, and what they read and write.

Whatever a file costs, it costs a process of its own (`verifier_process.py`). The web process reads what the
verifier asks for and writes what it hands over, in small parts, and serves others meanwhile.
"""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from typing import IO, Final

import msgspec

from events.codec import encode
from events.entry import BrokenChain
from events.store import Store
from service.config import HOME
from service.editions.stored import StoredEditions
from service.problem_detail import Detail
from service.problems import BadBook, Problem, TooCostly, VerifierFailed, VerifiersBusy
from service.verification.audit import Verdict
from service.verification.importing import ImportOutcome, keep_board, list_imports, write_appends
from service.verification.verifier_messages import (
    ENDED_BY_MEMORY,
    AskBoard,
    AskEntries,
    AskHead,
    AskImports,
    AuditMatch,
    EndImport,
    FoundEntries,
    FromVerifier,
    GiveVerdict,
    ImportFile,
    KeepBoard,
    LimitedTask,
    Limits,
    ProcessEnded,
    Questions,
    RefuseBook,
    Task,
    VerifyFile,
    WriteAppends,
    encode_message,
    receive_frame,
    send_frame,
    unpack_append,
)

MOST_WAITING: Final = 16  # for a verifier of this process
QUEUE_SECONDS: Final = 60.0
SECONDS_UNTIL_VERIFIER: Final = 10
SPARE_SECONDS: Final = 10  # until a verifier has started, beyond what it may take
IDLE_SECONDS: Final = 60.0
SECONDS_BETWEEN_LOOKS: Final = 1.0  # at whether the fork server was killed before it read a request
LOOKS_UNTIL_GONE: Final = 30
TRIES_TO_START: Final = 3  # for one request: a fork server that ends at once cannot be started
ENVIRONMENT: Final = (
    "PATH",
    "PYTHONPATH",
    "LD_LIBRARY_PATH",
    "LANG",
    "LC_ALL",
)  # no token, no address, no key

LIMITS_BY_SIGNAL: Final[dict[int, str]] = {
    signal.SIGXCPU: "processor_seconds",
    signal.SIGALRM: "seconds",
}

VERIFIERS_GONE: Final = Detail("verifiers_gone")
UNEXPECTED_REPORT: Final = Detail("verifier_confused")

Charge = Callable[[float], None]  # seconds of processor time
Report = GiveVerdict | RefuseBook | EndImport


class ForkServerGone(Exception):  # noqa: N818  the name says it
    """The process from which verifiers are forked has ended, and with it all of them."""


class ForkServer:
    """The process from which verifiers are forked; started when first needed, and when it has ended.

    All web processes of a machine share one, which takes 20 MB: their parent makes the socket before it forks
    them. A request that nobody has read stays in the socket, so any web process may start the server. The
    server holds a lock as long as it reads, and a second one ends at once.
    """

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        """`idle_seconds`: without a request for so long, it ends."""
        self._idle_seconds = idle_seconds
        self._process: subprocess.Popen[bytes] | None = None  # that this web process has started last
        self._ends: tuple[socket.socket, socket.socket] | None = None
        self._lock: IO[bytes] | None = None

    @cached_property
    def _starting(self) -> threading.Lock:
        """Return a lock made at first use: this module is imported before gevent replaces locks.

        A plain lock, waited for by a greenlet, would stop the whole process for ever.
        """
        return threading.Lock()

    def prepare(self) -> tuple[socket.socket, IO[bytes]]:
        """Make what web processes share, unless it is there; return the end to send to, and the lock."""
        if self._ends is None or self._lock is None:
            self._ends, self._lock = socket.socketpair(), tempfile.TemporaryFile()  # noqa: SIM115  as long as this
        return self._ends[0], self._lock

    def fork_verifier(self) -> socket.socket:
        """Have a verifier forked and return the socket to it."""
        requests, _ = self.prepare()
        here, there = socket.socketpair()
        try:
            with there:
                socket.send_fds(requests, [b"v"], [there.fileno()], socket.MSG_DONTWAIT)
            here.settimeout(SECONDS_BETWEEN_LOOKS)
            starts = 0
            for _ in range(LOOKS_UNTIL_GONE):
                starts += self._start_unless_running()
                if starts > TRIES_TO_START:
                    break
                with suppress(TimeoutError):
                    receive_frame(here)  # the supervising process of the verifier is there
                    return here
        except (EOFError, OSError) as gone:
            here.close()
            raise ForkServerGone from gone
        here.close()
        raise ForkServerGone

    def _start_unless_running(self) -> bool:
        """Return whether the fork server had to be started."""
        with self._starting:
            _, lock = self.prepare()
            is_starting = self._process is not None and self._process.poll() is None
            if is_starting or is_locked(lock.fileno()):
                return False
            assert self._ends is not None  # noqa: S101  `prepare` has made them
            files = (self._ends[1].fileno(), lock.fileno())
            program = (sys.executable, "-m", "service.verification.verifier_process")
            self._process = subprocess.Popen(  # noqa: S603  a program of ours
                [*program, *map(str, files), str(self._idle_seconds)],
                cwd=HOME,
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
                stdin=subprocess.DEVNULL,
                pass_fds=files,
            )
            return True

    def stop(self) -> None:
        """Forget what was made, and end the process that was started from here."""
        for shared in (*(self._ends or ()), self._lock):
            if shared is not None:
                shared.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._ends = self._lock = self._process = None


def is_locked(file: int) -> bool:
    """Return whether another process holds the lock."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    fcntl.lockf(file, fcntl.LOCK_UN)
    return False


FORK_SERVER: Final = ForkServer()


class Caller:
    """A client that waits for a verdict, and may hang up before."""

    def __init__(self, account: str | None = None) -> None:
        """`account`: for whose editions what an import brings along is counted."""
        self.account = account
        self.gone = False
        self._on_leaving: list[Callable[[], None]] = []

    def leave(self) -> None:
        self.gone = True
        for act in self._on_leaving:
            act()

    @contextmanager
    def on_leaving(self, act: Callable[[], None]) -> Iterator[None]:
        """Call `act` as soon as the client leaves, for as long as the block runs."""
        self._on_leaving.append(act)
        if self.gone:
            act()
        try:
            yield
        finally:
            self._on_leaving.remove(act)


class VerifierPool:
    """The verifiers of one web process."""

    def __init__(self, limits: Limits, most: int) -> None:
        self._limits = limits
        self._most = most
        self._free = most
        self._changed = threading.Condition()
        self._inside = 0

    def verify(self, raw: bytes, store: Store, charge: Charge, caller: Caller | None = None) -> Verdict:
        return verdict_of(self._run(VerifyFile(), raw, store, charge, caller or Caller()))

    def audit(self, task: AuditMatch, store: Store, charge: Charge, caller: Caller | None = None) -> Verdict:
        return verdict_of(self._run(task, None, store, charge, caller or Caller()))

    def bring_in(
        self, raw: bytes, now: int, store: Store, charge: Charge, caller: Caller | None = None
    ) -> ImportOutcome:
        """Import a file; what has begun to be written is finished, even if the caller has gone."""
        report = self._run(ImportFile(now), raw, store, charge, caller or Caller())
        if isinstance(report, RefuseBook):
            raise BadBook(report.detail, **report.facts)
        if not isinstance(report, EndImport):
            raise VerifierFailed(UNEXPECTED_REPORT)
        return ImportOutcome(report.header, report.place, report.new, report.on_trust, report.unproven)

    def _run(self, task: Task, raw: bytes | None, store: Store, charge: Charge, caller: Caller) -> Report:
        limited = LimitedTask(task, self._limits)
        with self._take_place(caller):
            waits = Caller(caller.account) if isinstance(task, ImportFile) else caller  # imports are finished
            try:
                return run_task(limited, raw, store, charge, waits)
            except ForkServerGone:  # it has written nothing, or what writing once more does not change
                pass
            try:
                return run_task(limited, raw, store, charge, waits)
            except ForkServerGone as gone:
                raise VerifierFailed(VERIFIERS_GONE) from gone

    @contextmanager
    def _take_place(self, caller: Caller) -> Iterator[None]:
        if self._inside >= self._most + MOST_WAITING:
            raise refuse_for_now()
        self._inside += 1
        try:
            self._wait_for_verifier(caller)
            try:
                yield
            finally:
                with self._changed:
                    self._free += 1
                    self._changed.notify_all()
        finally:
            self._inside -= 1

    def _wait_for_verifier(self, caller: Caller) -> None:
        with caller.on_leaving(self._notify_waiting), self._changed:
            self._changed.wait_for(lambda: self._free > 0 or caller.gone, QUEUE_SECONDS)
            if caller.gone or self._free < 1:
                raise refuse_for_now()
            self._free -= 1

    def _notify_waiting(self) -> None:
        with self._changed:
            self._changed.notify_all()


def refuse_for_now() -> VerifiersBusy:
    return VerifiersBusy(Detail("verifiers_busy"), retry_after=SECONDS_UNTIL_VERIFIER)


def run_task(limited: LimitedTask, raw: bytes | None, store: Store, charge: Charge, caller: Caller) -> Report:
    """Run one task in a verifier, from its first frame to the end of its process.

    When the caller leaves, the sending half of the socket is closed: the supervising process then kills the
    verifier and still reports what it has cost.
    """
    with FORK_SERVER.fork_verifier() as end, caller.on_leaving(partial(close_sending, end)):
        end.settimeout(limited.limits.patience + SPARE_SECONDS)
        try:
            for frame in (encode_message(limited), *([] if raw is None else [raw])):
                send_if_open(end, frame)
            report, ended = serve_verifier(end, store, caller.account)
        except (EOFError, OSError) as gone:
            raise ForkServerGone from gone
    charge(ended.seconds)
    if isinstance(report, Problem):
        raise report
    if report is None:
        raise explain_exit(ended.status, limited.limits)
    return report


def serve_verifier(
    end: socket.socket, store: Store, account: str | None
) -> tuple[Report | Problem | None, ProcessEnded]:
    """Answer a verifier until it has ended, and return its report and how it ended.

    Where a question is refused, sending is closed: the verifier is ended, and its cost still reported.
    """
    report: Report | Problem | None = None
    while True:
        message = msgspec.msgpack.decode(receive_frame(end), type=FromVerifier)
        match message:
            case ProcessEnded():
                return report, message
            case GiveVerdict() | RefuseBook() | EndImport():
                report = message
            case AskHead() | AskEntries() | AskImports() | AskBoard() | KeepBoard() | WriteAppends():
                try:
                    send_if_open(end, answer_question(message, store, account))
                except Problem as refusal:
                    report = refusal
                    close_sending(end)


def answer_question(message: Questions, store: Store, account: str | None) -> bytes:
    match message:
        case AskHead():
            return encode_message(store.head(message.match))
        case AskEntries():
            return encode_message(find_entries(store, message))
        case AskImports():
            return encode_message(list_imports(store, message.match))
        case AskBoard():
            return encode_message(StoredEditions(store).board(message.game, message.edition))
        case KeepBoard():
            keep_board(store, message.game, message.canonical, message.match, account)
            return encode_message(None)
        case WriteAppends():
            write_appends(store, map(unpack_append, message.appends))
            return encode_message(None)


def find_entries(store: Store, asked: AskEntries) -> FoundEntries:
    """Return the entries up to the first that cannot be read."""
    broken = None
    try:
        found = store.entries(asked.match, after=asked.after, limit=asked.limit)
    except BrokenChain as damage:
        broken = (damage.version, damage.reason)
        found = store.entries(asked.match, after=asked.after, limit=damage.version - 1 - asked.after)
    return FoundEntries([encode(entry) for entry in found], broken)


def close_sending(end: socket.socket) -> None:
    """Close the sending half, by another handle: gevent reports a bad file to those who wait on this one."""
    with suppress(OSError), end.dup() as same:
        same.shutdown(socket.SHUT_WR)


def send_if_open(end: socket.socket, raw: bytes) -> None:
    """Send a frame, unless the verifier has ended; its supervising process still reports how."""
    with suppress(BrokenPipeError):
        send_frame(end, raw)


def explain_exit(status: int, limits: Limits) -> Problem:
    """Return the problem of a verifier that ended without a report."""
    code = os.waitstatus_to_exitcode(status)
    limit = "memory" if code == ENDED_BY_MEMORY else LIMITS_BY_SIGNAL.get(-code)
    if limit is None:
        return VerifierFailed(Detail("verifier_ended"))
    spent = {
        "memory": Detail("memory_spent", {"most": limits.memory}),
        "processor_seconds": Detail("processor_spent", {"most": limits.seconds}),
    }
    return TooCostly(spent.get(limit, Detail("patience_spent", {"most": limits.patience})), limit=limit)


def verdict_of(report: Report) -> Verdict:
    if isinstance(report, GiveVerdict):
        return report.verdict
    raise VerifierFailed(UNEXPECTED_REPORT)
