"""What the host of a match says of it: a title, a note, and who they are. Beside the book, to be erasable.

All descriptions are in one document, so that a page of a listing costs one look.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from events.store import ServerScope, Store
from service.documents import Documents
from service.matches.records.people import LONGEST_NAME

LONGEST_TITLE: Final = 80
LONGEST_NOTE: Final = 280


class Host(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who opened a match, as far as they have said."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    player: str | None = None  # `client/player`, where a client vouches for the host


class MatchDescription(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the host says."""

    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] | None = None
    note: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] | None = None
    host: Host | None = None
    changes: int = 0  # so far: readers who hold an older answer must notice


NO_DESCRIPTION: Final = MatchDescription()
# By match.
DESCRIPTIONS: Final = Documents[ServerScope, str, MatchDescription]("notices", str, MatchDescription)
DESCRIPTIONS_SCOPE: Final = ServerScope("notices")


def description_of(store: Store, match: str) -> MatchDescription:
    return DESCRIPTIONS.get(store, DESCRIPTIONS_SCOPE, match) or NO_DESCRIPTION


def post_description(store: Store, match: str, description: MatchDescription) -> None:
    """Do so before the match is opened; a request that is repeated later brings nothing back."""
    if description != NO_DESCRIPTION:
        DESCRIPTIONS.add(store, DESCRIPTIONS_SCOPE, match, description)


def change_description(store: Store, match: str, title: str | None, note: str | None) -> MatchDescription:
    """Write title and note, where None erases one; the host stays."""

    def change(known: MatchDescription | None) -> MatchDescription:
        known = known or NO_DESCRIPTION
        return MatchDescription(title=title, note=note, host=known.host, changes=known.changes + 1)

    return DESCRIPTIONS.update(store, DESCRIPTIONS_SCOPE, match, change) or NO_DESCRIPTION


def forget_host(store: Store, match: str, player: str) -> bool:
    """Erase the player as the host, and all that they said. Return False if somebody else is the host."""

    def erase(known: MatchDescription | None) -> MatchDescription | None:
        if known is None or known.host is None or known.host.player != player:
            return None
        return MatchDescription(changes=known.changes + 1)

    return DESCRIPTIONS.update(store, DESCRIPTIONS_SCOPE, match, erase) is not None
