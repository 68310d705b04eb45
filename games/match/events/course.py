"""How a match begins, what it draws and waits for, and how it ends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from games.kernel import Asked, Event
from games.kernel.quantities import Edition, doc
from games.match.agenda import MatchItem
from games.match.quantities import (
    QUESTIONS_AT_ONCE,
    ChosenOptions,
    DrawNumber,
    Draws,
    GameName,
    MatchId,
    Moment,
    SeatCount,
    SeatNumber,
    Seed,
    Sha256,
    SomeSeats,
)
from games.match.state import (
    Advising,
    Clock,
    Laws,
    Match,
    Parent,
    Renewal,
    Resigning,
    UndoPolicy,
    Visibility,
)


class MatchOpened(Event, frozen=True):
    """Begins every book. The match it describes is built from it, see `play.begin_match`."""

    match: Annotated[MatchId, doc("The id of the match.")]
    game: GameName
    edition: Edition
    seats: SeatCount
    options: ChosenOptions
    visibility: Annotated[Visibility, doc("Who may see it.")]
    resigning: Annotated[Resigning, doc("Whether a resigned seat goes to a bot, or the match ends.")]
    commitment: Annotated[Sha256, doc("SHA-256 of the secret seed.")]
    undo: Annotated[UndoPolicy, doc("What may be undone.")]
    clock: Annotated[Clock | None, doc("How long people may think; null: as long as they like.")] = None
    parent: Annotated[Parent | None, doc("Where a fork comes from.")] = None
    table: Annotated[dict[str, Any] | None, doc("How the parent of a fork stood.")] = None
    laws: Annotated[Laws, doc("Which edition of the rules of a match it was opened under.")] = 1
    rated: Annotated[
        bool | None, doc("Whether it counts for ratings; null under the first laws, which did not ask.")
    ] = None
    gathers_until: Annotated[
        Moment | None, doc("When it ends unless it was started, in UTC milliseconds; null: never.")
    ] = None
    renewal: Annotated[Renewal, doc("Who may renew a lost token, besides the person in the seat.")] = (
        "vouched"
    )
    reserved: Annotated[SomeSeats, doc("Seats kept for those who are invited.")] = ()
    rematch_of: Annotated[MatchId | None, doc("The match that was played before.")] = None
    advice: Annotated[Advising, doc("Whether whoever is asked may have advice.")] = "off"
    edition_digest: Annotated[
        Sha256 | None, doc("SHA-256 of its edition in canonical form; null: one that is built in.")
    ] = None

    def apply(self, game: Match) -> None:
        """Nothing left to change: it brought the match into being."""


class MatchStarted(Event, frozen=True):
    """Every seat is taken, and the game begins."""

    def apply(self, game: Match) -> None:
        game.status = "running"
        for seat in game.seats:
            seat.left = game.clock.seconds * 1000 if game.clock else 0


class AdviceAsked(Event, frozen=True):
    """A seat has asked for advice on the open question. What it is told lies beside the book."""

    seat: Annotated[SeatNumber, doc("The seat that has asked.")]

    def apply(self, game: Match) -> None:
        """The game goes on as if nobody had asked."""


class LuckDrawn(Event, frozen=True):
    """What the entry drew: draw number `first` and on, each as (bound, value)."""

    first: Annotated[DrawNumber, doc("The number of the first draw of the entry.")]
    draws: Annotated[Draws, doc("Each draw: what it is below, and what was drawn.")]

    def apply(self, game: Match) -> None:
        game.draws = self.first + len(self.draws)


class MatchEnded(Event, frozen=True):
    """Nothing more is played."""

    because: Annotated[
        Literal["played_out", "too_long", "resigned", "out_of_time", "cancelled", "never_started"],
        doc("Why it ended."),
    ]

    def apply(self, game: Match) -> None:
        game.status = "finished" if self.because in {"played_out", "too_long"} else "abandoned"


class SeedDisclosed(Event, frozen=True):
    """From now on anyone can check every draw."""

    seed: Annotated[Seed, doc("The secret seed, in hex.")]

    def apply(self, game: Match) -> None:
        game.seed = self.seed


class MatchAsked(Asked, frozen=True):
    """What the match now waits for."""

    agenda: Annotated[
        tuple[MatchItem, ...],
        Meta(max_length=QUESTIONS_AT_ONCE, description="What it waits for, next item first."),
    ]
