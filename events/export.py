"""One match as a file: a header, then its entries, each line canonical JSON.

Anyone who holds it can read, check and import the match without a server. See docs/book.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from events.codec import decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events.entry import Entry

BOOK_FORMAT: Final = "grubenbuch/1"
MEDIA_TYPE: Final = "application/x-ndjson"


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of it can be read from the entries as well, so nobody has to trust it."""

    format: str
    match: str
    game: str
    edition: str
    rules: str  # of the first entry; each names its own
    entries: int
    head: str  # hash of the last


class _Opening(msgspec.Struct):
    """What the first event of every book tells."""

    match: str
    game: str
    edition: str


def header_of(first: Entry, entries: int, head: str) -> Header:
    opening = decode(decode(first.events, list[msgspec.Raw])[0], _Opening)
    return Header(
        format=BOOK_FORMAT,
        match=opening.match,
        game=opening.game,
        edition=opening.edition,
        rules=first.rules,
        entries=entries,
        head=head,
    )


def encode_line(thing: Header | Entry) -> bytes:
    return encode(thing) + b"\n"


def encode_lines(header: Header, entries: Iterable[Entry]) -> Iterator[bytes]:
    """Line by line, so that nobody has to hold a whole book in memory."""
    yield encode_line(header)
    for entry in entries:
        yield encode_line(entry)


def export_book(entries: list[Entry]) -> bytes:
    return b"".join(encode_lines(header_of(entries[0], len(entries), entries[-1].hash), entries))
