"""Gunicorn's worker, so that what it refuses by itself is answered like everything else."""

from __future__ import annotations

import logging
import secrets
import socket
from contextlib import suppress
from typing import Any, Final

import msgspec
from gunicorn.http.errors import ParseException
from gunicorn.workers.ggevent import GeventWorker

from service.http.faults import InternalError
from service.http.problem import MEDIA_TYPE, STATUS, plainly
from service.problems import Malformed, Problem

PATIENCE: Final = 1.0  # seconds
CHUNK: Final = 64 * 1024
CHUNKS: Final = 16

UNREADABLE: Final = "The request cannot be read as HTTP/1.1: "

log = logging.getLogger(__name__)


class DeskWorker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """Called where no view has answered; the connection is closed afterwards."""
        del req, addr
        with suppress(OSError):
            client.sendall(answer(problem_of(exc)))
            let_it_arrive(client)


def let_it_arrive(client: socket.socket) -> None:
    """What is still on its way here would make the network throw the answer away."""
    client.shutdown(socket.SHUT_WR)
    client.settimeout(PATIENCE)
    for _ in range(CHUNKS):
        if not client.recv(CHUNK):
            break


def problem_of(failure: Exception) -> Problem:
    if isinstance(failure, ParseException):
        return Malformed(f"{UNREADABLE}{failure}")
    log.error("a request failed outside of every view", exc_info=failure)
    return InternalError("This is our fault.")


def answer(problem: Problem) -> bytes:
    status = STATUS[type(problem)]
    body = msgspec.json.encode(plainly(problem))
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "X-Content-Type-Options: nosniff",
        f"X-Request-Id: {secrets.token_hex(8)}",
        "Server-Timing: app;dur=0",
        "Connection: close",
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body
