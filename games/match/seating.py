"""Seats: which one a command is about (the one it names, the first free one, one's own), and their tokens."""

from __future__ import annotations

from typing import Annotated, Final

from games.kernel import Command, Event
from games.kernel.quantities import doc
from games.match.actor import Actor
from games.match.commands import LeaveSeat, RenewToken, Resign, SeatBot, TakeSeat
from games.match.quantities import SeatNumber, Words
from games.match.reasons import SEAT_IS_RESERVED
from games.match.refusals import NoSeatFree, NoSuchSeat
from games.match.state import Match


class TakeAnySeat(Command, frozen=True):
    """Becomes a `TakeSeat`; no book holds it."""

    words: Words = ""


class ResignOwnSeat(Command, frozen=True):
    """Becomes a `Resign`; no book holds it."""


class TokenRenewed(Event, frozen=True):
    """The seat has another token from here on; which one, no book says."""

    seat: Annotated[SeatNumber, doc("The seat.")]

    def apply(self, game: Match) -> None:
        """Tokens lie beside the book."""


ABOUT_SEATS: Final = frozenset({TakeAnySeat, TakeSeat, LeaveSeat, SeatBot, RenewToken, Resign, ResignOwnSeat})


def settle_seat(match: Match, actor: Actor, command: Command) -> Command:
    """The command with a seat that the match has; seat 0 for anyone who has none to resign."""
    match command:
        case TakeAnySeat(words=words):
            return TakeSeat(first_seat_for(match, actor, command), words)
        case ResignOwnSeat():
            return Resign(actor.seat or 0)
        case (
            TakeSeat(seat=seat)
            | LeaveSeat(seat=seat)
            | SeatBot(seat=seat)
            | RenewToken(seat=seat)
            | Resign(seat=seat)
        ):
            if seat not in range(len(match.seats)):
                raise NoSuchSeat(None, command)
    return command


def first_seat_for(match: Match, actor: Actor, command: Command) -> int:
    """GB-32: the seat that is kept for one, else the first that is kept for nobody."""
    if actor.is_invited and actor.seat is not None and not match.seats[actor.seat].taken:
        return actor.seat
    for seat in match.open_seats():
        return seat
    raise NoSeatFree(None, command, SEAT_IS_RESERVED if match.free_seats() else None)
