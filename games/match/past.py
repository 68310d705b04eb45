"""What a decision must know besides the table: the time, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from games.kernel import Command, Table
from games.match.commands import AnswerUndo, Redo, Resign, Undo
from games.match.state import Match

VOTING_TIME: Final = 120_000  # milliseconds in which the others answer a request


class Turn(msgspec.Struct, frozen=True):
    """One answer to the game that still counts."""

    version: int
    seat: int
    drew: bool  # luck
    bot: bool = False  # answered, in place of the person


class WayBack(msgspec.Struct, frozen=True, kw_only=True):
    """To a version after the start: what has happened since, and how the game stood there."""

    since: tuple[Turn, ...]  # answers after that version, oldest first
    struck: bool  # that version, or the game would no longer stand as it stood there
    table: Table
    draws: int  # of luck, made by then


class Past(msgspec.Struct, frozen=True, kw_only=True):
    now: int = 0  # UTC milliseconds; 0 where no clock is looked at
    way_back: WayBack | None = None  # to `version_wanted`; None if the game was not on then


def look_back(
    match: Match, command: Command, version: int, now: int, way_back: Callable[[int], WayBack | None]
) -> Past:
    """What the command must know of the past; most do not go back and need only the time."""
    to = version_wanted(match, command)
    if to is None or not 0 < to <= version:
        return Past(now=now)
    return Past(now=now, way_back=way_back(to))


def version_wanted(match: Match, command: Command) -> int | None:
    """The version that the command goes to, now or once everyone has agreed."""
    if isinstance(command, Undo):
        return command.to
    if isinstance(command, Redo):  # whatever followed the last of them was struck out or is of the match
        return match.struck[-1].versions[-1] if match.struck else None
    # A person who leaves may be the last who had not agreed.
    agrees = isinstance(command, Resign) or (isinstance(command, AnswerUndo) and command.agree)
    return match.vote.to if agrees and match.vote else None


def within_barrier(way: WayBack, seat: int, asked: int | None) -> bool:
    """One's own answers, no luck in them, still one's own turn: nobody learns anything by it.

    What a bot answered after time ran out is not the asker's: otherwise time could never run out.
    """
    own = (turn.seat == seat and not turn.bot and not turn.drew for turn in way.since)
    return asked == seat and all(own)
