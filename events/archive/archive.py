"""Finished matches as compressed files: what a store lets go of once a file surely has it.

A file holds the entries without hashes, nor causes of bots and clocks, because these follow from the rest;
then what lay beside the book.
"""

from __future__ import annotations

import fcntl
import lzma
import os
import re
import zlib
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from events.codec import decode, encode
from events.entry import FIRST_PREV, cause_at_version, hash_of, unseal
from events.names import check_match
from events.store import Belongings
from events.whole_files import write_whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from events.entry import Entry

ARCHIVE_FORMAT: Final = "grubenbuch-archive/2"
ARCHIVE_SUFFIX: Final = ".book.xz"
XZ_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]

_CAUSE: Final = re.compile(rb'\{"actor":"([a-z]+)[^"]*","at":[0-9]+,"cause":"([^"]*)"')
_FOLLOWS: Final = b"="  # in place of a cause that is made of match and version


class ArchiveSpoilt(Exception):  # noqa: N818  the name says it
    """The file is not what was written."""


class _Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    match: str
    entries: int
    head: str


class _Beside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    numbers: list[int]  # in the feed: the first, then the steps
    fingerprints: list[str]  # of the entries with a cause
    documents: dict[str, dict[str, bytes]] = msgspec.field(name="drawers")
    nonce: bytes = b""  # of the append that wrote the last entry


def pack_book(match: str, kept: Belongings) -> bytes:
    entries = kept.entries
    header = _Header(format=ARCHIVE_FORMAT, match=match, entries=len(entries), head=entries[-1].hash)
    beside = _Beside(
        numbers=[kept.numbers[0], *(later - before for before, later in pairwise(kept.numbers))],
        fingerprints=[kept.causes[entry.cause][0] for entry in entries if entry.cause],
        documents=kept.documents,
        nonce=kept.nonce,
    )
    lines = [encode(header), *(_leave_out_cause(match, entry) for entry in entries), encode(beside)]
    return lzma.compress(b"\n".join(lines), filters=XZ_FILTERS)


def unpack_book(match: str, content: bytes) -> Belongings:
    """Every entry is hashed again; the last hash must be the one the header names."""
    try:
        first, *bodies, last = lzma.decompress(content).split(b"\n")
        header, beside = decode(first, _Header), decode(last, _Beside)
        entries = list(_sealed([_put_back_cause(match, body, at) for at, body in enumerate(bodies)]))
        named = [entry for entry in entries if entry.cause]
        causes = {
            entry.cause or "": (fingerprint, entry.version)
            for entry, fingerprint in zip(named, beside.fingerprints, strict=True)
        }
        wanted = _Header(format=ARCHIVE_FORMAT, match=match, entries=len(entries), head=entries[-1].hash)
    except (ValueError, LookupError, lzma.LZMAError) as failure:
        raise ArchiveSpoilt(f"the archive of match {match} cannot be read: {failure}") from failure
    if header != wanted or len(beside.numbers) != len(entries):
        raise ArchiveSpoilt(f"the archive of match {match} is not what was written")
    return Belongings(
        entries=entries,
        numbers=list(accumulate(beside.numbers)),
        causes=causes,
        documents=beside.documents,
        nonce=beside.nonce,
    )


def _leave_out_cause(match: str, entry: Entry) -> bytes:
    body = entry.body()
    found = _CAUSE.match(body)
    if found is None or found[2] != _cause_that_follows(found, match, entry.version - 1):
        return body
    return body[: found.start(2)] + _FOLLOWS + body[found.end(2) :]


def _put_back_cause(match: str, body: bytes, at: int) -> bytes:
    found = _CAUSE.match(body)
    if found is None or found[2] != _FOLLOWS:
        return body
    return body[: found.start(2)] + _cause_that_follows(found, match, at) + body[found.end(2) :]


def _cause_that_follows(found: re.Match[bytes], match: str, version: int) -> bytes:
    """`version` is the one that the actor has met."""
    return cause_at_version(found[1].decode(), match, version).encode()


def _sealed(bodies: list[bytes]) -> Iterator[Entry]:
    prev = FIRST_PREV
    for body in bodies:
        entry = unseal(body, prev, hash_of(prev, body))
        yield entry
        prev = entry.hash


class Archive:
    """A folder of archived matches, which several processes may use at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, match: str) -> Path:
        """Return the file of a match, in one of 256 folders, so that none grows too large."""
        return (
            self.folder / f"{zlib.crc32(check_match(match).encode()) % 256:02x}" / f"{match}{ARCHIVE_SUFFIX}"
        )

    def mark(self, match: str) -> tuple[int, int] | None:
        """Return a value that changes whenever the file does; None if there is no file."""
        try:
            found = os.stat(self.path(match))  # noqa: PTH116  asked at nearly every read, and twice as fast
        except (FileNotFoundError, ValueError):  # no file, or a name that no match could have
            return None
        return found.st_ino, found.st_mtime_ns

    def load(self, match: str) -> Belongings | None:
        try:
            content = self.path(match).read_bytes()
        except FileNotFoundError:
            return None
        return unpack_book(match, content)

    def save(self, match: str, kept: Belongings) -> None:
        """On disk when this returns, and read again from there."""
        write_whole_file(self.path(match), pack_book(match, kept))
        if self.load(match) != kept:
            raise ArchiveSpoilt(f"the archive of match {match} does not hold what was written")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Only one process at a time changes a file."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
