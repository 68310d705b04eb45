"""The connections of one process: how many an address may have, and how long its client may keep us waiting.

Bounded below what the process can carry, so that one more can always be answered. When it is full,
the one that has waited longest for a head is closed.
"""

from __future__ import annotations

import time
from collections import Counter
from errno import EPIPE
from typing import Any, Final

from gevent.socket import socket as gevent_socket

from service.api.budgets import RETRY_LATER_SECONDS, TooManyConnections
from service.api.faults import HeadTooSlow
from service.api.hang_up import hang_up
from service.problem_detail import Detail
from service.problems import TooBusy

HEAD_SECONDS: Final = 5.0
SEND_SECONDS: Final = 30.0  # until a client has taken one part of an answer
SEND_BYTES: Final = 64 * 1024  # of such a part


class Connection(gevent_socket):  # type: ignore[misc]  # gevent has no types
    """A client's socket that knows until when a head must be there and an answer taken."""

    address = ""  # whose it is, for the count
    lent = False  # to a live answer, which closes it at its own end
    awaiting = False
    begun = False  # a part of the head has come
    deadline = 0.0

    @classmethod
    def take_over(cls, client: Any, address: str) -> Connection:
        taken = cls(client.family, client.type, client.proto, fileno=client.detach())
        taken.address = address
        return taken

    def close(self) -> None:
        if not self.lent:
            super().close()

    def await_head(self, seconds: float) -> None:
        """So long the client may be silent; once it begins, the rest must follow soon."""
        self.awaiting, self.begun = True, False
        self.deadline = time.monotonic() + seconds

    def end_of_head(self) -> None:
        self.awaiting = False
        self.settimeout(None)

    def recv(self, *how: Any) -> bytes:
        return self._recv_in_time(*how) if self.awaiting else self._recv(*how)

    def _recv(self, *how: Any) -> bytes:
        found: bytes = super().recv(*how)
        return found

    def _recv_in_time(self, *how: Any) -> bytes:
        """Nothing, as if the client had gone, if it never began."""
        self.settimeout(max(self.deadline - time.monotonic(), 0.001))
        try:
            found = self._recv(*how)
        except TimeoutError as late:
            if self.begun:
                raise HeadTooSlow(Detail("head_late", {"seconds": round(HEAD_SECONDS)})) from late
            return b""
        if not self.begun:
            self.begun = True
            self.deadline = min(self.deadline, time.monotonic() + HEAD_SECONDS)
        return found

    def sendall(self, data: Any, flags: int = 0) -> None:
        """A client that does not read counts as gone: its answer would hold the connection for ever."""
        try:
            sent = self.send(data, flags, timeout=0.0)  # there is nearly always room for it
        except BlockingIOError:
            sent = 0
        if sent < len(data):
            self._send_in_time(memoryview(data)[sent:], flags)

    def _send_in_time(self, left: memoryview, flags: int) -> None:
        self.settimeout(SEND_SECONDS)
        try:
            while left:
                super().sendall(left[:SEND_BYTES], flags)
                left = left[SEND_BYTES:]
        except TimeoutError as late:
            raise BrokenPipeError(EPIPE, "The answer is not read.") from late
        finally:
            self.settimeout(None)


class Connections:
    def __init__(self, most: int, most_of_address: int) -> None:
        """`most_of_address`: 0 is no limit."""
        self._most = most
        self._most_of_address = most_of_address
        self._of_address: Counter[str] = Counter()
        self._awaiting: dict[Connection, None] = {}  # the one that has waited longest comes first
        self._closing = False

    def enter(self, address: str) -> None:
        """Counts a connection, which must leave again unless it is refused."""
        if self._most_of_address and self._of_address[address] >= self._most_of_address:
            raise TooManyConnections(
                Detail("connections_of_address", {"most": self._most_of_address}),
                retry_after=RETRY_LATER_SECONDS,
            )
        if self._of_address.total() >= self._most and not self._close_longest_waiting():
            raise TooBusy(Detail("connections_full"))
        self._of_address[address] += 1

    def leave(self, address: str) -> None:
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]

    def close(self) -> None:
        """Requests at hand are answered; there will be no others."""
        self._closing = True
        for connection in list(self._awaiting):
            hang_up(connection)

    def await_head(self, connection: Connection, seconds: float) -> None:
        connection.await_head(seconds)
        self._awaiting[connection] = None
        if self._closing:
            hang_up(connection)

    def end_of_head(self, connection: Connection) -> None:
        self._awaiting.pop(connection, None)
        connection.end_of_head()

    def _close_longest_waiting(self) -> bool:
        longest = next(iter(self._awaiting), None)
        if longest is None:
            return False
        del self._awaiting[longest]
        hang_up(longest)  # its own greenlet closes it, once it reads that nothing will come
        return True
