"""Entries as server-sent events: encoded once, however many read them."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from events.entry import Entry
from service.reading.entries import types_in

RETRY: Final = b"retry: 2000\n\n"
HEARTBEAT: Final = b": still here\n\n"


class Frame(NamedTuple):
    version: int
    kind: bytes  # the type of the command
    data: bytes
    entry: Entry
    last: bool  # nothing ever follows it
    ejects: bool  # somebody's token is void from here on

    def event(self) -> bytes:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.version, self.kind, self.data)


class _Tagged(msgspec.Struct):
    type: str


_tagged: Final = msgspec.json.Decoder(_Tagged)


def frame_of(entry: Entry) -> Frame:
    types = types_in(entry)
    return Frame(
        version=entry.version,
        kind=_tagged.decode(entry.command).type.encode(),
        data=msgspec.json.encode(entry),
        entry=entry,
        last="match_ended" in types,
        ejects="seat_left" in types,
    )
