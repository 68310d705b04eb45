"""What an undo must know of the book: which answers were given since a version, and what time it is."""

from __future__ import annotations

from typing import Final

import msgspec

VOTING_TIME: Final = 120_000  # milliseconds in which the others answer a request


class Turn(msgspec.Struct, frozen=True):
    """One answer to the game that still counts."""

    version: int
    seat: int
    drew: bool  # luck


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """As seen from the version an undo wants to go back to."""

    now: int
    since: tuple[Turn, ...]  # answers after that version, oldest first
    stood: bool  # the game was on then, and that version is not struck out itself
    struck: bool


def within_barrier(past: Past, seat: int, asked: int | None) -> bool:
    """One's own answers, no luck in them, still one's own turn: nobody learns anything by it."""
    return asked == seat and all(turn.seat == seat and not turn.drew for turn in past.since)
