"""Entries as server-sent events: encoded once, however many read them."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from events.entry import Entry, command_tag, event_tags
from games.kernel import tag_of
from games.match.events import MatchEnded, SeatLeft
from games.match.seating import TokenRenewed

RETRY: Final = b"retry: 2000\n\n"
HEARTBEAT: Final = b": still here\n\n"
LAST: Final = tag_of(MatchEnded)
EJECTS: Final = frozenset({tag_of(SeatLeft), tag_of(TokenRenewed)})


class Frame(NamedTuple):
    version: int
    kind: bytes  # the type of the command
    data: bytes
    entry: Entry
    last: bool  # nothing ever follows it
    ejects: bool  # somebody's token is void from here on

    def event(self) -> bytes:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.version, self.kind, self.data)


def frame_of(entry: Entry) -> Frame:
    tags = event_tags(entry)
    return Frame(
        version=entry.version,
        kind=command_tag(entry).encode(),
        data=msgspec.json.encode(entry),
        entry=entry,
        last=LAST in tags,
        ejects=not EJECTS.isdisjoint(tags),
    )
