"""The verifier processes: files are checked outside the web process, one process for each.

`python -m service.verification.verifier_process SOCKET LOCK SECONDS` is the fork server: it imports
everything once and waits. For each file the web process sends one end of a socket; a process is forked for it
that supervises, and from that one the verifier, which works within its limits. The supervisor only waits, and
reports how the verifier ended. All of them end with the web processes; the fork server also when it has been
idle for so many seconds, and it is started again when it is needed.

A verifier has no store: what it needs to read on the server, it asks the web process for.
"""

from __future__ import annotations

import fcntl
import gc
import logging
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from events.codec import decode
from events.entry import BrokenChain, Entry
from events.export import NO_BOARD, encode_lines, header_of
from events.store import Append, Head
from events.verify import BookDamaged, Chain
from service.host.parent_death import die_with_parent
from service.problems import BadBook
from service.verification.audit import Verdict, audit, describe_damage
from service.verification.importing import prepare_import
from service.verification.other_books import Heads, KnownHead, heads_in_store, lookup_in_store
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
    RefuseBook,
    Task,
    VerifyFile,
    WriteAppends,
    encode_message,
    pack_append,
    receive_frame,
    send_frame,
)

BYTES_OF_MIB: Final = 1024 * 1024
TRIES_TO_LOCK: Final = 10
SECONDS_BETWEEN_TRIES: Final = 0.02
NICENESS: Final = 19  # requests that only read go first
STATM: Final = Path("/proc/self/statm")
FIRST_SECONDS: Final = 2  # of processor time for any book
BYTES_A_SECOND: Final = 100_000  # for each more; an honest book takes a tenth of that
ENTRIES_AT_ONCE: Final = 100  # asked for or handed over: the web process serves others in between

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


def main() -> None:
    """Fork a process for each request until idle, or until all web processes have ended."""
    requests, lock = take_socket(int(sys.argv[1])), int(sys.argv[2])
    requests.settimeout(float(sys.argv[3]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the web processes end first, and then this
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervising processes are not waited for
    logging.basicConfig()
    gc.collect()
    gc.freeze()  # the collector need not touch what all share
    if not take_lock(lock):
        return
    while True:
        try:
            word, files, _, _ = socket.recv_fds(requests, 1, 1)
        except TimeoutError:
            if has_children():
                continue
            fcntl.lockf(lock, fcntl.LOCK_UN)
            # Whoever sent a request before that took this process for a running one.
            if select.select([requests], [], [], 0)[0] and take_lock(lock):
                continue
            return
        if not word:
            return
        for file in files:
            run_child(partial(supervise_verifier, requests, lock, file))
            os.close(file)


def take_lock(file: int) -> bool:
    """Return False if another fork server runs. A web process that looks has the lock for a moment."""
    for _ in range(TRIES_TO_LOCK):
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(SECONDS_BETWEEN_TRIES)
        else:
            return True
    return False


def has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def take_socket(file: int) -> socket.socket:
    """Return the socket, blocking: the web process made it under gevent, where it is not."""
    found = socket.socket(fileno=file)
    found.settimeout(None)
    return found


def run_child(work: Callable[[], None]) -> int:
    """Return the child's process id, in the parent. The child does the work and never returns."""
    child = os.fork()
    if child:
        return child
    die_with_parent(signal.SIGKILL)
    code = 1
    try:
        work()
        code = 0
    except MemoryError:
        code = ENDED_BY_MEMORY
    except (EOFError, ConnectionError):
        pass  # the web process no longer waits
    except BaseException:
        log.exception("a verifier failed")
    finally:
        os._exit(code)


def supervise_verifier(requests: socket.socket, lock: int, file: int) -> None:
    requests.close()
    os.close(lock)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with take_socket(file) as end:
        send_frame(end, b"")  # the request was read
        child = run_child(partial(verify_within_limits, end))
        wait_or_end(child, end)
        _, status, usage = os.wait4(child, 0)
        end.shutdown(socket.SHUT_RD)  # what is still sent is read by nobody
        send_frame(end, encode_message(ProcessEnded(status, usage.ru_utime + usage.ru_stime)))


def wait_or_end(child: int, end: socket.socket) -> None:
    """Wait until a verifier has ended; kill it where the other side closes either direction.

    Only Linux reports both at once. Elsewhere a verifier goes on to its end or its limits.
    """
    if not hasattr(os, "pidfd_open"):
        return
    seen = select.poll()
    ended = os.pidfd_open(child)
    seen.register(ended, select.POLLIN)
    seen.register(end, select.POLLRDHUP)
    if ended not in dict(seen.poll()):
        os.kill(child, signal.SIGKILL)
    os.close(ended)


def verify_within_limits(end: socket.socket) -> None:
    os.nice(NICENESS)
    wanted = msgspec.msgpack.decode(receive_frame(end), type=LimitedTask)
    set_limits(wanted.limits)
    carry_out(wanted.task, wanted.limits.seconds, end)


def set_limits(limits: Limits) -> None:
    """Limit this process: SIGALRM ends it, as SIGXCPU does (`TimeAllowance`); MemoryError is raised."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = address_space() + limits.memory * BYTES_OF_MIB
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    signal.alarm(limits.patience)


def address_space() -> int:
    """Return the bytes of address space of this process; 0 where the system does not report it."""
    try:
        return int(STATM.read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def carry_out(task: Task, seconds: int, end: socket.socket) -> None:
    books = RemoteBooks(end, TimeAllowance(seconds))
    match task:
        case VerifyFile():
            verdict = audit(books.receive(), parents=lookup_in_store(books), heads=heads_in_store(books))
            books.send(GiveVerdict(verdict))
        case AuditMatch():
            books.send(GiveVerdict(audit_own_match(task, books)))
        case ImportFile():
            books.send(import_file(books.receive(), task.now, books))


class TimeAllowance:
    """The processor time that this process may take, in proportion to what it reads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self.grow(0)

    def grow(self, size: int) -> None:
        self._bytes += size
        seconds = min(FIRST_SECONDS + self._bytes // BYTES_A_SECOND, self._most)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, self._most + 1))


class RemoteBooks:
    """The books of this server, asked for over the socket."""

    def __init__(self, end: socket.socket, allowance: TimeAllowance) -> None:
        self._end = end
        self._allowance = allowance

    def receive(self) -> bytes:
        """Return what the web process sends; each frame adds to the time allowed."""
        frame = receive_frame(self._end)
        self._allowance.grow(len(frame))
        return frame

    def send(self, message: FromVerifier) -> None:
        send_frame(self._end, encode_message(message))

    def ask(self, question: FromVerifier, wanted: type[Answer]) -> Answer:
        self.send(question)
        return msgspec.msgpack.decode(self.receive(), type=wanted)

    def head(self, match: str) -> Head | None:
        return self.ask(AskHead(match), Head | None)  # type: ignore[arg-type]  # a union is no type for mypy

    def imports_of(self, match: str) -> list[Head]:
        return self.ask(AskImports(match), list[Head])

    def board_of(self, first: Entry) -> msgspec.Raw:
        """Return the edition that an export of the match would hold."""
        opening = header_of(first, 1, first.hash)
        found = self.ask(AskBoard(opening.game, opening.edition), bytes | None)  # type: ignore[arg-type]
        return NO_BOARD if found is None else msgspec.Raw(found)

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        return list(self.each_entry(match, after, limit))

    def each_entry(self, match: str, after: int, limit: int | None) -> Iterator[Entry]:
        """Yield the entries, asked for in small parts: the web process serves others in between."""
        while limit is None or limit > 0:
            step = ENTRIES_AT_ONCE if limit is None else min(ENTRIES_AT_ONCE, limit)
            found = self.ask(AskEntries(match, after, step), FoundEntries)
            yield from (decode(line, Entry) for line in found.lines)
            if found.broken:
                raise BrokenChain(*found.broken)
            if len(found.lines) < step:
                return
            after, limit = after + step, None if limit is None else limit - step


def audit_own_match(task: AuditMatch, books: RemoteBooks) -> Verdict:
    entries = list[Entry]()
    try:
        entries.extend(books.each_entry(task.match, 0, task.version))
    except BrokenChain as broken:
        return describe_damage(find_damage(entries, broken))
    header = header_of(entries[0], task.version, task.hash, books.board_of(entries[0]))
    raw = b"".join(encode_lines(header, entries))
    return audit(raw, parents=lookup_in_store(books), heads=heads_of_audit(task, header.match, books))


def heads_of_audit(task: AuditMatch, id_in_book: str, books: RemoteBooks) -> Heads:
    """Return the lookup of heads: a match played here is its own proof, an import is checked like a file."""
    if id_in_book != task.match:
        return heads_in_store(books)
    return lambda _: KnownHead(task.version)


def find_damage(before: list[Entry], broken: BrokenChain) -> BookDamaged:
    """Return the first damage in a book with an unreadable entry; it may be in an earlier one."""
    chain = Chain()
    try:
        for entry in before:
            chain.take(entry)
    except BookDamaged as damage:
        damage.sound = tuple(chain.entries)
        return damage
    return BookDamaged("chain", broken.version, broken.reason, tuple(before))


def import_file(raw: bytes, now: int, books: RemoteBooks) -> EndImport | RefuseBook:
    try:
        wanted = prepare_import(books, raw, now)
    except BadBook as refusal:
        return RefuseBook(refusal.detail, refusal.facts)
    board = bytes(wanted.header.board)
    if wanted.new and board:
        books.ask(KeepBoard(wanted.header.game, board, wanted.place), type(None))
    waiting: list[Append] = []
    for new in wanted.appends:
        waiting.append(new)
        if len(waiting) == ENTRIES_AT_ONCE:
            hand_over(books, waiting)
            waiting = []
    hand_over(books, waiting)
    bare = msgspec.structs.replace(wanted.header, board=NO_BOARD)
    return EndImport(bare, wanted.place, wanted.new, wanted.on_trust, wanted.unproven)


def hand_over(books: RemoteBooks, appends: list[Append]) -> None:
    """Have the appends written; the web process answers with an empty frame once they are."""
    books.ask(WriteAppends([pack_append(new) for new in appends]), type(None))


if __name__ == "__main__":
    main()
