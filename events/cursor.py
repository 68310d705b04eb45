"""Where a page of a listing ended: an opaque word for the client, a position for the stores."""

from __future__ import annotations

import base64
import binascii
import re
from typing import NamedTuple

from events.store import BadCursor

_SHAPE = re.compile(r"(0|[1-9][0-9]{0,15})\.([A-Za-z0-9_-]{1,64})")


class ListingPosition(NamedTuple):
    """Listings are ordered by it, newest first; two matches opened in one millisecond by their id."""

    opened: int
    match: str


def cursor_of(position: ListingPosition) -> str:
    return base64.urlsafe_b64encode(f"{position.opened}.{position.match}".encode()).decode().rstrip("=")


def position_of(cursor: str) -> ListingPosition:
    try:
        plain = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        raise BadCursor(f"not a cursor: {cursor[:100]!r}") from None
    shape = _SHAPE.fullmatch(plain)
    position = ListingPosition(int(shape[1]), shape[2]) if shape else None
    # The decoder skips what is not base64; only the very word that was given out comes back.
    if position is None or cursor_of(position) != cursor:
        raise BadCursor(f"not a cursor: {cursor[:100]!r}")
    return position
