"""Books of phrases: what was packed with one is read with the very same.

So a book is never changed once anything was packed with it: a better one gets the next number. The first two
are for deflate and are only read any more; the later ones are dictionaries of Zstandard.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache, partial
from importlib import resources
from typing import Final, Generic, TypeVar

import zstandard
from zstandard import ZstdCompressionDict, ZstdCompressionParameters, ZstdCompressor, ZstdDecompressor

Worker = TypeVar("Worker")

NEWEST_PHRASES: Final = 3

LAST_DEFLATED: Final = 2
DEFLATE_WINDOW: Final = -14  # raw deflate that looks back 16 kB

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
    if number <= LAST_DEFLATED:
        return _inflate(packed, load_phrases(number))
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
    """A reader first takes the memory that the frame asks for, and a spoilt one may ask for any amount."""
    length = zstandard.get_frame_parameters(packed, FORMAT).content_size
    if length > len(packed) // SMALLEST_BLOCK * LARGEST_BLOCK:
        raise ValueError("so few bytes cannot become as many as they say")


def _inflate(packed: bytes, phrases: bytes) -> bytes:
    inflating = zlib.decompressobj(DEFLATE_WINDOW, zdict=phrases)
    try:
        value = inflating.decompress(packed)
    except zlib.error as failure:
        raise ValueError(str(failure)) from failure
    if not inflating.eof or inflating.unused_data:
        raise ValueError("it is not as long as what was packed")
    return value


@cache
def load_phrases(number: int) -> bytes:
    name = f"phrases_{number}.txt" if number <= LAST_DEFLATED else f"phrases_{number}.dict"
    try:
        return resources.files("events.redis_book").joinpath(name).read_bytes()
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
