"""What goes over a connection: a request as gunicorn has read it becomes an environ, an answer becomes bytes.

The parser stays gunicorn's, with all that it refuses. Its environ holds much that nobody here reads, and its
answers go out in two pieces, which the network and both sides handle twice.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from email.utils import formatdate
from functools import lru_cache
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from service.api.protocol.answer import BODILESS, STATUS_LINES, Answer
from service.api.protocol.wsgi import Environ

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
    """The environ, as WSGI specifies it; `asked` is gunicorn's request."""
    server = listener if isinstance(listener, tuple) else NO_ADDRESS
    environ = {
        **ALWAYS,
        "REQUEST_METHOD": asked.method,
        "PATH_INFO": read_path(asked.path),
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


def read_path(path: str) -> str:
    """The bytes of the path, each as a character."""
    return unquote_to_bytes(path).decode("latin-1") if "%" in path else path


@lru_cache(256)
def name_variable(header: str) -> str:
    name = header.replace("-", "_")
    return name if name in PLAIN_NAMES else f"HTTP_{name}"


def waits_for_leave(environ: Environ) -> bool:
    """The body comes only once it is asked for."""
    expected: str = environ.get("HTTP_EXPECT", "")
    return expected.lower() == "100-continue" and environ["SERVER_PROTOCOL"] != "HTTP/1.0"


def encode_whole(answer: Answer, body: bytes, environ: Environ, *, keep: bool) -> bytes:
    """An answer with a body that is known, and its head; `keep` says whether the connection is."""
    framing = () if answer.status in BODILESS else (f"Content-Length: {len(body)}",)
    head_only = environ["REQUEST_METHOD"] == "HEAD" or answer.status in BODILESS
    return encode_head(answer, environ, framing, keep=keep) + (b"" if head_only else body)


def encode_beginning(answer: Answer, environ: Environ) -> bytes:
    """The head of an answer whose parts follow; the connection ends with it."""
    framing = ("Transfer-Encoding: chunked",) if reads_chunks(environ) else ()
    return encode_head(answer, environ, framing, keep=False)


def reads_chunks(environ: Environ) -> bool:
    return bool(environ["SERVER_PROTOCOL"] != "HTTP/1.0")


def encode_chunk(part: bytes) -> bytes:
    """An empty one is the last."""
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
