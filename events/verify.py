"""A file read by somebody who trusts none of its bytes. Knows no game: the audit asks what it means."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from events.codec import canonicalize, decode, encode
from events.entry import FIRST_PREV, Entry, hash_of
from events.export import BOOK_FORMAT, Header, header_of
from events.names import check_match

if TYPE_CHECKING:
    from collections.abc import Callable

LATEST_TIME: Final = 1 << 53  # UTC milliseconds; beyond it, languages disagree about the number
DEEPEST_NESTING: Final = 64  # of objects and lists; how many more could be read depends on the reader

_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"')
_BRACKET: Final = re.compile(rb"[\[\]{}]")

FileCheck = Literal["file", "chain"]
_Line = TypeVar("_Line", Header, Entry)


class BookDamaged(Exception):  # noqa: N818  the name says it
    """The first thing that is not as it was written. `entry` is None if it is the header."""

    def __init__(
        self, check: FileCheck, entry: int | None, reason: str, sound: tuple[Entry, ...] = ()
    ) -> None:
        super().__init__(f"{'header' if entry is None else f'entry {entry}'}: {reason}")
        self.check = check
        self.entry = entry
        self.reason = reason
        self.sound = sound  # the entries before it


class Book(NamedTuple):
    header: Header
    entries: tuple[Entry, ...]


def read_book(raw: bytes, tick: Callable[[], None] = lambda: None) -> Book:
    """Return the whole file, or raise BookDamaged; `tick` is called at every line."""
    first, *lines = raw.split(b"\n")
    header = _header(first, ended=bool(lines))
    chain = Chain()
    try:
        for number, line in enumerate(lines, 1):
            tick()
            if line or number < len(lines):  # nothing follows the end of the last line
                chain.take(_canonical(line, Entry, number, ended=number < len(lines)))
        _compare(header, chain.entries)
    except BookDamaged as damage:
        damage.sound = tuple(chain.entries)
        raise
    return Book(header, tuple(chain.entries))


class Chain:
    """Entries, each of which follows from the one before."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._causes: dict[str, int] = {}

    def take(self, entry: Entry) -> None:
        before = self.entries[-1] if self.entries else None
        reason = _break(before, entry) or self._repetition(entry)
        if reason:
            raise BookDamaged("chain", before.version + 1 if before else 1, reason)
        self.entries.append(entry)
        if entry.cause:
            self._causes[entry.cause] = entry.version

    def _repetition(self, entry: Entry) -> str | None:
        if entry.cause == "":
            return "its cause has no name"
        other = self._causes.get(entry.cause or "")
        return f"its cause is that of entry {other}" if other else None


def _break(before: Entry | None, entry: Entry) -> str | None:
    version, prev, time = (before.version, before.hash, before.at) if before else (0, FIRST_PREV, 0)
    if entry.version != version + 1:
        return f"entry {entry.version} stands in its place"
    if entry.prev != prev:
        return "it does not follow from the entry before"
    if entry.hash != hash_of(prev, entry.body()):
        return "its hash is not that of its bytes"
    if not time <= entry.at < LATEST_TIME:
        return "its time is before that of the entry before, or none"
    return None


def _header(line: bytes, *, ended: bool) -> Header:
    header = _canonical(line, Header, None, ended=ended)
    if header.format != BOOK_FORMAT:
        raise BookDamaged("file", None, f"the format is {header.format!r}, not {BOOK_FORMAT!r}")
    try:
        check_match(header.match)
    except ValueError as failure:
        raise BookDamaged("file", None, str(failure)) from failure
    return header


def _canonical(line: bytes, kind: type[_Line], number: int | None, *, ended: bool) -> _Line:
    """Return a line decoded; raise BookDamaged unless it is canonical: a flipped byte must not pass."""
    if not ended:
        raise BookDamaged("file", number, "the line does not end")
    if nesting_depth(line) > DEEPEST_NESTING:
        raise BookDamaged("file", number, "the line is nested too deeply")
    try:
        found = decode(line, kind)
        same = encode(found) == line == canonicalize(line)
    except (ValueError, RecursionError) as failure:
        raise BookDamaged("file", number, f"the line cannot be read: {failure}") from failure
    if not same:
        raise BookDamaged("file", number, "the line is not canonical JSON with exactly these fields")
    return found


def nesting_depth(line: bytes) -> int:
    """Return how deep lists and objects are nested; 0 for a line with too few of them to matter."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST_NESTING:
        return 0
    steps = (1 if bracket in b"[{" else -1 for bracket in _BRACKET.findall(_STRING.sub(b"", line)))
    return max(accumulate(steps), default=0)


def _compare(header: Header, entries: list[Entry]) -> None:
    """Raise BookDamaged unless header and entries agree; in a cut file the end is missing, not wrong."""
    last = entries[-1].hash if entries else FIRST_PREV
    if len(entries) < header.entries and last != header.head:
        raise BookDamaged(
            "file", len(entries) + 1, f"it is missing: there should be {header.entries} entries"
        )
    if len(entries) > header.entries > 0 and entries[header.entries - 1].hash == header.head:
        raise BookDamaged("file", header.entries + 1, "it comes after the last one the header tells of")
    try:
        wanted = header_of(entries[0], len(entries), last, header.board)
    except (ValueError, IndexError) as failure:
        raise BookDamaged("file", 1, "it does not open a match") from failure
    for field in Header.__struct_fields__:
        if getattr(header, field) != getattr(wanted, field):
            raise BookDamaged("file", None, f"{field!r} is not what the entries say")
