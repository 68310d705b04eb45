"""Objects as they lie in Redis: deflated with phrases that writer and reader know, so that short ones shrink.

A book of phrases is never changed once anything was packed with it: a better one gets the next number.
"""

from __future__ import annotations

import zlib
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zlib import _Compress

NEWEST_PHRASES: Final = 1
DEFLATE_LEVEL: Final = 6
DEFLATE_WINDOW: Final = -14  # raw deflate that looks back 16 kB, as far as a book of phrases is long
DEFLATE_MEMORY: Final = 5  # of the deflater, which is copied for each value

_MARK: Final = b"\xff"  # neither JSON nor UTF-8 begins with it
_AS_IT_IS: Final = 0


def pack(value: bytes) -> bytes:
    """Objects are packed; anything else stays as it is."""
    if value.startswith(b"{"):
        deflating = _deflating().copy()
        return _MARK + bytes([NEWEST_PHRASES]) + deflating.compress(value) + deflating.flush()
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
    return _inflated(packed, number[0]) if number[0] else packed


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
