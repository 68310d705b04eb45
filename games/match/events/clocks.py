"""Clocks and pauses."""

from __future__ import annotations

from typing import Annotated, Literal

from games.kernel import Event
from games.kernel.quantities import doc
from games.match.quantities import (
    Duration,
    Moment,
    SeatNumber,
)
from games.match.state import (
    Bot,
    Expiry,
    Match,
    PauseWish,
    Ticking,
)


class ClockStarted(Event, frozen=True):
    """The clock of a seat runs: it may think up to `until`, in UTC milliseconds."""

    seat: Annotated[SeatNumber, doc("Whose time runs.")]
    since: Annotated[Moment, doc("Since when, in UTC milliseconds.")]
    until: Annotated[Moment, doc("When it has run out, in UTC milliseconds.")]

    def apply(self, game: Match) -> None:
        game.ticking = Ticking(self.seat, self.since, self.until)
        game.pause_refused = ()


class TimeTaken(Event, frozen=True):
    """How long the seat has thought, and what it has left for the next time; in milliseconds."""

    seat: Annotated[SeatNumber, doc("Who has thought.")]
    used: Annotated[Duration, doc("Milliseconds used.")]
    left: Annotated[Duration, doc("Milliseconds left for the next time.")]

    def apply(self, game: Match) -> None:
        game.ticking = None
        game.seats[self.seat].left = self.left


class TimeRanOut(Event, frozen=True):
    """What the match has agreed on comes about; `bot` plays the seat from now on."""

    seat: Annotated[SeatNumber, doc("Whose time ran out.")]
    then: Annotated[Expiry, doc("What the match has agreed on.")]
    bot: Annotated[Bot | None, doc("The bot that plays the seat from now on.")] = None

    def apply(self, game: Match) -> None:
        if self.then == "bot_answers":
            game.stand_in = self.seat
        elif self.then == "bot_takes_over":
            game.seats[self.seat].bot = self.bot


class StandInLeft(Event, frozen=True):
    """The question was answered or taken back; the next one is the person's again."""

    seat: Annotated[SeatNumber, doc("For whom the bot stood in.")]

    def apply(self, game: Match) -> None:
        game.stand_in = None


class PauseRequested(Event, frozen=True):
    """The others are asked for a pause."""

    seat: Annotated[SeatNumber, doc("Who asks.")]

    def apply(self, game: Match) -> None:
        game.pause = PauseWish(self.seat)


class PauseAgreed(Event, frozen=True):
    """One of those who are asked agrees."""

    seat: Annotated[SeatNumber, doc("Who agrees.")]

    def apply(self, game: Match) -> None:
        wish = game.open_pause_wish
        game.pause = PauseWish(wish.seat, (*wish.agreed, self.seat))


class PauseDeclined(Event, frozen=True):
    """The request was declined by another, or taken back by the seat itself."""

    seat: Annotated[SeatNumber, doc("Whose request it was.")]
    because: Annotated[Literal["refused", "withdrawn"], doc("Why nothing comes of it.")]

    def apply(self, game: Match) -> None:
        game.pause = None
        game.pause_refused = (*game.pause_refused, self.seat)


class MatchPaused(Event, frozen=True):
    """All have agreed: nobody plays, and no clock runs."""

    seat: Annotated[SeatNumber, doc("Who asked for it.")]

    def apply(self, game: Match) -> None:
        game.pause = None
        game.paused = True


class MatchResumed(Event, frozen=True):
    """The pause is over."""

    seat: Annotated[SeatNumber, doc("Who ends the pause.")]

    def apply(self, game: Match) -> None:
        game.paused = False
