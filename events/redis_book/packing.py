"""Objects as they lie in Redis: deflated with phrases that writer and reader know, so that short ones shrink.

A book of phrases is never changed once anything was packed with it: a better one gets the next number.
"""

from __future__ import annotations

import re
import zlib
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zlib import _Compress

NEWEST_PHRASES: Final = 2
DEFLATE_LEVEL: Final = 6
DEFLATE_WINDOW: Final = -14  # raw deflate that looks back 16 kB, as far as a book of phrases is long
DEFLATE_MEMORY: Final = 5  # of the deflater, which is copied for each value

CAUSE_AHEAD: Final = 64  # added to the number of the book: the 16 bytes of the cause come first

_MARK: Final = b"\xff"  # neither JSON nor UTF-8 begins with it
_AS_IT_IS: Final = 0
_CAUSE_BYTES: Final = 16
_CAUSE: Final = re.compile(rb'\{"actor":"[^"\\]*","at":[0-9]+,"cause":"([0-9a-f]{32}|=)"')
_DIGEST: Final = re.compile(r"[0-9a-f]{32}")
_PLACE: Final = b"="  # where a lifted cause stood


def pack(value: bytes) -> bytes:
    """Objects are packed; anything else stays as it is."""
    if value.startswith(b"{"):
        begin, value = _lift_cause(value)
        deflating = _deflating().copy()
        return begin + deflating.compress(value) + deflating.flush()
    return _MARK + bytes([_AS_IT_IS]) + value if value.startswith(_MARK) else value


@lru_cache(4096)
def pack_common(value: bytes) -> bytes:
    """The same for notes and summaries, which often repeat."""
    return pack(value)


def unpack(value: bytes) -> bytes:
    """ValueError if it was not packed."""
    if not value.startswith(_MARK):
        return value
    number, packed = value[1:2], value[2:]
    if not number:
        raise ValueError("it does not say with which phrases it was packed")
    if CAUSE_AHEAD <= number[0] < 2 * CAUSE_AHEAD:
        return _put_back(packed[:_CAUSE_BYTES], _inflated(packed[_CAUSE_BYTES:], number[0] - CAUSE_AHEAD))
    return _inflated(packed, number[0]) if number[0] else packed


def pack_digest(text: str) -> bytes:
    """Half as long; what is no digest in hex stays as it is."""
    return _MARK + bytes.fromhex(text) if _DIGEST.fullmatch(text) else text.encode()


def unpack_digest(value: bytes) -> str:
    """Of earlier versions, too, which did not pack it."""
    return value[1:].hex() if value.startswith(_MARK) else value.decode()


def _lift_cause(value: bytes) -> tuple[bytes, bytes]:
    """How the packed value begins, and what is left to be deflated: digits in hex would hardly shrink."""
    found = _CAUSE.match(value)
    if found is None or found[1] == _PLACE:
        return _MARK + bytes([NEWEST_PHRASES]), value
    cause = bytes.fromhex(found[1].decode())
    begin, end = found.span(1)
    return _MARK + bytes([NEWEST_PHRASES + CAUSE_AHEAD]) + cause, value[:begin] + _PLACE + value[end:]


def _put_back(cause: bytes, value: bytes) -> bytes:
    found = _CAUSE.match(value)
    if found is None or found[1] != _PLACE:
        raise ValueError("there is no place for its cause")
    return value[: found.start(1)] + cause.hex().encode() + value[found.end(1) :]


def _inflated(packed: bytes, number: int) -> bytes:
    inflating = zlib.decompressobj(DEFLATE_WINDOW, zdict=load_phrases(number))
    try:
        value = inflating.decompress(packed)
    except zlib.error as failure:
        raise ValueError(str(failure)) from failure
    if not inflating.eof or inflating.unused_data:
        raise ValueError("it is not as long as what was packed")
    return value


@cache
def load_phrases(number: int) -> bytes:
    try:
        return resources.files("events.redis_book").joinpath(f"phrases_{number}.txt").read_bytes()
    except FileNotFoundError as failure:
        raise ValueError(f"there is no book of phrases {number}") from failure


@cache
def _deflating() -> _Compress:
    """The phrases are loaded once and not for each value."""
    return zlib.compressobj(
        DEFLATE_LEVEL,
        zlib.DEFLATED,
        DEFLATE_WINDOW,
        DEFLATE_MEMORY,
        zlib.Z_DEFAULT_STRATEGY,
        load_phrases(NEWEST_PHRASES),
    )
