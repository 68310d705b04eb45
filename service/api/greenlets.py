"""Cooperation of greenlets: yield to others in long work, and notice that a client has hung up."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import gevent
from gevent.monkey import get_original

_ONE_ROUND: Final = 1e-9  # seconds; after 0 a greenlet comes back before anybody has looked at the sockets


def yield_control() -> None:
    """Serve whatever is ready meanwhile: other greenlets, and sockets on which something has arrived."""
    gevent.sleep(_ONE_ROUND)


LOOK_AGAIN: Final = 0.5  # seconds, once there are unread bytes: behind them the event loop sees no end

_READABLE: Final = 1  # as libev has it
_END: Final = select.POLLHUP | select.POLLERR | getattr(select, "POLLRDHUP", 0)  # the last one is Linux's


@contextmanager
def notice_hang_up(connection: Any, then: Callable[[], None]) -> Iterator[None]:
    """Shut a connection and call `then`, in a greenlet of its own, as soon as its client has gone.

    Whoever sends more meanwhile has not hung up. A client that closes only its sending side counts as gone:
    before something is sent to it, it looks like any other. Thousands of streams wait so, hence the event
    loop's own watchers.
    """
    if connection is None:
        yield
        return

    def look() -> None:
        unread.stop()
        if has_ended(connection):
            later.stop()
            gevent.spawn(leave)
        elif not later.active:
            later.start(look)

    def leave() -> None:
        hang_up(connection)  # nobody is told that something failed
        then()

    loop = gevent.get_hub().loop
    with loop.io(connection.fileno(), _READABLE) as unread, loop.timer(LOOK_AGAIN, LOOK_AGAIN) as later:
        unread.start(look)
        yield


def has_ended(connection: Any) -> bool:
    """Return whether nothing more will come; behind unread bytes only Linux can tell."""
    if connection.fileno() < 0:
        return True
    poll = get_original("select", "poll")()  # gevent's own waits, and knows fewer events
    poll.register(connection.fileno(), select.POLLIN | _END)
    found = poll.poll(0)
    if not found:
        return False
    if found[0][1] & _END:
        return True
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


def hang_up(connection: socket.socket) -> None:
    """Shut a connection by another handle: gevent would report a bad file to those who wait on this one."""
    with suppress(OSError), connection.dup() as same:
        same.shutdown(socket.SHUT_RDWR)
