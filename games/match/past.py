"""What a decision must know that lies not on the table: the time, and which answers were given since."""

from __future__ import annotations

from typing import Final

import msgspec

VOTING_TIME: Final = 120_000  # milliseconds in which the others answer a request


class Turn(msgspec.Struct, frozen=True):
    """One answer to the game that still counts."""

    version: int
    seat: int
    drew: bool  # luck
    bot: bool = False  # answered, in place of the person


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """As seen from the version an undo wants to go back to; for other commands only the time counts."""

    now: int
    since: tuple[Turn, ...] = ()  # answers after that version, oldest first
    stood: bool = False  # the game was on then
    struck: bool = False  # that version, or the game would no longer stand as it stood there


def within_barrier(past: Past, seat: int, asked: int | None) -> bool:
    """One's own answers, no luck in them, still one's own turn: nobody learns anything by it.

    What a bot answered when one's time had run out is not one's own: else nobody's time would ever run out.
    """
    own = (turn.seat == seat and not turn.bot and not turn.drew for turn in past.since)
    return asked == seat and all(own)
