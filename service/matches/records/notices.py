"""What the host of a match says of it: a title, a note, and who they are. Beside the book, to be erasable.

All notices lie in one scope, so that a page of a listing costs one look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, ServerScope, Store
from service.matches.records.people import LONGEST_NAME

LONGEST_TITLE: Final = 80
LONGEST_NOTE: Final = 280

_SCOPE: Final = ServerScope("notices")
_DOCUMENT: Final = "notices"  # match -> the notice


class Host(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who opened a match, as far as they have said."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    player: str | None = None  # `client/player`, where a client vouches for the host


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] | None = None
    note: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] | None = None
    host: Host | None = None
    changes: int = 0  # so far: readers who hold an older answer must notice


NOTHING_SAID: Final = Notice()


class Notices:
    """The notices of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> Notice:
        lying = self._store.field(_SCOPE, _DOCUMENT, match)
        return decode(lying, Notice) if lying else NOTHING_SAID

    def of_matches(self, matches: Sequence[str]) -> dict[str, Notice]:
        """The notices of these matches, where there are any, in one look."""
        return {
            match: decode(lying, Notice)
            for match, lying in self._store.chosen(_SCOPE, _DOCUMENT, matches).items()
        }

    def post(self, match: str, notice: Notice) -> None:
        """Done before the match is opened; a request that is repeated later brings nothing back."""
        if notice != NOTHING_SAID:
            self._store.swap(_SCOPE, Guard(_DOCUMENT, match, None), {_DOCUMENT: {match: encode(notice)}})

    def change(self, match: str, title: str | None, note: str | None) -> Notice:
        """The host stays; None erases."""
        while True:
            lying = self._store.field(_SCOPE, _DOCUMENT, match)
            known = decode(lying, Notice) if lying else NOTHING_SAID
            changed = Notice(title=title, note=note, host=known.host, changes=known.changes + 1)
            if self._swap(match, lying, changed):
                return changed

    def forget_host(self, match: str, player: str) -> bool:
        """Their words go with them. False if somebody else is the host."""
        while True:
            lying = self._store.field(_SCOPE, _DOCUMENT, match)
            known = decode(lying, Notice) if lying else NOTHING_SAID
            if known.host is None or known.host.player != player:
                return False
            if self._swap(match, lying, Notice(changes=known.changes + 1)):
                return True

    def _swap(self, match: str, before: bytes | None, after: Notice) -> bool:
        return self._store.swap(_SCOPE, Guard(_DOCUMENT, match, before), {_DOCUMENT: {match: encode(after)}})
