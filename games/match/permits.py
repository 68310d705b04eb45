"""Who may give which command: one table.

Actors are written "host", "seat:2", "bot:2", "watch", "clock" or "guest".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from games.kernel import Command
from games.match.commands import (
    AnswerPause,
    AnswerUndo,
    ExpireClock,
    ExpireUndo,
    LeaveSeat,
    Pause,
    Redo,
    Resign,
    Resume,
    SeatBot,
    StartMatch,
    TakeSeat,
    Undo,
)
from games.match.state import Match

Role = Literal["anyone", "host", "person in that seat", "person", "player", "clock"]

PERMITS: Final[Mapping[type[Command], frozenset[Role]]] = MappingProxyType(
    {
        TakeSeat: frozenset({"anyone"}),
        LeaveSeat: frozenset({"host", "person in that seat"}),
        SeatBot: frozenset({"host"}),
        StartMatch: frozenset({"host"}),
        Resign: frozenset({"person in that seat"}),
        Undo: frozenset({"person"}),
        Redo: frozenset({"person"}),
        AnswerUndo: frozenset({"person"}),
        ExpireUndo: frozenset({"clock"}),
        ExpireClock: frozenset({"clock"}),
        Pause: frozenset({"person"}),
        AnswerPause: frozenset({"person"}),
        Resume: frozenset({"person"}),
    }
)
PLAYING: Final[frozenset[Role]] = frozenset({"player"})  # the game's own question then names the seat
_SEATED: Final = re.compile(r"(?:seat|bot):(0|[1-9][0-9]?)")


def permitted(match: Match, actor: str, command: Command) -> bool:
    return bool(PERMITS.get(type(command), PLAYING) & roles(match, actor, command))


def roles(match: Match, actor: str, command: Command) -> set[Role]:
    """Everything the actor is, as far as this command is concerned."""
    found: set[Role] = set()
    seat = seat_of(actor)
    if actor == "guest":
        found.add("anyone")  # whoever sits down is nobody yet, and written down like that
    if actor == "host":
        found.add("host")
    if actor == "clock":
        found.add("clock")
    if seat is not None and speaks_for(match, actor, seat):
        found.add("player")
    if actor.startswith("seat:") and seat in match.people():
        found.add("person")
    if actor == f"seat:{getattr(command, 'seat', None)}":
        found.add("person in that seat")
    return found


def speaks_for(match: Match, actor: str, seat: int) -> bool:
    """A seat is played by its person or by a bot, and whoever has resigned plays it no more."""
    if seat not in range(len(match.seats)):
        return False
    return match.bot_for(seat) is not None if actor.startswith("bot:") else seat in match.people()


def seat_of(actor: str) -> int | None:
    """The seat somebody plays for, as a person or as its bot."""
    seated = _SEATED.fullmatch(actor)
    return int(seated[1]) if seated else None
