"""Answers compressed with gzip for clients that take it.

The compressed form has an ETag of its own, with `-gzip` at its end; what a client sends back is freed of it
before anybody reads it. Live streams pass as they are, and so does whatever is short or compressed already.
"""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from service.http.wsgi import Environ, HeaderList, Server

WORTH_PACKING: Final = 1024  # bytes that are worth the work
LEVEL: Final = 4  # the next one takes a picture half as long again, for a twentieth of its bytes
MOST_KEPT: Final = 128  # answers that change only with the programme, compressed once
COMPRESSIBLE: Final = re.compile(
    r"(text/(?!event-stream)|image/svg\+xml|application/(json|problem\+json|x-ndjson|yaml|javascript))"
)
GZIP: Final = 16 + zlib.MAX_WBITS
NO_BODY: Final = ("1", "204", "206", "304")
HELD_TAGS: Final = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH")

_GZIP: Final = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?(?=,|$)", re.IGNORECASE)
_DIGEST: Final = re.compile(r'"[0-9a-f]{16}"')


class Compression:
    def __init__(self, server: Server) -> None:
        self.server = server
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        held = environ.get("HTTP_IF_NONE_MATCH", "")
        for name in HELD_TAGS:
            if name in environ:
                environ[name] = environ[name].replace('-gzip"', '"')
        told: list[Any] = []
        chunks = self.server(environ, lambda *start: told.append(start))
        status, headers, *failure = told[-1]
        answer = OutgoingAnswer(environ, status, headers)
        compressible = answer.may_be_compressed
        if answer.status.startswith("304"):
            answer.name_held_form(held)
        elif compressible and takes_gzip(environ):
            chunks = self.compress(answer, chunks)
        if compressible or answer.status.startswith("304"):
            headers.append(("Vary", "Accept-Encoding"))
        start_response(status, headers, *failure)
        return chunks

    def compress(self, answer: OutgoingAnswer, chunks: Iterable[bytes]) -> Iterable[bytes]:
        tag = answer.header("ETag")
        answer.become_gzip()
        if answer.environ["REQUEST_METHOD"] == "HEAD":
            return chunks
        if answer.length is None:
            return Deflated(chunks)
        body = self.compress_body(answer.environ["PATH_INFO"], tag, chunks)
        answer.headers.append(("Content-Length", str(len(body))))
        return [body]

    def compress_body(self, path: str, tag: str | None, chunks: Iterable[bytes]) -> bytes:
        """What is tagged with a digest is the same at every call of its path.

        All files of the window share one digest.
        """
        constant = tag is not None and _DIGEST.fullmatch(tag) is not None
        plain = read_all(chunks)
        if tag is None or not constant:
            return compress_bytes(plain)
        body = self._kept.get((path, tag))
        if body is None:
            body = self._kept[path, tag] = compress_bytes(plain)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return body


class OutgoingAnswer:
    """Status and headers of an answer on its way out."""

    def __init__(self, environ: Environ, status: str, headers: HeaderList) -> None:
        self.environ = environ
        self.status = status
        self.headers = headers
        length = self.header("Content-Length")
        self.length = None if length is None else int(length)

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def may_be_compressed(self) -> bool:
        """By its kind and length, whoever asks for it."""
        return (
            not self.status.startswith(NO_BODY)
            and COMPRESSIBLE.match(self.header("Content-Type") or "") is not None
            and (self.length is None or self.length >= WORTH_PACKING)
            and self.header("Content-Encoding") is None
        )

    def become_gzip(self) -> None:
        tag = self.header("ETag")
        self.headers[:] = [pair for pair in self.headers if pair[0].lower() != "content-length"]
        self.headers.append(("Content-Encoding", "gzip"))
        if tag is not None and self.environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            self.set_tag(f'{tag[:-1]}-gzip"')

    def name_held_form(self, held: str) -> None:
        """Of a 304: the client keeps the form it has."""
        tag = self.header("ETag")
        if tag is not None and f'{tag[:-1]}-gzip"' in held:
            self.set_tag(f'{tag[:-1]}-gzip"')

    def set_tag(self, tag: str) -> None:
        self.headers[:] = [(name, tag if name.lower() == "etag" else value) for name, value in self.headers]


class Deflated:
    """The chunks of a file, each compressed as it comes."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        for chunk in self._chunks:
            yield packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH)
        yield packer.flush()

    def close(self) -> None:
        close_all(self._chunks)


def takes_gzip(environ: Environ) -> bool:
    wanted = _GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", ""))
    return wanted is not None and (wanted[1] is None or wanted[1].strip("0.") != "")


def compress_bytes(plain: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return packer.compress(plain) + packer.flush()


def read_all(chunks: Iterable[bytes]) -> bytes:
    try:
        return b"".join(chunks)
    finally:
        close_all(chunks)


def close_all(chunks: Iterable[bytes]) -> None:
    close = getattr(chunks, "close", None)
    if close is not None:
        close()
