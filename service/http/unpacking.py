"""Bodies that come packed: no more is unpacked than a plain body may have."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Final

from werkzeug.exceptions import RequestEntityTooLarge

from service.http.body_room import STEP, HeldBytes
from service.http.faults import UnsupportedMediaType
from service.http.protocol.wsgi import Environ
from service.problem_detail import Detail
from service.problems import Malformed

CODING: Final = "HTTP_CONTENT_ENCODING"  # of a body, where it has one
CODINGS: Final = {"": False, "identity": False, "gzip": True, "x-gzip": True}
GZIP_FRAME: Final = 16 + zlib.MAX_WBITS


def is_packed(environ: Environ) -> bool:
    coding = environ[CODING].strip().lower()
    if coding not in CODINGS:
        raise UnsupportedMediaType(Detail("coding_unknown"))
    return CODINGS[coding]


def unpack(packed: bytes, held: HeldBytes, most: int, count: Callable[[int], None]) -> bytes:
    """As with a plain body, room is reserved first and `count` is told of each part."""
    parts, size = list[bytes](), 0
    for part in inflate(packed, held):
        size += len(part)
        if size > most:
            raise RequestEntityTooLarge
        count(len(part))
        parts.append(part)
    return b"".join(parts)


def inflate(packed: bytes, held: HeldBytes) -> Iterator[bytes]:
    """A part at a time: a small file may be made to hold gigabytes."""
    inflater, rest = zlib.decompressobj(GZIP_FRAME), packed
    while not inflater.eof:
        held.reserve(STEP)
        try:
            part = inflater.decompress(rest, STEP)
        except zlib.error as failure:
            raise Malformed(Detail("body_cut")) from failure
        held.give_back(STEP - len(part))
        if not part and not inflater.eof:
            raise Malformed(Detail("body_cut"))
        rest = inflater.unconsumed_tail
        yield part
    if inflater.unused_data:
        raise Malformed(Detail("body_cut"))
