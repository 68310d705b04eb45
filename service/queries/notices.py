"""What the host says of a match, as answers show it."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

from games.kernel.quantities import doc
from service.matches.records.notices import LONGEST_NOTE, LONGEST_TITLE, Host, Notice
from service.matches.records.people import LONGEST_NAME


class HostAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Who opened a match, as far as they have said."""

    name: Annotated[
        Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None,
        doc("What the host is called; null if nothing was said."),
    ]
    player: Annotated[
        str | None, doc("The host as `client/player`; null unless a client vouches for the host.")
    ]


class NoticeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the host says of a match; it lies beside the book and can be erased."""

    title: Annotated[
        Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] | None,
        doc("What the match is called; null without a title."),
    ]
    note: Annotated[
        Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] | None,
        doc("A few words of the host to those who look for a match; null without."),
    ]
    host: Annotated[HostAnswer | None, doc("Who opened the match; null if the host has not said.")]


class BesideBook(NamedTuple):
    """What may change although the book does not."""

    notice: Notice
    rematch: str | None

    @property
    def changes(self) -> int:
        return self.notice.changes + (self.rematch is not None)


def describe_notice(notice: Notice) -> NoticeAnswer:
    return NoticeAnswer(title=notice.title, note=notice.note, host=describe_host(notice.host))


def describe_host(host: Host | None) -> HostAnswer | None:
    return None if host is None else HostAnswer(name=host.name, player=host.player)
