"""What a decision must know besides the table: the time, and which answers were given since."""

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
    """Only the asker's answers, no luck in them, still the asker's turn: nobody learns anything.

    What a bot answered after time ran out is not the asker's: otherwise time could never run out.
    """
    own = (turn.seat == seat and not turn.bot and not turn.drew for turn in past.since)
    return asked == seat and all(own)
