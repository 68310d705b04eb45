"""The gunicorn worker: gevent's, with bounded connections, fewer copies, and streams that hold no request.

The parser of requests stays gunicorn's, with all that it refuses. Its environ holds much that nobody reads
here, and its answers go out in two pieces, so both are made here.

Everything here is about serving. The app runs as well under `gunicorn -k gevent` or `flask run`, without the
limits of connections and of time for a head, and without charges for processor time.
"""

from __future__ import annotations

import logging
import resource
import secrets
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from email.utils import formatdate
from errno import EPIPE
from functools import lru_cache, partial
from math import ceil
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import gevent
import msgspec
from gevent.server import StreamServer
from gevent.socket import socket as gevent_socket
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.errors import ParseException
from gunicorn.http.wsgi import Response
from gunicorn.workers.ggevent import GeventWorker

from service.api.budgets import CALLER, RETRY_LATER_SECONDS, TIMES, Caller, TimeSpent, charge_time
from service.api.fast_flask import BODILESS, STATUS_LINES, Answer, Environ
from service.api.greenlets import hang_up, yield_control
from service.api.middleware import network_of
from service.api.problems import (
    PROBLEM_JSON,
    STATUS,
    HeadTooSlow,
    InternalError,
    TooManyConnections,
    describe_briefly,
    headers_of_problem,
)
from service.api.services import services_of
from service.config import Config
from service.problem_detail import Detail
from service.problems import Malformed, Problem, TooBusy
from service.wording import ENGLISH

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
        """Allow the client to be silent for so long; once it begins, the rest must follow soon."""
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
        """Return what arrives in time; nothing, as if the client had gone, if it never began."""
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
        """Send all.

        A client that does not read counts as gone, because it would hold the connection for ever.
        """
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
    """The connections of one process, bounded in number for it and for each address.

    The bound is below what the process can carry, so that one more can always be answered. When it is
    reached, the one that has waited longest for a head is closed.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        """Bound the connections; for `most_of_address` 0 is no limit."""
        self._most = most
        self._most_of_address = most_of_address
        self._of_address: Counter[str] = Counter()
        self._awaiting: dict[Connection, None] = {}  # the one that has waited longest comes first
        self._closing = False

    def enter(self, address: str) -> None:
        """Count a connection, which must leave again unless it is refused."""
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
        """Close all that wait for a head; requests under way are answered."""
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


SERVER: Final = "gunicorn"
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
PLAIN_NAMES: Final = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})
NO_ADDRESS: Final = ("localhost", "80")  # a listener on a socket file
ALWAYS: Final = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}


def make_environ(asked: Any, connection: Any, client: Any, listener: Any) -> Environ:
    """Return the environ, as WSGI specifies it; `asked` is gunicorn's request."""
    server = listener if isinstance(listener, tuple) else NO_ADDRESS
    environ = {
        **ALWAYS,
        "REQUEST_METHOD": asked.method,
        "PATH_INFO": unquote_to_bytes(asked.path).decode("latin-1") if "%" in asked.path else asked.path,
        "QUERY_STRING": asked.query,
        "RAW_URI": asked.uri,
        "SERVER_PROTOCOL": "HTTP/{}.{}".format(*asked.version),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0] if isinstance(client, tuple) else "",
        "wsgi.url_scheme": asked.scheme,
        "wsgi.input": asked.body,
        "wsgi.errors": sys.stderr,
        "gunicorn.socket": connection,
    }
    for name, value in asked.headers:
        variable = name_variable(name)
        environ[variable] = f"{environ[variable]},{value}" if variable in environ else value
    return environ


@lru_cache(256)
def name_variable(header: str) -> str:
    name = header.replace("-", "_")
    return name if name in PLAIN_NAMES else f"HTTP_{name}"


def expects_continue(environ: Environ) -> bool:
    """Return whether the client sends the body only after `100 Continue`."""
    expected: str = environ.get("HTTP_EXPECT", "")
    return expected.lower() == "100-continue" and environ["SERVER_PROTOCOL"] != "HTTP/1.0"


def encode_whole(answer: Answer, body: bytes, environ: Environ, *, keep: bool) -> bytes:
    """Return the bytes of an answer with a known body; `keep` says whether the connection is kept."""
    framing = () if answer.status in BODILESS else (f"Content-Length: {len(body)}",)
    head_only = environ["REQUEST_METHOD"] == "HEAD" or answer.status in BODILESS
    return encode_head(answer, environ, framing, keep=keep) + (b"" if head_only else body)


def encode_beginning(answer: Answer, environ: Environ) -> bytes:
    """Return the head of an answer whose parts follow; the connection ends with it."""
    framing = ("Transfer-Encoding: chunked",) if reads_chunks(environ) else ()
    return encode_head(answer, environ, framing, keep=False)


def reads_chunks(environ: Environ) -> bool:
    return bool(environ["SERVER_PROTOCOL"] != "HTTP/1.0")


def encode_chunk(part: bytes) -> bytes:
    """Return a chunk; an empty one is the last."""
    return b"%x\r\n%b\r\n" % (len(part), part)


def encode_head(answer: Answer, environ: Environ, framing: Iterable[str], *, keep: bool) -> bytes:
    lines = [
        f"{environ['SERVER_PROTOCOL']} {STATUS_LINES[answer.status]}",
        f"Server: {SERVER}",
        f"Date: {format_date(int(time.time()))}",
        f"Connection: {'keep-alive' if keep else 'close'}",
        *[f"{name}: {value}" for name, value in answer.headers],
        *framing,
    ]
    head = "\r\n".join(lines)
    if not head.count("\r") == head.count("\n") == len(lines) - 1:
        raise ValueError("a header would be read as two")
    return b"%b\r\n\r\n" % head.encode("latin-1")


@lru_cache(1)
def format_date(second: int) -> str:
    return formatdate(second, usegmt=True)


DRAIN_PATIENCE: Final = 1.0  # seconds
DRAIN_CHUNK: Final = 64 * 1024
DRAIN_CHUNKS: Final = 128
MOST_LEFT_UNREAD: Final = 16 * 1024  # bytes of a body, for the connection to be kept

UNREAD_HEAD: Final = {"REQUEST_METHOD": "", "SERVER_PROTOCOL": "HTTP/1.1"}
SPARE_FILES: Final = 100  # for the servers that the app talks to, and to refuse one connection more

log = logging.getLogger(__name__)


class FairServer(StreamServer):  # type: ignore[misc]  # gevent has no types
    """Takes a connection a millisecond: the process that is awake would take those of a client all."""

    max_accept = 1  # at a time
    pause = 0.001  # seconds
    few = 8  # connections, with which a process that comes back late was at work on the last one
    resting = False

    def do_handle(self, *accepted: Any) -> None:
        super().do_handle(*accepted)
        self.stop_accepting()
        if not self.resting:
            self.resting = True
            gevent.spawn(self.rest)

    def rest(self) -> None:
        """Wait, and take one connection for each pause that has passed meanwhile.

        A process with much to do comes back late: else those that come together would wait for as many rounds
        of all that are there. With few connections it waits again: the others may have waited for its core.
        """
        began = time.monotonic()
        gevent.sleep(self.pause)
        if time.monotonic() - began > 2 * self.pause and len(self.pool or ()) < self.few:
            gevent.sleep(self.pause)
        self.resting = False
        if self.started:
            self.max_accept = int((time.monotonic() - began) / self.pause)
            self._do_read()
            self.max_accept = 1
        if self.started and not self.resting:
            self.start_accepting()


class ApiWorker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def __init__(self, *parts: Any, **named: Any) -> None:
        super().__init__(*parts, **named)
        self.connections = connections_of(Config.from_environment(), self.worker_connections)
        if self.cfg.workers > 1:
            self.server_class = self.make_server

    def init_process(self) -> None:
        """Run the worker in the new process."""
        TIMES.measure()
        super().init_process()

    def make_server(self, listener: Any, *, spawn: Any, **wsgi: Any) -> FairServer:
        """Return the server, as gunicorn asks for it."""
        del wsgi
        return FairServer(listener, handle=partial(self.handle, listener), spawn=spawn)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Let go of waiting clients in a greenlet, because a signal handler may not wait."""
        super().handle_exit(sig, frame)
        if self.booted:  # else there is no app yet, and nobody who waits for it
            gevent.spawn(self.close_idle)

    def close_idle(self) -> None:
        """Close idle connections and streams, which would hold the process until it is killed."""
        self.connections.close()
        services_of(self.wsgi).watch.close()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        address = network_of(addr[0]) if isinstance(addr, tuple) else "unknown"
        connection = Connection.take_over(client, address)
        try:
            self.connections.enter(address)
        except Problem as refusal:
            self.handle_error(None, connection, addr, refusal)
            connection.close()
            return
        try:
            self.connections.await_head(connection, HEAD_SECONDS)
            super().handle(listener, connection, addr)
        finally:
            self.connections.end_of_head(connection)
            if not connection.lent:
                self.connections.leave(address)

    def timeout_ctx(self) -> AbstractContextManager[None]:
        """Return no timer: a connection keeps its own time."""
        return nullcontext()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer one request; StopIteration ends the connection."""
        self.connections.end_of_head(sock)
        environ = make_environ(req, sock, addr, listener_name)
        with suppress(gevent.GreenletExit, SystemExit), charge_time(environ):
            if expects_continue(environ):
                sock.sendall(CONTINUE)
            answer: Answer = self.wsgi.answer(environ)
            if has_unread_body(req):
                req.force_close()
            if isinstance(answer.body, bytes):
                self.send_whole(answer, answer.body, environ, req, sock)
            elif answer.live and environ["REQUEST_METHOD"] != "HEAD":
                self.lend(sock, answer, environ)
            else:
                self.send_parts(answer, environ, req, sock)
            yield_control()
        self.connections.await_head(sock, self.cfg.keepalive)

    def send_whole(self, answer: Answer, body: bytes, environ: Environ, req: Any, sock: Any) -> None:
        keep = self.alive and not req.should_close()
        try:
            sock.sendall(encode_whole(answer, body, environ, keep=keep))
            if has_unread_body(req):
                drain_socket(sock)
        finally:
            answer.close()
        if not keep:
            raise StopIteration

    def send_parts(self, answer: Answer, environ: Environ, req: Any, sock: Any) -> None:
        """Send parts as they are made; once the head is sent, a failure can only break the answer off."""
        sending = Response(req, sock, self.cfg)
        if not self.alive:
            sending.force_close()
        try:
            for part in answer(environ, sending.start_response):
                sending.write(part)
                yield_control()
            sending.close()
        except OSError:
            raise
        except Exception as failure:
            if not sending.headers_sent:
                raise
            log.exception("an answer broke off")
            hang_up(sock)
            raise StopIteration from failure
        finally:
            answer.close()
        if sending.should_close():
            raise StopIteration

    def lend(self, connection: Connection, answer: Answer, environ: Environ) -> None:
        """Hand a stream to a greenlet that holds nothing of the request, as thousands wait.

        For gunicorn it has ended.
        """
        try:
            connection.sendall(encode_beginning(answer, environ))
        except BaseException:
            answer.close()
            raise
        answer.headers = []  # as they are sent
        connection.lent = True
        gevent.spawn_raw(self.follow, answer, connection, environ.get(CALLER), reads_chunks(environ))
        raise StopIteration

    def follow(
        self,
        answer: Answer,
        connection: Connection,
        caller: Caller | None,
        in_chunks: bool,  # noqa: FBT001
    ) -> None:
        """Send what happens until there is nothing more to say, or nobody listens; charged as it is sent."""
        spent = TimeSpent()
        try:
            for part in answer:
                connection.sendall(encode_chunk(part) if in_chunks else part)
                spent.charge(caller)
            if in_chunks:
                connection.sendall(encode_chunk(b""))
        except OSError as gone:
            log.debug("a live answer is not read any more: %s", gone)
        except Exception:
            log.exception("an answer broke off")
        finally:
            answer.close()
            connection.lent = False
            connection.close()
            self.connections.leave(connection.address)
            spent.charge(caller)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer where no view has; the connection is closed afterwards."""
        del req, addr
        self.connections.end_of_head(client)  # whatever still comes is no head
        with suppress(OSError):
            client.sendall(encode_answer(problem_of_failure(exc)))
            drain_socket(client)


def drain_socket(client: socket.socket) -> None:
    """Read what is still on its way here, else the network would throw the answer away."""
    client.shutdown(socket.SHUT_WR)
    with gevent.Timeout(DRAIN_PATIENCE, False):  # noqa: FBT003  no exception: it is over
        for _ in range(DRAIN_CHUNKS):
            if not client.recv(DRAIN_CHUNK):
                break
            yield_control()


def has_unread_body(req: Any) -> bool:
    """Return whether much of a body was refused unread.

    Before the next request of a connection gunicorn would read the rest, a kilobyte at a time, and copy all
    that has arrived for each of them.
    """
    reader = req.body.reader
    if isinstance(reader, LengthReader):
        return bool(reader.length > MOST_LEFT_UNREAD)
    return isinstance(reader, ChunkedReader) and reader.parser is not None


def connections_of(config: Config, most: int) -> Connections:
    """Return the connections of a worker, bounded by address unless a proxy stands in front."""
    of_address = 0 if config.proxies else ceil(config.connections_limit / config.web_workers)
    return Connections(min(most, allow_files(most + SPARE_FILES)) - SPARE_FILES, of_address)


def allow_files(wanted: int) -> int:
    """Raise the limit of open files, of which each connection is one, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    return raised


def problem_of_failure(failure: Exception) -> Problem:
    if isinstance(failure, Problem):
        return failure
    if isinstance(failure, ParseException):
        return Malformed(Detail("head_unreadable", {"because": str(failure)}))
    log.error("a request failed outside of every view", exc_info=failure)
    return InternalError(Detail("our_fault"))


def encode_answer(problem: Problem) -> bytes:
    """Return a problem in English, because the language asked for could not be read."""
    body = msgspec.json.encode(describe_briefly(problem))
    headers = {
        "Content-Language": ENGLISH,
        "X-Content-Type-Options": "nosniff",
        **headers_of_problem(problem),
        "X-Request-Id": secrets.token_hex(8),
        "Server-Timing": "app;dur=0",
    }
    answer = Answer(body, STATUS[type(problem)].value, headers, PROBLEM_JSON)
    return encode_whole(answer, body, UNREAD_HEAD, keep=False)
