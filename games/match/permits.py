"""Who may give which command: one table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from games.kernel import Command, Reason
from games.match.actor import CLIENT, CLOCK, GUEST, HOST, Actor
from games.match.commands import (
    AnswerPause,
    AnswerUndo,
    AskAdvice,
    CancelMatch,
    ExpireClock,
    ExpireGathering,
    ExpireUndo,
    LeaveSeat,
    Pause,
    Redo,
    RenewToken,
    Resign,
    Resume,
    SeatBot,
    StartMatch,
    TakeSeat,
    Undo,
)
from games.match.reasons import RENEWAL_BY_HOST_IS_OFF
from games.match.state import Match

Role = Literal["anyone", "host", "trusted host", "person in that seat", "person", "player", "client", "clock"]

PERMITS: Final[Mapping[type[Command], frozenset[Role]]] = MappingProxyType(
    {
        TakeSeat: frozenset({"anyone"}),
        LeaveSeat: frozenset({"host", "person in that seat"}),
        SeatBot: frozenset({"host"}),
        RenewToken: frozenset({"person in that seat", "client", "trusted host"}),
        StartMatch: frozenset({"host"}),
        CancelMatch: frozenset({"host"}),
        ExpireGathering: frozenset({"clock"}),
        Resign: frozenset({"person in that seat"}),
        Undo: frozenset({"person"}),
        Redo: frozenset({"person"}),
        AnswerUndo: frozenset({"person"}),
        ExpireUndo: frozenset({"clock"}),
        ExpireClock: frozenset({"clock"}),
        Pause: frozenset({"person"}),
        AnswerPause: frozenset({"person"}),
        Resume: frozenset({"person"}),
        AskAdvice: frozenset({"person"}),
    }
)
PLAYING: Final[frozenset[Role]] = frozenset({"player"})  # the game's own question then names the seat


def is_permitted(match: Match, actor: Actor, command: Command) -> bool:
    return bool(PERMITS.get(type(command), PLAYING) & roles(match, actor, command))


def reason_not_permitted(match: Match, command: Command) -> Reason | None:
    """Where more can be said than that it is for somebody else."""
    by_vouchers_only = isinstance(command, RenewToken) and match.renewal == "vouched"
    return RENEWAL_BY_HOST_IS_OFF if by_vouchers_only else None


def roles(match: Match, actor: Actor, command: Command) -> set[Role]:
    """Every role of the actor that matters for this command."""
    if actor == GUEST or actor.is_invited:
        return {"anyone"}  # anyone who sits down is nobody yet, and written down like that
    if actor.seat is not None:
        return roles_in_seat(match, actor, actor.seat, command)
    if actor == HOST:
        return {"host", "trusted host"} if match.renewal == "host" else {"host"}
    return {"clock"} if actor == CLOCK else {"client"} if actor == CLIENT else set()


def roles_in_seat(match: Match, actor: Actor, seat: int, command: Command) -> set[Role]:
    """A seat is played by its person or by a bot; a person who has resigned no longer plays it."""
    if actor.is_bot:
        return {"player"} if seat in range(len(match.seats)) and match.bot_for(seat) is not None else set()
    found: set[Role] = set()
    if seat in match.people():
        found |= {"player", "person"}
    if seat == getattr(command, "seat", None):
        found.add("person in that seat")
    return found
