"""Who sits down and who goes."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import doc
from games.match.quantities import (
    SeatNumber,
    Words,
)
from games.match.state import (
    Bot,
    Match,
    Seat,
)


class SeatTaken(Event, frozen=True):
    """A person sits down."""

    seat: Annotated[SeatNumber, doc("The seat.")]
    words: Words

    def apply(self, game: Match) -> None:
        game.seats[self.seat] = Seat(taken=True, words=self.words)


class SeatLeft(Event, frozen=True):
    """The seat is free again."""

    seat: Annotated[SeatNumber, doc("The seat.")]

    def apply(self, game: Match) -> None:
        game.seats[self.seat] = Seat()


class BotSeated(Event, frozen=True):
    """A bot sits down."""

    seat: Annotated[SeatNumber, doc("The seat.")]
    bot: Annotated[Bot, doc("The bot.")]

    def apply(self, game: Match) -> None:
        game.seats[self.seat] = Seat(taken=True, bot=self.bot)


class SeatResigned(Event, frozen=True):
    """The person is gone; a bot plays on if there is one."""

    seat: Annotated[SeatNumber, doc("The seat.")]
    bot: Annotated[Bot | None, doc("The bot that plays on.")]

    def apply(self, game: Match) -> None:
        game.seats[self.seat].bot = self.bot
