"""Answers compressed with gzip for clients that take it.

The compressed form has an ETag of its own (`answer_building.tag_of_gzip`). Live streams pass as they are,
and so does whatever is short or compressed already.
"""

from __future__ import annotations

import re
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Final

from service.api.answer_building import VARY_BY_ENCODING, tag_of_gzip
from service.api.protocol.answer import BODILESS, Answer
from service.api.protocol.wsgi import Environ

WORTH_PACKING: Final = 1024  # bytes that are worth the work
LEVEL: Final = 4  # the next one takes a picture half as long again, for a twentieth of its bytes
MOST_KEPT: Final = 128  # answers that change only with the program, compressed once
COMPRESSIBLE: Final = re.compile(
    r"(text/(?!event-stream)|image/svg\+xml|application/(json|problem\+json|x-ndjson|yaml|javascript))"
)
GZIP: Final = 16 + zlib.MAX_WBITS

_GZIP: Final = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?(?=,|$)", re.IGNORECASE)
_DIGEST: Final = re.compile(r'"[0-9a-f]{16}"')


class Compression:
    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()

    def offer(self, answer: Answer, environ: Environ) -> None:
        """For a long answer every cache is told of the other form, and every client that takes it gets it."""
        if may_be_compressed(answer):
            answer.headers.append(VARY_BY_ENCODING)
            if takes_gzip(environ):
                self.compress(answer, environ)

    def compress(self, answer: Answer, environ: Environ) -> None:
        tag = answer.header("ETag")
        answer.headers.append(("Content-Encoding", "gzip"))
        if tag is not None and environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            answer.set_header("ETag", tag_of_gzip(tag))
        if isinstance(answer.body, bytes) and environ["REQUEST_METHOD"] != "HEAD":
            answer.body = self.compress_body(environ["PATH_INFO"], tag, answer.body)
        else:
            answer.body = Deflated(iter(answer))

    def compress_body(self, path: str, tag: str | None, plain: bytes) -> bytes:
        """What is tagged with a digest is the same at every call of its path.

        All files of the web client share one digest.
        """
        if tag is None or _DIGEST.fullmatch(tag) is None:
            return compress_bytes(plain)
        body = self._kept.get((path, tag))
        if body is None:
            body = self._kept[path, tag] = compress_bytes(plain)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return body


def may_be_compressed(answer: Answer) -> bool:
    """Whether an answer of this kind is compressed, whoever asks for it."""
    return (
        answer.status not in BODILESS
        and COMPRESSIBLE.match(answer.header("Content-Type") or "") is not None
        and answer.header("Content-Encoding") is None
    )


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
        close = getattr(self._chunks, "close", None)
        if close is not None:
            close()


def takes_gzip(environ: Environ) -> bool:
    wanted = _GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", ""))
    return wanted is not None and (wanted[1] is None or wanted[1].strip("0.") != "")


def compress_bytes(plain: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return packer.compress(plain) + packer.flush()
