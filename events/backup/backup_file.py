"""A backup: one compressed file with all keys of the book and the files that belong to it.

Framed records, then an end with their number and the SHA-256 of everything before it.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

import msgspec

from events.archive.archive import ARCHIVE_SUFFIX, ArchiveSpoilt, unpack_book
from events.backup.server_copy import KEY_PREFIXES, HashRecord, Record, StreamRecord, TextRecord
from events.entry import FIRST_PREV, BrokenChain, walk_chain
from events.redis_store import layout
from events.whole_files import whole_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

BACKUP_FORMAT: Final = "grubenbuch-backup/1"
GZIP_LEVEL: Final = 6
LARGEST_RECORD: Final = 1 << 30  # bytes of one record; more is no record of ours

_BOOK: Final = re.compile(rb"\{gb:\d+\}:m:([A-Za-z0-9_-]+):book")
_HEAD: Final = re.compile(rb"\{gb:\d+\}:m:([A-Za-z0-9_-]+):head")
_FEED: Final = re.compile(rb"\{gb:(\d+)\}:feed")


class KeptFile(msgspec.Struct, frozen=True, tag="file"):
    """A file of the data directory."""

    name: str
    content: bytes


class BackupBegin(msgspec.Struct, frozen=True, tag="begin"):
    format: str
    at: int  # UTC ms


class BackupEnd(msgspec.Struct, frozen=True, tag="end"):
    records: int
    sha256: bytes


class BadBackup(Exception):  # noqa: N818  the name says it
    """The file is not whole, or its books are not."""


class BackupContent(NamedTuple):
    """What a checked backup holds."""

    at: int
    matches: int
    entries: int  # those of archived matches too
    records: int


BackupLine = Record | KeptFile | BackupBegin | BackupEnd

_encoder = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(cast("type[BackupLine]", BackupLine))


def write_backup(path: Path, at: int, given: Iterable[Record | KeptFile]) -> None:
    """It gets its name only when it is whole and on disk. Nobody else may read it: it holds seeds."""
    with (
        whole_file(path) as file,
        gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=GZIP_LEVEL, mtime=0) as packed,
    ):
        _write(cast("BinaryIO", packed), at, given)


def _write(file: BinaryIO, at: int, given: Iterable[Record | KeptFile]) -> None:
    digest, number = hashlib.sha256(), 0

    def put(line: BackupLine) -> None:
        raw = _encoder.encode(line)
        framed = len(raw).to_bytes(4, "big") + raw
        digest.update(framed)
        file.write(framed)

    put(BackupBegin(BACKUP_FORMAT, at))
    for record in given:
        put(record)
        number += 1
    put(BackupEnd(number, digest.digest()))


def read_backup(path: Path) -> Iterator[Record | KeptFile | BackupBegin]:
    """BadBackup where the file is not what was written, at the latest at its end."""
    try:
        with gzip.open(path) as file:
            yield from _read(cast("BinaryIO", file))
    except (OSError, EOFError, ValueError, zlib.error) as failure:
        raise BadBackup(f"{path} cannot be read: {failure}") from failure


def _read(file: BinaryIO) -> Iterator[Record | KeptFile | BackupBegin]:
    digest, number = hashlib.sha256(), -1  # the beginning is not counted
    while frame := file.read(4):
        raw = file.read(min(int.from_bytes(frame, "big"), LARGEST_RECORD))
        line = _decoder.decode(raw)
        if isinstance(line, BackupEnd):
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

    def read(self, line: Record | KeptFile) -> None:
        if isinstance(line, KeptFile):
            self.take_file(line)
        elif not line.key.startswith(KEY_PREFIXES):
            raise BadBackup(f"the backup holds a key that is none of the book's: {line.key!r}")
        elif not isinstance(line, TextRecord):
            self.take(line)

    def take(self, record: Record | KeptFile) -> None:
        if isinstance(record, StreamRecord) and (book := _BOOK.fullmatch(record.key)):
            self._book(book[1], record)
        elif isinstance(record, StreamRecord) and (feed := _FEED.fullmatch(record.key)):
            self._feed(feed[1], record)
        elif isinstance(record, HashRecord) and (head := _HEAD.fullmatch(record.key)):
            fields = dict(record.fields)
            self.heads[head[1]] = int(fields[b"v"]), fields[b"h"].hex()

    def _book(self, match: bytes, record: StreamRecord) -> None:
        version, prev = self.books.get(match, (0, FIRST_PREV))
        found = [(id_, dict(fields)) for id_, fields in record.elements]
        try:
            for entry in walk_chain(layout.read_entries(found, prev=prev), after=version, prev=prev):
                version, prev = entry.version, entry.hash
        except BrokenChain as broken:
            raise BadBackup(f"match {match.decode()}: {broken}") from broken
        self.books[match] = version, prev

    def _feed(self, partition: bytes, record: StreamRecord) -> None:
        """Its old end may be trimmed, but no number is missing in the middle."""
        numbers = [int(id_.split(b"-")[0]) for id_, _ in record.elements]
        first = self.feeds.get(partition, numbers[0] - 1) + 1
        for wanted, number in enumerate(numbers, first):
            if number != wanted:
                raise BadBackup(f"number {wanted} is missing in the feed of partition {partition.decode()}")
        self.feeds[partition] = numbers[-1]

    def take_file(self, file: KeptFile) -> None:
        """If a match is in both places, the keys count."""
        name = file.name.rpartition("/")[2]
        if name.endswith(ARCHIVE_SUFFIX):
            match = name.removesuffix(ARCHIVE_SUFFIX)
            try:
                last = unpack_book(match, file.content).entries[-1]
            except ArchiveSpoilt as spoilt:
                raise BadBackup(str(spoilt)) from spoilt
            self.archived[match.encode()] = last.version, last.hash

    def conclude(self) -> None:
        for match, head in self.heads.items():
            if (self.books.get(match) or self.archived.get(match)) != head:
                raise BadBackup(f"match {match.decode()}: its book does not end where its head says")
        if unknown := self.books.keys() - self.heads.keys():
            raise BadBackup(f"match {min(unknown).decode()}: it has a book and no head")


def check_backup(path: Path, tick: Callable[[], object] = lambda: None) -> BackupContent:
    """Read all of a file, trusting none of it, and return what it holds."""
    audit, at, number = _Audit(), 0, 0
    for line in read_backup(path):
        tick()
        if isinstance(line, BackupBegin):
            at = line.at
            if line.format != BACKUP_FORMAT:
                raise BadBackup(f"{path} has the format {line.format!r}, not {BACKUP_FORMAT!r}")
            continue
        number += 1
        try:
            audit.read(line)
        except (ValueError, KeyError, IndexError) as damage:
            raise BadBackup(f"record {number} of {path} cannot be read: {damage}") from damage
    audit.conclude()
    return BackupContent(at, len(audit.heads), sum(version for version, _ in audit.heads.values()), number)
