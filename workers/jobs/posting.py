"""One POST to a stranger: to the very address that was checked, no redirects, bounded in size and time."""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from service.webhooks.address import CallTarget

POST_SECONDS: Final = 10.0  # for all of it
LARGEST_ANSWER: Final = 16_384  # bytes to read; nobody looks at them


class PostAnswer(NamedTuple):
    status: int | None  # None: there was none
    error: str | None


class PinnedConnection(http.client.HTTPConnection):
    """Speaks to the host by its name, and connects to the number it had when it was checked."""

    def __init__(self, target: CallTarget) -> None:
        super().__init__(target.host, target.port, timeout=POST_SECONDS)
        self.target = target

    def connect(self) -> None:
        self.sock = socket.create_connection((self.target.address, self.target.port), POST_SECONDS)
        if self.target.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.target.host)


def post(target: CallTarget, headers: dict[str, str], body: bytes) -> PostAnswer:
    connection = PinnedConnection(target)
    try:
        with limit_time(connection):
            connection.request("POST", target.path, body, headers)
            answer = connection.getresponse()
            answer.read(LARGEST_ANSWER)
            return PostAnswer(answer.status, None)
    except (OSError, http.client.HTTPException) as failure:
        return PostAnswer(None, f"{type(failure).__name__}: {failure}"[:200])
    finally:
        connection.close()


@contextmanager
def limit_time(connection: http.client.HTTPConnection) -> Iterator[None]:
    """A socket's own limit counts from byte to byte; a receiver that trickles would hold us for ever."""

    def hang_up() -> None:
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(socket.SHUT_RDWR)

    alarm = threading.Timer(POST_SECONDS, hang_up)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
