"""The desk's side of judging: a bounded number at once, a bounded queue, and what is asked of this house.

Whatever a file costs, it costs a process of its own. The desk reads what the judge asks for and writes what
it hands over, in small parts, and serves others meanwhile.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from typing import Final

import msgspec

from events.codec import encode
from events.entry import BrokenChain
from events.store import Store
from service.config import HOME
from service.editions.records import HouseEditions
from service.problem_detail import Detail
from service.problems import BadBook, JudgeFailed, JudgesBusy, Problem, TooCostly
from service.verification.audit import Verdict
from service.verification.importing import ImportOutcome, keep_board, list_imports, write_appends
from service.verification.judge_messages import (
    ENDED_BY_MEMORY,
    AskBoard,
    AskEntries,
    AskHead,
    AskImports,
    AuditMatch,
    Brief,
    EndImport,
    EndJudge,
    FoundEntries,
    FromJudge,
    GiveVerdict,
    ImportFile,
    KeepBoard,
    Limits,
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

MOST_WAITING: Final = 16  # for a judge of this process
QUEUE_SECONDS: Final = 60.0
SECONDS_UNTIL_JUDGE: Final = 10
SPARE_SECONDS: Final = 10  # until a judge has started, beyond what it may take
IDLE_SECONDS: Final = 60.0
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

JUDGE_GONE: Final = Detail("judges_gone")
UNEXPECTED_REPORT: Final = Detail("judge_confused")

Charge = Callable[[float], None]  # seconds of processor time
Report = GiveVerdict | RefuseBook | EndImport


class JudgeGone(Exception):  # noqa: N818  the name says it
    """The process from which judges are forked has ended, and with it all of them."""


class JudgeStarter:
    """The process from which judges are forked; started when first needed, and when it has ended."""

    def __init__(self, idle_seconds: float = IDLE_SECONDS) -> None:
        """It ends when it has been idle for so long: it holds 20 MB."""
        self._idle_seconds = idle_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    @cached_property
    def _starting(self) -> threading.Lock:
        """Made when first used: this is imported before gevent replaces locks by its own.

        A plain one, waited for by a greenlet, would stop the whole process for ever.
        """
        return threading.Lock()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start_judge(self) -> socket.socket:
        """The end at which the desk speaks with it."""
        here, there = socket.socketpair()
        with there, self._starting:
            try:
                socket.send_fds(self._reach(), [b"j"], [there.fileno()])
            except OSError:
                self.stop()
                socket.send_fds(self._reach(), [b"j"], [there.fileno()])
        return here

    def _reach(self) -> socket.socket:
        if self._control is None:
            self._control, there = socket.socketpair()
            with there:
                words = [sys.executable, "-m", "service.verification.judge", str(there.fileno())]
                words.append(str(self._idle_seconds))
                self._process = subprocess.Popen(  # noqa: S603  a program of ours
                    words,
                    cwd=HOME,
                    env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
                    stdin=subprocess.DEVNULL,
                    pass_fds=(there.fileno(),),
                )
        return self._control

    def stop(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._control = self._process = None


STARTER: Final = JudgeStarter()


class Asker:
    """Whoever waits for a judgement, and may go before it is there."""

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
        """Have something done at once when they leave, as long as this lasts."""
        self._on_leaving.append(act)
        if self.gone:
            act()
        try:
            yield
        finally:
            self._on_leaving.remove(act)


class Judges:
    """The judges of one desk."""

    def __init__(self, limits: Limits, most: int) -> None:
        self._limits = limits
        self._most = most
        self._free = most
        self._changed = threading.Condition()
        self._inside = 0

    def verify(self, raw: bytes, store: Store, charge: Charge, asker: Asker | None = None) -> Verdict:
        return verdict_of(self._judge(VerifyFile(), raw, store, charge, asker or Asker()))

    def audit(self, task: AuditMatch, store: Store, charge: Charge, asker: Asker | None = None) -> Verdict:
        return verdict_of(self._judge(task, None, store, charge, asker or Asker()))

    def bring_in(
        self, raw: bytes, now: int, store: Store, charge: Charge, asker: Asker | None = None
    ) -> ImportOutcome:
        """What has begun to be written is written to its end, whoever is gone."""
        report = self._judge(ImportFile(now), raw, store, charge, asker or Asker())
        if isinstance(report, RefuseBook):
            raise BadBook(report.detail, **report.facts)
        if not isinstance(report, EndImport):
            raise JudgeFailed(UNEXPECTED_REPORT)
        return ImportOutcome(report.header, report.place, report.new, report.on_trust, report.unproven)

    def _judge(self, task: Task, raw: bytes | None, store: Store, charge: Charge, asker: Asker) -> Report:
        brief = Brief(task, self._limits)
        with self._take_place(asker):
            court = Asker(asker.account) if isinstance(task, ImportFile) else asker
            try:
                return hold_court(brief, raw, store, charge, court)
            except JudgeGone:  # it has written nothing, or what writing once more does not change
                pass
            try:
                return hold_court(brief, raw, store, charge, court)
            except JudgeGone as gone:
                raise JudgeFailed(JUDGE_GONE) from gone

    @contextmanager
    def _take_place(self, asker: Asker) -> Iterator[None]:
        if self._inside >= self._most + MOST_WAITING:
            raise refuse_for_now()
        self._inside += 1
        try:
            self._wait_for_judge(asker)
            try:
                yield
            finally:
                with self._changed:
                    self._free += 1
                    self._changed.notify_all()
        finally:
            self._inside -= 1

    def _wait_for_judge(self, asker: Asker) -> None:
        with asker.on_leaving(self._tell_change), self._changed:
            self._changed.wait_for(lambda: self._free > 0 or asker.gone, QUEUE_SECONDS)
            if asker.gone or self._free < 1:
                raise refuse_for_now()
            self._free -= 1

    def _tell_change(self) -> None:
        with self._changed:
            self._changed.notify_all()


def refuse_for_now() -> JudgesBusy:
    return JudgesBusy(Detail("judges_busy"), retry_after=SECONDS_UNTIL_JUDGE)


def hold_court(brief: Brief, raw: bytes | None, store: Store, charge: Charge, asker: Asker) -> Report:
    """One judgement, from its brief to the end of its process.

    When whoever asked leaves, the judge is told by the end of what it can read: it is ended, and its keeper
    still says what it has cost.
    """
    with STARTER.start_judge() as end, asker.on_leaving(partial(stop_speaking, end)):
        end.settimeout(brief.limits.patience + SPARE_SECONDS)
        try:
            for frame in (encode_message(brief), *([] if raw is None else [raw])):
                send_if_heard(end, frame)
            report, ended = hear_judge(end, store, asker.account)
        except (EOFError, OSError) as gone:
            raise JudgeGone from gone
    charge(ended.seconds)
    if isinstance(report, Problem):
        raise report
    if report is None:
        raise explain_end(ended.status, brief.limits)
    return report


def hear_judge(
    end: socket.socket, store: Store, account: str | None
) -> tuple[Report | Problem | None, EndJudge]:
    """What it asks for may be refused: then it hears no more and ends, and says what it has cost."""
    report: Report | Problem | None = None
    while True:
        message = msgspec.msgpack.decode(receive_frame(end), type=FromJudge)
        match message:
            case EndJudge():
                return report, message
            case GiveVerdict() | RefuseBook() | EndImport():
                report = message
            case AskHead() | AskEntries() | AskImports() | AskBoard() | KeepBoard() | WriteAppends():
                try:
                    send_if_heard(end, answer_judge(message, store, account))
                except Problem as refusal:
                    report = refusal
                    stop_speaking(end)


def answer_judge(message: Questions, store: Store, account: str | None) -> bytes:
    match message:
        case AskHead():
            return encode_message(store.head(message.match))
        case AskEntries():
            return encode_message(find_entries(store, message))
        case AskImports():
            return encode_message(list_imports(store, message.match))
        case AskBoard():
            return encode_message(HouseEditions(store).board(message.game, message.edition))
        case KeepBoard():
            keep_board(store, message.game, message.canonical, message.match, account)
            return encode_message(None)
        case WriteAppends():
            write_appends(store, map(unpack_append, message.appends))
            return encode_message(None)


def find_entries(store: Store, asked: AskEntries) -> FoundEntries:
    """Up to the first that cannot be read."""
    broken = None
    try:
        found = store.entries(asked.match, after=asked.after, limit=asked.limit)
    except BrokenChain as damage:
        broken = (damage.version, damage.reason)
        found = store.entries(asked.match, after=asked.after, limit=damage.version - 1 - asked.after)
    return FoundEntries([encode(entry) for entry in found], broken)


def stop_speaking(end: socket.socket) -> None:
    """By another handle, because gevent would report a bad file to those who wait on this one."""
    with suppress(OSError), end.dup() as same:
        same.shutdown(socket.SHUT_WR)


def send_if_heard(end: socket.socket, raw: bytes) -> None:
    """A judge that was ended reads no more; its keeper still says how it ended."""
    with suppress(BrokenPipeError):
        send_frame(end, raw)


def explain_end(status: int, limits: Limits) -> Problem:
    """How a judge ended that gave no report."""
    code = os.waitstatus_to_exitcode(status)
    limit = "memory" if code == ENDED_BY_MEMORY else LIMITS_BY_SIGNAL.get(-code)
    if limit is None:
        return JudgeFailed(Detail("judge_ended"))
    spent = {
        "memory": Detail("memory_spent", {"most": limits.memory}),
        "processor_seconds": Detail("processor_spent", {"most": limits.seconds}),
    }
    return TooCostly(spent.get(limit, Detail("patience_spent", {"most": limits.patience})), limit=limit)


def verdict_of(report: Report) -> Verdict:
    if isinstance(report, GiveVerdict):
        return report.verdict
    raise JudgeFailed(UNEXPECTED_REPORT)
