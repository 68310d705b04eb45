"""Objects in Redis, packed with a dictionary of the program, which makes short ones shrink too.

What was packed with a dictionary is read with the very same. So a dictionary is never changed once anything
was packed with it: a better one gets the next number.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib import resources
from typing import Final, Generic, TypeVar

import zstandard
from zstandard import ZstdCompressionDict, ZstdCompressionParameters, ZstdCompressor, ZstdDecompressor

Worker = TypeVar("Worker")

NEWEST_PHRASES: Final = 3

LEVEL: Final = 4
USUAL_BYTES: Final = 400  # of a value: what looks farther back is prepared for larger ones in vain
LARGEST_BOOK: Final = (1 << 14) - USUAL_BYTES  # with a larger one, Zstandard would be tuned for larger values
FORMAT: Final = zstandard.FORMAT_ZSTD1_MAGICLESS  # a mark says already what four bytes more would say
LARGEST_BLOCK: Final = zstandard.BLOCKSIZE_MAX  # unpacked; a frame is one block after the other
LONG: Final = b"\x80"  # so, or higher, begins a frame that says to hold more than 64 KiB
SMALLEST_BLOCK: Final = 4  # packed: three bytes of its head, and one to repeat


class Pool(Generic[Worker]):
    """Workers that are dear to make, and of which each can work for one thread at a time."""

    def __init__(self, make: Callable[[], Worker]) -> None:
        self._make = make
        self._at_rest: list[Worker] = []

    def take(self) -> Worker:
        try:
            return self._at_rest.pop()
        except IndexError:
            return self._make()

    def give_back(self, worker: Worker) -> None:
        self._at_rest.append(worker)


def write_with_phrases(value: bytes) -> bytes:
    """With the newest ones."""
    packer = _PACKERS.take()
    packed = packer.compress(value)
    _PACKERS.give_back(packer)
    return packed


def read_with_phrases(packed: bytes, number: int) -> bytes:
    """ValueError if these bytes are not what was packed with them."""
    readers = _readers(number)
    reader = readers.take()
    try:
        if packed[:1] >= LONG:
            _check_length(packed)
        value = reader.decompress(packed, allow_extra_data=False)
    except zstandard.ZstdError as failure:
        raise ValueError(str(failure)) from failure
    if not value:  # then whatever follows the frame goes unnoticed, and nothing that is packed is empty
        raise ValueError("nothing was packed")
    readers.give_back(reader)  # not after a failure: it may hold memory for what a spoilt frame asked for
    return value


def _check_length(packed: bytes) -> None:
    """Raise ValueError at a spoilt length: a reader first allocates as much memory as the frame says."""
    length = zstandard.get_frame_parameters(packed, FORMAT).content_size
    if length > len(packed) // SMALLEST_BLOCK * LARGEST_BLOCK:
        raise ValueError("so few bytes cannot become as many as they say")


@cache
def load_phrases(number: int) -> bytes:
    name = f"phrases_{number}.dict"
    try:
        return resources.files("events.redis_store").joinpath(name).read_bytes()
    except FileNotFoundError as failure:
        raise ValueError(f"there is no book of phrases {number}") from failure


def make_packer(phrases: bytes) -> ZstdCompressor:
    """Says of a value no more than is needed to read it: its length, but no sum of it and not its book."""
    setting = ZstdCompressionParameters.from_level(
        LEVEL,
        source_size=USUAL_BYTES,
        dict_size=len(phrases),
        format=FORMAT,
        write_checksum=False,
        write_dict_id=False,
    )
    return ZstdCompressor(dict_data=ZstdCompressionDict(phrases), compression_params=setting)


@cache
def _readers(number: int) -> Pool[ZstdDecompressor]:
    phrases = ZstdCompressionDict(load_phrases(number))
    return Pool(partial(ZstdDecompressor, dict_data=phrases, format=FORMAT))


_PACKERS: Final = Pool(lambda: make_packer(load_phrases(NEWEST_PHRASES)))


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
    """Pack metadata and summaries, which often repeat."""
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
    """Return the text of a digest, or of what was stored as it is."""
    return value[1:].hex() if value.startswith(_MARK) else value.decode()


def lift_cause(value: bytes) -> tuple[bytes, bytes]:
    """Return how a packed object begins, and the rest to be packed: digits in hex would hardly shrink."""
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
