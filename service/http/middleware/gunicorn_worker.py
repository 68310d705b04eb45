"""Gunicorn's worker: what it refuses by itself is answered like everything else."""

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
from service.http.problem import PROBLEM_JSON, STATUS, describe_briefly
from service.problems import Malformed, Problem

DRAIN_PATIENCE: Final = 1.0  # seconds
DRAIN_CHUNK: Final = 64 * 1024
DRAIN_CHUNKS: Final = 16

UNREADABLE_REQUEST: Final = "The request cannot be read as HTTP/1.1: "

log = logging.getLogger(__name__)


class DeskWorker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """Called where no view has answered; the connection is closed afterwards."""
        del req, addr
        with suppress(OSError):
            client.sendall(encode_answer(problem_of_failure(exc)))
            drain_socket(client)


def drain_socket(client: socket.socket) -> None:
    """Data still on its way here would make the network throw the answer away."""
    client.shutdown(socket.SHUT_WR)
    client.settimeout(DRAIN_PATIENCE)
    for _ in range(DRAIN_CHUNKS):
        if not client.recv(DRAIN_CHUNK):
            break


def problem_of_failure(failure: Exception) -> Problem:
    if isinstance(failure, ParseException):
        return Malformed(f"{UNREADABLE_REQUEST}{failure}")
    log.error("a request failed outside of every view", exc_info=failure)
    return InternalError("This is our fault.")


def encode_answer(problem: Problem) -> bytes:
    status = STATUS[type(problem)]
    body = msgspec.json.encode(describe_briefly(problem))
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {PROBLEM_JSON}",
        f"Content-Length: {len(body)}",
        "X-Content-Type-Options: nosniff",
        f"X-Request-Id: {secrets.token_hex(8)}",
        "Server-Timing: app;dur=0",
        "Connection: close",
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body
