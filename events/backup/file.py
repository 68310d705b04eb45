"""A backup: one compressed file with all keys of the book and the files that belong to it.

Framed records, then an end that names their number and the SHA-256 of all that stands before it.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

import msgspec

from events.archive.files import SUFFIX, Spoilt, unpacked
from events.backup.records import Hash, Record, Stream, Text
from events.entry import FIRST_PREV, BrokenChain
from events.files import whole_file
from events.history import chained
from events.redis_book import stored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

FORMAT: Final = "grubenbuch-backup/1"
LEVEL: Final = 6
LARGEST: Final = 1 << 30  # bytes of one record; more is no record of ours

_BOOK: Final = re.compile(rb"\{gb:\d+\}:m:([A-Za-z0-9_-]+):book")
_HEAD: Final = re.compile(rb"\{gb:\d+\}:m:([A-Za-z0-9_-]+):head")
_FEED: Final = re.compile(rb"\{gb:(\d+)\}:feed")


class Kept(msgspec.Struct, frozen=True, tag="file"):
    """A file of the data directory."""

    name: str
    content: bytes


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    format: str
    at: int  # UTC ms


class End(msgspec.Struct, frozen=True, tag="end"):
    records: int
    sha256: bytes


class BadBackup(Exception):  # noqa: N818  what it says
    """The file is not whole, or its books are not."""


class Content(NamedTuple):
    """What a checked backup holds."""

    at: int
    matches: int
    entries: int  # those of archived matches too
    records: int


Line = Record | Kept | Begin | End

_encoder = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(cast("type[Line]", Line))


def write(path: Path, at: int, given: Iterable[Record | Kept]) -> None:
    """Under its name only when it is whole and on disk. For nobody else's eyes: it holds seeds."""
    with (
        whole_file(path) as file,
        gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=LEVEL, mtime=0) as packed,
    ):
        _write(cast("BinaryIO", packed), at, given)


def _write(file: BinaryIO, at: int, given: Iterable[Record | Kept]) -> None:
    digest, number = hashlib.sha256(), 0

    def put(line: Line) -> None:
        raw = _encoder.encode(line)
        framed = len(raw).to_bytes(4, "big") + raw
        digest.update(framed)
        file.write(framed)

    put(Begin(FORMAT, at))
    for record in given:
        put(record)
        number += 1
    put(End(number, digest.digest()))


def read(path: Path) -> Iterator[Record | Kept | Begin]:
    """BadBackup where the file is not what was written, at the latest at its end."""
    try:
        with gzip.open(path) as file:
            yield from _read(cast("BinaryIO", file))
    except (OSError, EOFError, ValueError, zlib.error) as failure:
        raise BadBackup(f"{path} cannot be read: {failure}") from failure


def _read(file: BinaryIO) -> Iterator[Record | Kept | Begin]:
    digest, number = hashlib.sha256(), -1  # the beginning is not counted
    while frame := file.read(4):
        raw = file.read(min(int.from_bytes(frame, "big"), LARGEST))
        line = _decoder.decode(raw)
        if isinstance(line, End):
            if (line.records, line.sha256) != (number, digest.digest()) or file.read(1):
                raise BadBackup("the file is not what was written")
            return
        digest.update(frame + raw)
        number += 1
        yield line
    raise BadBackup("the end of the file is missing")


class _Audit:
    """Every book must follow from its first entry, end where its head says, and be told in the feed."""

    def __init__(self) -> None:
        self.books: dict[bytes, tuple[int, str]] = {}
        self.heads: dict[bytes, tuple[int, str]] = {}
        self.feeds: dict[bytes, int] = {}
        self.archived: dict[bytes, tuple[int, str]] = {}

    def read(self, line: Record | Kept) -> None:
        if isinstance(line, Kept):
            self.take_file(line)
        elif not isinstance(line, Text):
            self.take(line)

    def take(self, record: Record | Kept) -> None:
        if isinstance(record, Stream) and (book := _BOOK.fullmatch(record.key)):
            self._book(book[1], record)
        elif isinstance(record, Stream) and (feed := _FEED.fullmatch(record.key)):
            self._feed(feed[1], record)
        elif isinstance(record, Hash) and (head := _HEAD.fullmatch(record.key)):
            fields = dict(record.fields)
            self.heads[head[1]] = int(fields[b"v"]), fields[b"h"].hex()

    def _book(self, match: bytes, record: Stream) -> None:
        version, prev = self.books.get(match, (0, FIRST_PREV))
        found = [(id_, dict(fields)) for id_, fields in record.elements]
        try:
            for entry in chained(stored.entries(found, prev=prev), after=version, prev=prev):
                version, prev = entry.version, entry.hash
        except BrokenChain as broken:
            raise BadBackup(f"match {match.decode()}: {broken}") from broken
        self.books[match] = version, prev

    def _feed(self, partition: bytes, record: Stream) -> None:
        """Its old end may be trimmed, but in the middle no number is missing."""
        numbers = [int(id_.split(b"-")[0]) for id_, _ in record.elements]
        first = self.feeds.get(partition, numbers[0] - 1) + 1
        for wanted, number in enumerate(numbers, first):
            if number != wanted:
                raise BadBackup(f"number {wanted} is missing in the feed of partition {partition.decode()}")
        self.feeds[partition] = numbers[-1]

    def take_file(self, file: Kept) -> None:
        """Of a match that is in both places the keys count."""
        name = file.name.rpartition("/")[2]
        if name.endswith(SUFFIX):
            match = name.removesuffix(SUFFIX)
            try:
                last = unpacked(match, file.content).entries[-1]
            except Spoilt as spoilt:
                raise BadBackup(str(spoilt)) from spoilt
            self.archived[match.encode()] = last.version, last.hash

    def conclude(self) -> None:
        for match, head in self.heads.items():
            if (self.books.get(match) or self.archived.get(match)) != head:
                raise BadBackup(f"match {match.decode()}: its book does not end where its head says")
        if unknown := self.books.keys() - self.heads.keys():
            raise BadBackup(f"match {min(unknown).decode()}: it has a book and no head")


def check(path: Path, tick: Callable[[], object] = lambda: None) -> Content:
    """Reads all of a file, and doubts all of it."""
    audit, at, number = _Audit(), 0, 0
    for line in read(path):
        tick()
        if isinstance(line, Begin):
            at = line.at
            if line.format != FORMAT:
                raise BadBackup(f"{path} has the format {line.format!r}, not {FORMAT!r}")
            continue
        number += 1
        try:
            audit.read(line)
        except (ValueError, KeyError, IndexError) as damage:
            raise BadBackup(f"record {number} of {path} cannot be read: {damage}") from damage
    audit.conclude()
    return Content(at, len(audit.heads), sum(version for version, _ in audit.heads.values()), number)
