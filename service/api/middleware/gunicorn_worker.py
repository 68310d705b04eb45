"""Gunicorn's worker: who may connect, how long a head may take, and refusals in the shape of all others."""

from __future__ import annotations

import logging
import resource
import secrets
import socket
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from math import ceil
from typing import Any, Final

import gevent
import msgspec
from gevent.server import StreamServer
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.errors import ParseException
from gunicorn.http.wsgi import Response
from gunicorn.workers.ggevent import GeventWorker

from service.api.budgets import Caller
from service.api.faults import InternalError
from service.api.greenlets import yield_control
from service.api.hang_up import hang_up
from service.api.middleware.connections import HEAD_SECONDS, Connection, Connections
from service.api.middleware.processor_time import TIMES, TimeSpent, charge_time
from service.api.middleware.rate_limit import network_of
from service.api.problem import PROBLEM_JSON, STATUS, describe_briefly, headers_of_problem
from service.api.protocol.answer import Answer
from service.api.protocol.wire import (
    CONTINUE,
    encode_beginning,
    encode_chunk,
    encode_whole,
    make_environ,
    reads_chunks,
    waits_for_leave,
)
from service.api.protocol.wsgi import CALLER, Environ
from service.api.services import services_of
from service.config import Config
from service.problem_detail import Detail
from service.problems import Malformed, Problem
from service.wording import ENGLISH

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
        """In the new process; it ends with it."""
        TIMES.measure()
        super().init_process()

    def make_server(self, listener: Any, *, spawn: Any, **wsgi: Any) -> FairServer:
        """As gunicorn asks for it; what a server of its own would need besides, nobody needs here."""
        del wsgi
        return FairServer(listener, handle=partial(self.handle, listener), spawn=spawn)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """A signal handler may not wait, so a greenlet of its own does."""
        super().handle_exit(sig, frame)
        if self.booted:  # else there is no app yet, and nobody who waits for it
            gevent.spawn(self.let_go)

    def let_go(self) -> None:
        """Lets go of all who wait for news or for nothing: they would hold the process until it is killed."""
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
        """A connection keeps its own time, so no timer is set for each request besides."""
        return nullcontext()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """StopIteration ends the connection."""
        self.connections.end_of_head(sock)
        environ = make_environ(req, sock, addr, listener_name)
        with suppress(gevent.GreenletExit, SystemExit), charge_time(environ):
            if waits_for_leave(environ):
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
        """Part by part, as they are made; once the head is sent, a failure can only break the answer off."""
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
        """To a greenlet that holds nothing of the request, as thousands wait. For gunicorn it has ended."""
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
        """Called where no view has answered; the connection is closed afterwards."""
        del req, addr
        self.connections.end_of_head(client)  # whatever still comes is no head
        with suppress(OSError):
            client.sendall(encode_answer(problem_of_failure(exc)))
            drain_socket(client)


def drain_socket(client: socket.socket) -> None:
    """Data still on its way here would make the network throw the answer away."""
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
    """Behind a proxy all come from one address; the proxy must then bound those of its clients."""
    of_address = 0 if config.proxies else ceil(config.connections_limit / config.web_workers)
    return Connections(min(most, allow_files(most + SPARE_FILES)) - SPARE_FILES, of_address)


def allow_files(wanted: int) -> int:
    """Each connection is a file, and systems allow a process a thousand unless it asks for more."""
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
    """In English: which language is asked for could not be read."""
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
