"""What people want of a match."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from games.kernel import Command
from games.match.state import (
    LONGEST_WORDS,
    STAND_IN,
    Bot,
    Clock,
    Laws,
    Parent,
    Renewal,
    Resigning,
    UndoPolicy,
    Visibility,
)

Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]


class SeatedBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    bot: Bot


class OpenMatch(Command, frozen=True, gc=False):
    """The first command of every match; everything in it is checked already."""

    game: str
    edition: str
    seats: int
    options: dict[str, Any]
    visibility: Visibility
    resigning: Resigning
    undo: UndoPolicy = "consent"
    clock: Clock | None = None
    bots: tuple[SeatedBot, ...] = ()
    parent: Parent | None = None  # a fork goes on from there, with luck of its own
    laws: Laws = 1
    rated: bool | None = None
    gathers_until: int | None = None
    renewal: Renewal = "vouched"
    reserved: tuple[int, ...] = ()
    rematch_of: str | None = None


class TakeSeat(Command, frozen=True, gc=False):
    """The `words` are for the luck; docs/fairness.md says what they may hold."""

    seat: int
    words: Words = ""

    def as_offered(self) -> TakeSeat:
        return TakeSeat(self.seat)


class LeaveSeat(Command, frozen=True, gc=False):
    seat: int


class SeatBot(Command, frozen=True, gc=False):
    seat: int
    bot: Bot = STAND_IN

    def as_offered(self) -> SeatBot:
        return SeatBot(self.seat)


class RenewToken(Command, frozen=True, gc=False):
    """A new token for a seat, in place of one that is lost or known to others."""

    seat: int


class StartMatch(Command, frozen=True, gc=False):
    pass


class CancelMatch(Command, frozen=True, gc=False):
    """The host's, before the start."""


class ExpireGathering(Command, frozen=True, gc=False):
    """The clock's: nobody started the match in time."""


class Resign(Command, frozen=True, gc=False):
    seat: int


class Undo(Command, frozen=True, gc=False):
    """Back to how things stood after this version."""

    to: int = 0

    def as_offered(self) -> Undo:
        return Undo()


class Redo(Command, frozen=True, gc=False):
    """Brings back what the last undo struck out."""


class AnswerUndo(Command, frozen=True, gc=False):
    """To another player's request. The asker withdraws it with `agree: false`."""

    agree: bool


class ExpireUndo(Command, frozen=True, gc=False):
    """The clock's: nobody answered in time."""


class ExpireClock(Command, frozen=True, gc=False):
    """The clock's: the player who is asked did not answer in time."""


class Pause(Command, frozen=True, gc=False):
    """Asks the others to let the clock stand still."""


class AnswerPause(Command, frozen=True, gc=False):
    """To another player's request. The asker withdraws it with `agree: false`."""

    agree: bool


class Resume(Command, frozen=True, gc=False):
    """Ends a pause."""


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
)
