"""Notices that a client has hung up while its request is still being answered."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import gevent

_READABLE: Final = 1  # as libev has it


@contextmanager
def notice_hang_up(connection: Any, then: Callable[[], None]) -> Iterator[None]:
    """Call `then`, in a greenlet of its own, as soon as the client at the end of a connection has gone.

    Whoever sends more meanwhile has not hung up, and is no longer listened for.
    """
    if connection is None:
        yield
        return

    def hear() -> None:
        client.stop()
        try:
            gone = not connection.recv(1, socket.MSG_PEEK)
        except OSError:
            gone = True
        if gone:
            gevent.spawn(then)

    with gevent.get_hub().loop.io(connection.fileno(), _READABLE) as client:
        client.start(hear)
        yield
