"""Which seat a command is about: the one it names, the first free one, or one's own."""

from __future__ import annotations

from typing import Final

from games.kernel import Command
from games.match.actor import Actor
from games.match.commands import LeaveSeat, Resign, SeatBot, TakeSeat, Words
from games.match.refusals import NoSeatFree, NoSuchSeat
from games.match.state import Match


class TakeAnySeat(Command, frozen=True, gc=False):
    """Becomes a `TakeSeat`; no book holds it."""

    words: Words = ""


class ResignOwnSeat(Command, frozen=True, gc=False):
    """Becomes a `Resign`; no book holds it."""


ABOUT_SEATS: Final = (TakeAnySeat, TakeSeat, LeaveSeat, SeatBot, Resign, ResignOwnSeat)


def settle_seat(match: Match, actor: Actor, command: Command) -> Command:
    """The command with a seat that the match has; seat 0 for anyone who has none to resign."""
    match command:
        case TakeAnySeat(words=words):
            free = match.free_seats()
            if not free:
                raise NoSeatFree(None, command)
            return TakeSeat(free[0], words)
        case ResignOwnSeat():
            return Resign(actor.seat or 0)
        case TakeSeat(seat=seat) | LeaveSeat(seat=seat) | SeatBot(seat=seat) | Resign(seat=seat):
            if seat not in range(len(match.seats)):
                raise NoSuchSeat(None, command)
    return command
