"""The judge: a process beside the desk in which files are looked at, one process for each.

`python -m service.verification.judge FD SECONDS` imports everything once and waits. For each file the desk
sends one end of a socket; a keeper is forked for it, and from the keeper the process that judges, within its
limits. The keeper only waits, and says how the other ended. All of them end with the desk; the first also
when it has been idle for so many seconds, and the desk starts another when it needs one.
"""

from __future__ import annotations

import gc
import logging
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from service.host.parent_death import die_with_parent
from service.verification.judge_messages import (
    ENDED_BY_MEMORY,
    Brief,
    EndJudge,
    Limits,
    encode_message,
    receive_frame,
    send_frame,
)
from service.verification.judgements import judge_task

BYTES_OF_MIB: Final = 1024 * 1024
NICENESS: Final = 19  # whoever only reads goes first
STATM: Final = Path("/proc/self/statm")

log = logging.getLogger(__name__)


def main() -> None:
    control = take_socket(int(sys.argv[1]))
    control.settimeout(float(sys.argv[2]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the desk ends first, and with it this
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers are not waited for
    logging.basicConfig()
    gc.collect()
    gc.freeze()  # the collector need not touch what all share
    while True:
        try:
            word, files, _, _ = socket.recv_fds(control, 1, 1)
        except TimeoutError:
            if has_children():
                continue
            return
        if not word:
            return
        for file in files:
            run_child(partial(keep_judge, control, file))
            os.close(file)


def has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def take_socket(file: int) -> socket.socket:
    """As the desk made it: under gevent it does not wait, and here it must."""
    found = socket.socket(fileno=file)
    found.settimeout(None)
    return found


def run_child(work: Callable[[], None]) -> int:
    """Its process id, in the parent. The child does the work and never returns."""
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
        pass  # the desk no longer wants to know
    except BaseException:
        log.exception("a judge failed")
    finally:
        os._exit(code)


def keep_judge(control: socket.socket, file: int) -> None:
    control.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with take_socket(file) as end:
        child = run_child(partial(judge_within_limits, end))
        wait_or_end(child, end)
        _, status, usage = os.wait4(child, 0)
        end.shutdown(socket.SHUT_RD)  # what the desk still sends is read by nobody
        send_frame(end, encode_message(EndJudge(status, usage.ru_utime + usage.ru_stime)))


def wait_or_end(child: int, end: socket.socket) -> None:
    """Wait until a judge has ended; end it where the other side no longer listens or speaks.

    Only Linux tells of both at once. Elsewhere a judge goes on to its end or its limits.
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


def judge_within_limits(end: socket.socket) -> None:
    os.nice(NICENESS)
    brief = msgspec.msgpack.decode(receive_frame(end), type=Brief)
    set_limits(brief.limits)
    judge_task(brief.task, brief.limits.seconds, end)


def set_limits(limits: Limits) -> None:
    """SIGALRM ends a process, as SIGXCPU does (`TimeAllowance`); beyond its memory MemoryError is raised."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = address_space() + limits.memory * BYTES_OF_MIB
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    signal.alarm(limits.patience)


def address_space() -> int:
    """In bytes, of this process; 0 where the system does not tell."""
    try:
        return int(STATM.read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


if __name__ == "__main__":
    main()
