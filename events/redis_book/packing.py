"""Objects as they lie in Redis: packed with phrases that both sides know, so that even short ones shrink."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from events.redis_book.phrases import NEWEST_PHRASES, read_with_phrases, write_with_phrases

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
        begin, value = lift_cause(value)
        return begin + write_with_phrases(value)
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
        cause, packed = packed[:_CAUSE_BYTES], packed[_CAUSE_BYTES:]
        return _put_back(cause, read_with_phrases(packed, number[0] - CAUSE_AHEAD))
    return read_with_phrases(packed, number[0]) if number[0] else packed


def pack_digest(text: str) -> bytes:
    """Half as long; what is no digest in hex stays as it is."""
    return _MARK + bytes.fromhex(text) if _DIGEST.fullmatch(text) else text.encode()


def unpack_digest(value: bytes) -> str:
    """Of earlier versions, too, which did not pack it."""
    return value[1:].hex() if value.startswith(_MARK) else value.decode()


def lift_cause(value: bytes) -> tuple[bytes, bytes]:
    """How a packed object begins, and what is left to be packed: digits in hex would hardly shrink."""
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
