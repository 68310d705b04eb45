"""What happens to a match."""

from __future__ import annotations

from typing import Any, Literal

from games.kernel import Asked, Event
from games.match.agenda import MatchItem
from games.match.state import Bot, Match, Resigning, Seat, Visibility


class MatchOpened(Event, frozen=True, gc=False):
    """Begins every book. The match it describes is built from it, see `play.opened`."""

    match: str
    game: str
    edition: str
    seats: int
    options: dict[str, Any]
    visibility: Visibility
    resigning: Resigning
    commitment: str

    def apply(self, game: Match) -> None:
        """Nothing left to change: the match came into being by it."""


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


class MatchEnded(Event, frozen=True, gc=False):
    because: Literal["played_out", "resigned"]

    def apply(self, game: Match) -> None:
        game.status = "finished" if self.because == "played_out" else "abandoned"


class SeedDisclosed(Event, frozen=True, gc=False):
    """From now on everybody can check every draw."""

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
    MatchStarted,
    SeatResigned,
    LuckDrawn,
    MatchEnded,
    SeedDisclosed,
    MatchAsked,
)
