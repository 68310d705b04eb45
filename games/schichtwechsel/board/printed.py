"""What every group of printed data has."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, doc
from games.schichtwechsel.quantities import HIGHEST_SCORE

NumberOfPlayers = Annotated[int, Meta(ge=1, le=MOST_SEATS, description="A number of players.")]
ForPlayers = Annotated[
    tuple[NumberOfPlayers, ...],
    Meta(max_length=MOST_SEATS, description="With so many players it is in the game (SW-12, SW-13)."),
]


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of data and where it comes from."""

    source: Annotated[
        Literal["rulebook", "derived", "web", "reconstructed"],
        doc("Stated in the rulebook, derived from it, found on published pages, or reconstructed."),
    ]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several alike in a group."""


PrintedPoints = Annotated[int, Meta(ge=0, le=HIGHEST_SCORE, description="Points.")]


class Target(Part, frozen=True):
    """Points for the first to arrive, and for the others (SW-106)."""

    first: Annotated[PrintedPoints, doc("For the first to arrive.")]
    later: Annotated[PrintedPoints, doc("For everybody later.")]
