"""Replies of Redis, read as the things they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from events.cursor import ListingPosition
from events.entry import FIRST_PREV, BrokenChain, Entry, unseal
from events.redis_book.packing import unpack, unpack_digest
from events.store import FeedItem, Head

if TYPE_CHECKING:
    from collections.abc import Iterator

StreamElement = tuple[bytes, dict[bytes, bytes]]  # of a stream: id and fields

HEAD_FIELDS: Final = ("v", "h", "o", "t", "c", "s")


def read_head(match: str, fields: list[bytes | None]) -> Head | None:
    version, hash_, opened, touched, closed, summary = fields
    if not (version and hash_ and opened and touched and summary is not None):
        return None
    return Head(
        match=match,
        version=int(version),
        hash=hash_.hex(),
        opened=int(opened),
        touched=int(touched),
        closed=closed == b"1",
        summary=_note(summary),
    )


def read_entries(
    found: list[StreamElement], *, after_first: bool = False, prev: str = FIRST_PREV
) -> Iterator[Entry]:
    """Each takes its `prev` from the element before; with `after_first` the first is there only for that."""
    for place, (id_, fields) in enumerate(found):
        hash_ = fields[b"h"].hex()
        if place or not after_first:
            yield _unsealed(id_, fields[b"e"], prev, hash_)
        prev = hash_


def read_few(found: list[StreamElement] | Exception, most: int) -> list[Entry] | None:
    """What follows the first; None if there is more, or if it cannot be read."""
    if isinstance(found, Exception) or not 0 < len(found) <= most:
        return None
    try:
        return list(read_entries(found, after_first=True))
    except BrokenChain:
        return None


def read_nonce(element: StreamElement) -> bytes:
    """Of the append that wrote it; older elements have none."""
    return element[1].get(b"a", b"")


def read_feed_item(element: StreamElement) -> FeedItem:
    id_, fields = element
    return FeedItem(_number(id_), fields[b"m"].decode(), int(fields[b"v"]), _note(fields[b"n"]))


def read_number(element: StreamElement) -> int:
    return _number(element[0])


def read_positions(members: list[tuple[bytes, float]]) -> Iterator[ListingPosition]:
    for match, opened in members:
        yield ListingPosition(int(opened), match.decode())


def read_document(fields: dict[bytes, bytes]) -> dict[str, bytes]:
    return {field.decode(): unpack(value) for field, value in fields.items()}


def read_cause(value: bytes) -> tuple[str, int]:
    """The fingerprint and the version it was written with."""
    version, _, fingerprint = value.partition(b":")
    return unpack_digest(fingerprint), int(version)


def _note(value: bytes) -> bytes:
    """Its reader deals with one that cannot be read; it must not hold up those behind it."""
    try:
        return unpack(value)
    except ValueError:
        return value


def _unsealed(id_: bytes, body: bytes, prev: str, hash_: str) -> Entry:
    try:
        return unseal(unpack(body), prev, hash_)
    except ValueError as failure:  # not packed, no JSON, no UTF-8, or no entry
        raise BrokenChain(_number(id_), "its bytes cannot be read") from failure


def _number(id_: bytes) -> int:
    return int(id_.split(b"-")[0])
