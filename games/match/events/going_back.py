"""Undo and redo."""

from __future__ import annotations

from typing import Annotated, Literal

from games.kernel import Event
from games.kernel.quantities import doc
from games.match.quantities import (
    Moment,
    SeatNumber,
    Version,
    Versions,
)
from games.match.state import (
    Match,
    Struck,
    Vote,
)


class UndoRequested(Event, frozen=True):
    """The others are asked whether to go back."""

    seat: Annotated[SeatNumber, doc("Who asks.")]
    to: Annotated[Version, doc("The version to go back to.")]
    until: Annotated[Moment, doc("After that the request is void, in UTC milliseconds.")]

    def apply(self, game: Match) -> None:
        game.vote = Vote(self.seat, self.to, self.until)


class UndoAgreed(Event, frozen=True):
    """One of those who are asked agrees."""

    seat: Annotated[SeatNumber, doc("Who agrees.")]

    def apply(self, game: Match) -> None:
        vote = game.open_vote
        game.vote = Vote(vote.seat, vote.to, vote.until, (*vote.agreed, self.seat))


class UndoDeclined(Event, frozen=True):
    """The request was declined by another or by the clock, or taken back by the seat itself."""

    seat: Annotated[SeatNumber, doc("Whose request it was.")]
    because: Annotated[Literal["refused", "expired", "withdrawn"], doc("Why nothing comes of it.")]

    def apply(self, game: Match) -> None:
        game.vote = None
        game.refused = (*game.refused, self.seat)


class Rewound(Event, frozen=True):
    """Strikes out every answer to the game after `to`, and no other entry; folding takes them back."""

    seat: Annotated[SeatNumber, doc("Who goes back.")]
    to: Annotated[Version, doc("The version at which the game stands again.")]
    struck: Annotated[Versions, doc("The answers to the game that no longer count.")]
    asked: Annotated[SeatNumber | None, doc("Whose turn it was before.")] = None

    def apply(self, game: Match) -> None:
        game.vote = None
        game.struck = (*game.struck, Struck(self.seat, self.struck, self.asked))


class Restored(Event, frozen=True):
    """Brings struck answers back, oldest first; here, too, folding carries it out."""

    seat: Annotated[SeatNumber, doc("Who goes forward.")]
    versions: Annotated[Versions, doc("The answers that count again, oldest first.")]
    asked: Annotated[SeatNumber | None, doc("Whose turn it is again.")] = None

    def apply(self, game: Match) -> None:
        game.struck = game.struck[:-1]


class UndoForgotten(Event, frozen=True):
    """Something new was played: nothing can be brought back now, and refused askers may ask again."""

    def apply(self, game: Match) -> None:
        game.struck = ()
        game.refused = ()
