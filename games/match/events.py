"""What happens to a match."""

from __future__ import annotations

from typing import Any, Literal

from games.kernel import Asked, Event
from games.match.agenda import MatchItem
from games.match.seating import TokenRenewed
from games.match.state import (
    Bot,
    Clock,
    Expiry,
    Laws,
    Match,
    Parent,
    PauseWish,
    Renewal,
    Resigning,
    Seat,
    Struck,
    Ticking,
    UndoPolicy,
    Visibility,
    Vote,
)


class MatchOpened(Event, frozen=True, gc=False):
    """Begins every book. The match it describes is built from it, see `play.begin_match`."""

    match: str
    game: str
    edition: str
    seats: int
    options: dict[str, Any]
    visibility: Visibility
    resigning: Resigning
    commitment: str
    undo: UndoPolicy
    clock: Clock | None = None
    parent: Parent | None = None
    table: dict[str, Any] | None = None  # of a fork: how its parent stood
    laws: Laws = 1
    rated: bool | None = None
    gathers_until: int | None = None  # UTC milliseconds
    renewal: Renewal = "vouched"
    reserved: tuple[int, ...] = ()
    rematch_of: str | None = None  # the match that was played before

    def apply(self, game: Match) -> None:
        """Nothing left to change: it brought the match into being."""


class SeatTaken(Event, frozen=True, gc=False):
    seat: int
    words: str

    def apply(self, game: Match) -> None:
        game.seats[self.seat] = Seat(taken=True, words=self.words)


class SeatLeft(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Match) -> None:
        game.seats[self.seat] = Seat()


class BotSeated(Event, frozen=True, gc=False):
    seat: int
    bot: Bot

    def apply(self, game: Match) -> None:
        game.seats[self.seat] = Seat(taken=True, bot=self.bot)


class MatchStarted(Event, frozen=True, gc=False):
    def apply(self, game: Match) -> None:
        game.status = "running"
        for seat in game.seats:
            seat.left = game.clock.seconds * 1000 if game.clock else 0


class SeatResigned(Event, frozen=True, gc=False):
    """The person is gone; a bot plays on if there is one."""

    seat: int
    bot: Bot | None

    def apply(self, game: Match) -> None:
        game.seats[self.seat].bot = self.bot


class LuckDrawn(Event, frozen=True, gc=False):
    """What the entry drew: draw number `first` and on, each as (bound, value)."""

    first: int
    draws: tuple[tuple[int, int], ...]

    def apply(self, game: Match) -> None:
        game.draws = self.first + len(self.draws)


class UndoRequested(Event, frozen=True, gc=False):
    seat: int
    to: int
    until: int

    def apply(self, game: Match) -> None:
        game.vote = Vote(self.seat, self.to, self.until)


class UndoAgreed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Match) -> None:
        vote = game.open_vote
        game.vote = Vote(vote.seat, vote.to, vote.until, (*vote.agreed, self.seat))


class UndoDeclined(Event, frozen=True, gc=False):
    """By another, by the clock, or taken back by the seat itself."""

    seat: int  # whose request it was
    because: Literal["refused", "expired", "withdrawn"]

    def apply(self, game: Match) -> None:
        game.vote = None
        game.refused = (*game.refused, self.seat)


class Rewound(Event, frozen=True, gc=False):
    """Strikes out every answer to the game after `to`, and no other entry; folding takes them back."""

    seat: int
    to: int
    struck: tuple[int, ...]
    asked: int | None = None  # whose turn it was before

    def apply(self, game: Match) -> None:
        game.vote = None
        game.struck = (*game.struck, Struck(self.seat, self.struck, self.asked))


class Restored(Event, frozen=True, gc=False):
    """Brings struck answers back, oldest first; here, too, folding carries it out."""

    seat: int
    versions: tuple[int, ...]
    asked: int | None = None  # whose turn it is again

    def apply(self, game: Match) -> None:
        game.struck = game.struck[:-1]


class UndoForgotten(Event, frozen=True, gc=False):
    """Something new was played: nothing can be brought back now, and refused askers may ask again."""

    def apply(self, game: Match) -> None:
        game.struck = ()
        game.refused = ()


class ClockStarted(Event, frozen=True, gc=False):
    """UTC milliseconds. Up to `until` the seat may think."""

    seat: int
    since: int
    until: int

    def apply(self, game: Match) -> None:
        game.ticking = Ticking(self.seat, self.since, self.until)
        game.pause_refused = ()


class TimeTaken(Event, frozen=True, gc=False):
    """How long the seat has thought, and what it has left for the next time; in milliseconds."""

    seat: int
    used: int
    left: int

    def apply(self, game: Match) -> None:
        game.ticking = None
        game.seats[self.seat].left = self.left


class TimeRanOut(Event, frozen=True, gc=False):
    """What the match has agreed on comes about; `bot` plays the seat from now on."""

    seat: int
    then: Expiry
    bot: Bot | None = None

    def apply(self, game: Match) -> None:
        if self.then == "bot_answers":
            game.stand_in = self.seat
        elif self.then == "bot_takes_over":
            game.seats[self.seat].bot = self.bot


class StandInLeft(Event, frozen=True, gc=False):
    """The question was answered or taken back; the next one is the person's again."""

    seat: int

    def apply(self, game: Match) -> None:
        game.stand_in = None


class PauseRequested(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Match) -> None:
        game.pause = PauseWish(self.seat)


class PauseAgreed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Match) -> None:
        wish = game.open_pause_wish
        game.pause = PauseWish(wish.seat, (*wish.agreed, self.seat))


class PauseDeclined(Event, frozen=True, gc=False):
    """By another, or taken back by the seat itself."""

    seat: int  # whose request it was
    because: Literal["refused", "withdrawn"]

    def apply(self, game: Match) -> None:
        game.pause = None
        game.pause_refused = (*game.pause_refused, self.seat)


class MatchPaused(Event, frozen=True, gc=False):
    seat: int  # who asked for it

    def apply(self, game: Match) -> None:
        game.pause = None
        game.paused = True


class MatchResumed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Match) -> None:
        game.paused = False


class MatchEnded(Event, frozen=True, gc=False):
    because: Literal["played_out", "too_long", "resigned", "out_of_time", "cancelled", "never_started"]

    def apply(self, game: Match) -> None:
        game.status = "finished" if self.because in {"played_out", "too_long"} else "abandoned"


class SeedDisclosed(Event, frozen=True, gc=False):
    """From now on anyone can check every draw."""

    seed: str

    def apply(self, game: Match) -> None:
        game.seed = self.seed


class MatchAsked(Asked, frozen=True, gc=False):
    agenda: tuple[MatchItem, ...]


EVENTS = (
    MatchOpened,
    SeatTaken,
    SeatLeft,
    BotSeated,
    TokenRenewed,
    MatchStarted,
    SeatResigned,
    LuckDrawn,
    UndoRequested,
    UndoAgreed,
    UndoDeclined,
    Rewound,
    Restored,
    UndoForgotten,
    ClockStarted,
    TimeTaken,
    TimeRanOut,
    StandInLeft,
    PauseRequested,
    PauseAgreed,
    PauseDeclined,
    MatchPaused,
    MatchResumed,
    MatchEnded,
    SeedDisclosed,
    MatchAsked,
)
