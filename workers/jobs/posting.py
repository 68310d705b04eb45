"""One POST to a stranger: to the very address that was checked, no redirects, bounded in size and time."""

import http.client
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Final, NamedTuple

from service.webhooks.address import AddressPolicy, AddressRefused, CallTarget, receiver_at, target_of
from service.wording import word_detail

POST_SECONDS: Final = 10.0  # for all of it, from the name to the last byte of the answer
LARGEST_ANSWER: Final = 16_384  # bytes to read; nobody looks at them


class PostAnswer(NamedTuple):
    status: int | None  # None: there was none
    error: str | None


class ReceiverBusy(Exception):  # noqa: N818  the name says it
    """As many calls as may be are under way to it: nothing was sent."""

    def __init__(self, receiver: str) -> None:
        super().__init__(receiver)
        self.receiver = receiver


MayContact = Callable[[str], bool]  # a receiver, by its address


class PinnedConnection(http.client.HTTPConnection):
    """A connection to the very address that was checked, which calls the host by its name."""

    def __init__(self, target: CallTarget, deadline: float, may_contact: MayContact) -> None:
        super().__init__(target.host, target.port)
        self.target = target
        self.deadline = deadline
        self.may_contact = may_contact
        self.line: socket.socket | None = None  # the same connection once more, below TLS

    def connect(self) -> None:
        self.sock = self._connect_in_turn()
        self.line = self.sock.dup()
        seconds_until(self.deadline)  # whoever hangs up may have come before there was a line
        if self.target.scheme == "https":
            context = trusted_authorities(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
            self.sock = context.wrap_socket(self.sock, server_hostname=self.target.host)

    def _connect_in_turn(self) -> socket.socket:
        """Try one address after the other, each for its share of the time that is left.

        Raise ReceiverBusy where none answers and a busy one was not called: that one may answer later.
        """
        failure, busy = OSError("it has no address"), ""
        for place, address in enumerate(self.target.addresses):
            receiver = receiver_at(address, self.target.port)
            if not self.may_contact(receiver):
                busy = busy or receiver
                continue
            try:
                share = seconds_until(self.deadline) / (len(self.target.addresses) - place)
                connected = socket.create_connection((address, self.target.port), share)
            except OSError as refused:
                failure = refused
            else:
                connected.settimeout(seconds_until(self.deadline))
                return connected
        raise ReceiverBusy(busy) if busy else failure

    def hang_up(self) -> None:
        """Shut the connection down, even during the handshake: a thread that waits then reads the end."""
        with suppress(OSError):
            if self.line is not None:
                self.line.shutdown(socket.SHUT_RDWR)

    def close_for_good(self) -> None:
        """Close both handles; http.client calls `close` as soon as it has read the head of an answer."""
        self.close()
        if self.line is not None:
            self.line.close()


def call_receiver(
    url: str,
    policy: AddressPolicy,
    headers: dict[str, str],
    body: bytes,
    may_contact: MayContact = lambda _: True,
) -> PostAnswer:
    """Raise ReceiverBusy where no address answers and one of them may not be called now."""
    deadline = time.monotonic() + POST_SECONDS
    try:
        target = target_of(url, policy, POST_SECONDS)
    except AddressRefused as refusal:
        return PostAnswer(None, word_detail(refusal.detail))
    return post(target, headers, body, deadline, may_contact)


def post(
    target: CallTarget,
    headers: dict[str, str],
    body: bytes,
    deadline: float | None = None,
    may_contact: MayContact = lambda _: True,
) -> PostAnswer:
    deadline = time.monotonic() + POST_SECONDS if deadline is None else deadline
    connection = PinnedConnection(target, deadline, may_contact)
    try:
        with limit_time(connection):
            connection.request("POST", target.path, body, headers)
            answer = connection.getresponse()
            answer.read(LARGEST_ANSWER)
            return PostAnswer(answer.status, None)
    except (OSError, http.client.HTTPException) as failure:
        return PostAnswer(None, describe_failure(failure, deadline))
    finally:
        connection.close_for_good()


def describe_failure(failure: Exception, deadline: float) -> str:
    """Return what went wrong; a POST that was cut off as too slow fails in different ways.

    Never in words of the receiver: the log is no window into what lies behind an address.
    """
    if time.monotonic() >= deadline:
        return "TimeoutError: the call took too long"
    if isinstance(failure, http.client.HTTPException) and not isinstance(failure, OSError):
        return f"{type(failure).__name__}: the answer is no HTTP"
    return f"{type(failure).__name__}: {failure}"[:200]


@contextmanager
def limit_time(connection: PinnedConnection) -> Iterator[None]:
    """Hang up at the deadline: a socket's own limit counts from byte to byte, and a receiver may trickle."""
    alarm = threading.Timer(seconds_until(connection.deadline), connection.hang_up)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def seconds_until(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


@lru_cache(maxsize=4)
def trusted_authorities(file: str | None, directory: str | None) -> ssl.SSLContext:
    """Return the machine's authorities, read once, which takes long. OpenSSL finds both by itself."""
    del file, directory
    return ssl.create_default_context()
