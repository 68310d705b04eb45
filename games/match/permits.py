"""Who may give which command. Actors are written "host", "seat:2", "bot:2" or "guest"."""

from __future__ import annotations

from games.kernel import Command
from games.match.commands import LeaveSeat, Resign, SeatBot, StartMatch, TakeSeat
from games.match.state import Match


def permitted(match: Match, actor: str, command: Command) -> bool:
    """Answers of the game itself are not looked at here: its question names the seat."""
    match command:
        case TakeSeat():
            return True
        case LeaveSeat(seat=seat):
            return actor in ("host", f"seat:{seat}")
        case SeatBot() | StartMatch():
            return actor == "host"
        case Resign(seat=seat):
            return actor == f"seat:{seat}"
        case _:
            return seat_of(actor) in range(len(match.seats))


def seat_of(actor: str) -> int | None:
    """The seat somebody plays for, as a person or as its bot."""
    role, _, number = actor.partition(":")
    return int(number) if role in ("seat", "bot") else None
