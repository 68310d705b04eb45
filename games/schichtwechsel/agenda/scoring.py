"""The end of a round, and the final scoring entry by entry."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.kernel import Step
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.quantities import MOST_ENTRIES, Entry


class ScoreRound(Step, frozen=True):
    """The round card is scored (SW-138)."""


class EndRound(Step, frozen=True):
    """Cards and bonus spaces are cleared (SW-143)."""


class FinalScoring(Step, frozen=True):
    """The final scoring (SW-146)."""

    left: Annotated[
        tuple[Entry, ...], Meta(max_length=MOST_ENTRIES, description="The entries still to come, in order.")
    ]


class ScoreEntry(Step, frozen=True):
    """An entry of the final scoring for a player: what is done first (SW-147)."""

    seat: Annotated[Seat, doc("Who scores.")]
    entry: Annotated[Entry, doc("The entry.")]


class CountEntry(Step, frozen=True):
    """An entry of the final scoring for a player: its points (SW-147)."""

    seat: Annotated[Seat, doc("Who scores.")]
    entry: Annotated[Entry, doc("The entry.")]


class EndGame(Step, frozen=True):
    """The game is over (SW-146)."""
