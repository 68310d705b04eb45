"""What people want of a match."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel import Command
from games.kernel.quantities import EACH_ONCE, MOST_SEATS, Edition, doc
from games.match.quantities import (
    ChosenOptions,
    GameName,
    MatchId,
    Moment,
    SeatCount,
    SeatNumber,
    Sha256,
    SomeSeats,
    Version,
    Words,
)
from games.match.state import (
    STAND_IN,
    Advising,
    Bot,
    Clock,
    Laws,
    Parent,
    Renewal,
    Resigning,
    UndoPolicy,
    Visibility,
)


class SeatedBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot and its seat."""

    seat: Annotated[SeatNumber, doc("Where it sits.")]
    bot: Annotated[Bot, doc("The bot.")]


class OpenMatch(Command, frozen=True):
    """The first command of every match; everything in it is checked already."""

    game: GameName
    edition: Edition
    seats: SeatCount
    options: ChosenOptions
    visibility: Annotated[Visibility, doc("Who may see it.")]
    resigning: Annotated[Resigning, doc("Whether a resigned seat goes to a bot, or the match ends.")]
    undo: Annotated[UndoPolicy, doc("What may be undone.")] = "consent"
    clock: Annotated[Clock | None, doc("How long people may think; null: as long as they like.")] = None
    bots: Annotated[
        tuple[SeatedBot, ...],
        EACH_ONCE,
        Meta(max_length=MOST_SEATS, description="Bots that sit there from the start."),
    ] = ()
    parent: Annotated[Parent | None, doc("Where a fork comes from: it goes on with luck of its own.")] = None
    laws: Annotated[Laws, doc("Which edition of the rules of a match it is opened under.")] = 1
    rated: Annotated[bool | None, doc("Whether it counts for ratings.")] = None
    gathers_until: Annotated[Moment | None, doc("When it ends unless it was started; null: never.")] = None
    renewal: Annotated[Renewal, doc("Who may renew a lost token, besides the person in the seat.")] = (
        "vouched"
    )
    reserved: Annotated[SomeSeats, doc("Seats kept for those who are invited.")] = ()
    rematch_of: Annotated[MatchId | None, doc("The match that was played before.")] = None
    advice: Annotated[Advising, doc("Whether whoever is asked may have advice.")] = "off"
    edition_digest: Annotated[
        Sha256 | None, doc("SHA-256 of its edition in canonical form; null: one that is built in.")
    ] = None


class TakeSeat(Command, frozen=True):
    """The `words` are for the luck; docs/fairness.md says what they may hold."""

    seat: Annotated[SeatNumber, doc("The seat to take.")]
    words: Words = ""

    def as_offered(self) -> TakeSeat:
        return TakeSeat(self.seat)


class LeaveSeat(Command, frozen=True):
    """Gives the seat back before the start."""

    seat: Annotated[SeatNumber, doc("The seat to leave.")]


class SeatBot(Command, frozen=True):
    """Puts a bot in a seat before the start."""

    seat: Annotated[SeatNumber, doc("The seat for the bot.")]
    bot: Annotated[Bot, doc("The bot.")] = STAND_IN

    def as_offered(self) -> SeatBot:
        return SeatBot(self.seat)


class RenewToken(Command, frozen=True):
    """A new token for a seat, in place of one that is lost or known to others."""

    seat: Annotated[SeatNumber, doc("The seat.")]


class StartMatch(Command, frozen=True):
    """Lets the game begin; every seat is taken."""


class CancelMatch(Command, frozen=True):
    """The host cancels the match before the start."""


class ExpireGathering(Command, frozen=True):
    """The clock's: nobody started the match in time."""


class Resign(Command, frozen=True):
    """Gives up; a bot plays on, or the match ends."""

    seat: Annotated[SeatNumber, doc("The seat that gives up.")]


class Undo(Command, frozen=True):
    """Back to how things stood after this version."""

    to: Annotated[Version, doc("The version to go back to.")] = 0

    def as_offered(self) -> Undo:
        return Undo()


class Redo(Command, frozen=True):
    """Brings back what the last undo struck out."""


class AnswerUndo(Command, frozen=True):
    """To another player's request. The asker withdraws it with `agree: false`."""

    agree: Annotated[bool, doc("Whether the player agrees.")]


class ExpireUndo(Command, frozen=True):
    """The clock's: nobody answered in time."""


class ExpireClock(Command, frozen=True):
    """The clock's: the player who is asked did not answer in time."""


class Pause(Command, frozen=True):
    """Asks the others to let the clock stand still."""


class AnswerPause(Command, frozen=True):
    """To another player's request. The asker withdraws it with `agree: false`."""

    agree: Annotated[bool, doc("Whether the player agrees.")]


class Resume(Command, frozen=True):
    """Ends a pause."""


class AskAdvice(Command, frozen=True):
    """Asks the strongest mind what it would answer; everybody sees who has asked."""


BEFORE_START = (
    OpenMatch,
    TakeSeat,
    LeaveSeat,
    SeatBot,
    RenewToken,
    StartMatch,
    CancelMatch,
    ExpireGathering,
)
COMMANDS = (
    *BEFORE_START,
    Resign,
    Undo,
    Redo,
    AnswerUndo,
    ExpireUndo,
    ExpireClock,
    Pause,
    AnswerPause,
    Resume,
    AskAdvice,
)
