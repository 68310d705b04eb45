"""What a decision must know besides the table: the time, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from games.kernel import Table

VOTING_TIME: Final = 120_000  # milliseconds in which the others answer a request


class Turn(msgspec.Struct, frozen=True):
    """One answer to the game that still counts."""

    version: int
    seat: int
    drew: bool  # luck
    bot: bool = False  # answered, in place of the person


class Stand(msgspec.Struct, frozen=True):
    """How the game stood at a version."""

    table: Table
    draws: int  # of luck, made by then


class WayBack(msgspec.Struct, frozen=True, kw_only=True):
    """To a version after the start: what has happened since, and how the game stood there."""

    since: tuple[Turn, ...]  # answers after that version, oldest first
    struck: bool  # that version, or the game would no longer stand as it stood there
    stand: Callable[[], Stand]  # costs a fold, so only an undo that is carried out asks for it


def nowhere(_: int) -> WayBack | None:
    """For a decision that is handed no book to look back into."""
    return None


class Past(msgspec.Struct, frozen=True, kw_only=True):
    now: int = 0  # UTC milliseconds; 0 where no clock is looked at
    way_back: Callable[[int], WayBack | None] = nowhere  # None: the game was not running then


def within_barrier(way: WayBack, seat: int, asked: int | None) -> bool:
    """One's own answers, no luck in them, still one's own turn: nobody learns anything by it.

    What a bot answered after time ran out is not the asker's: otherwise time could never run out.
    """
    own = (turn.seat == seat and not turn.bot and not turn.drew for turn in way.since)
    return asked == seat and all(own)
