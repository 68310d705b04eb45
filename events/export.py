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
NO_BOARD: Final = msgspec.Raw()  # left out of a header
MEDIA_TYPE: Final = "application/x-ndjson"


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Nobody has to trust it: all of it can be read from the entries, or has a hash there."""

    format: str
    match: str
    game: str
    edition: str
    rules: str  # of the first entry; each names its own
    entries: int
    head: str  # hash of the last
    board: msgspec.Raw = NO_BOARD  # the edition, where a reader may lack it; its hash is in entry 1


class _Opening(msgspec.Struct):
    """The fields of the first event of every book."""

    match: str
    game: str
    edition: str


def header_of(first: Entry, entries: int, head: str, board: msgspec.Raw = NO_BOARD) -> Header:
    opening = decode(decode(first.events, list[msgspec.Raw])[0], _Opening)
    return Header(
        format=BOOK_FORMAT,
        match=opening.match,
        game=opening.game,
        edition=opening.edition,
        rules=first.rules,
        entries=entries,
        head=head,
        board=board,
    )


def encode_line(thing: Header | Entry) -> bytes:
    return encode(thing) + b"\n"


def encode_lines(header: Header, entries: Iterable[Entry]) -> Iterator[bytes]:
    """Line by line, so that nobody has to hold a whole book in memory."""
    yield encode_line(header)
    for entry in entries:
        yield encode_line(entry)


def export_book(entries: list[Entry], board: msgspec.Raw = NO_BOARD) -> bytes:
    return b"".join(encode_lines(header_of(entries[0], len(entries), entries[-1].hash, board), entries))
