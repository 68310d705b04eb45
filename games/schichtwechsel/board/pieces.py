"""What is in the box, and what everybody starts with."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, doc
from games.schichtwechsel.board.printed import NumberOfPlayers, Part, Printed
from games.schichtwechsel.quantities import (
    MOST_CUBES_DRAWN,
    Coke,
    HeadframeCount,
    Id,
    Pieces,
    RouteSpace,
    ShiftNumber,
)


class Players(Printed, frozen=True):
    """For how many players the game is (SW-1)."""

    min: Annotated[NumberOfPlayers, doc("So many at least.")]
    max: Annotated[NumberOfPlayers, doc("So many at most.")]


class Length(Printed, frozen=True):
    """How long a match takes."""

    minutes: Annotated[int, Meta(ge=1, le=1_000, description="In minutes.")]


class Rounds(Printed, frozen=True):
    """How many rounds there are (SW-1)."""

    count: Annotated[int, Meta(ge=1, le=20, description="Their number.")]


class Supplies(Printed, frozen=True):
    """What belongs to nobody (SW-168)."""

    white_tokens: Annotated[Pieces, doc("White action tokens.")]
    coins: Annotated[Pieces, doc("Coins.")]
    tools: Annotated[Pieces, doc("Tool markers.")]
    coal: Annotated[Pieces, doc("Coal.")]
    spoil: Annotated[Pieces, doc("Spoil.")]
    blue_cubes: Annotated[Pieces, doc("Blue cubes (SW-41).")]


class Colours(Printed, frozen=True):
    """The colours of the players."""

    list: Annotated[tuple[Id, ...], Meta(max_length=MOST_SEATS, description="By seat (SW-5).")]


class Cubes(Part, frozen=True):
    """Coal and spoil."""

    coal: Annotated[Pieces, doc("Coal.")]
    spoil: Annotated[Pieces, doc("Spoil.")]


class Bag(Printed, frozen=True):
    """The bag of step I (SW-9, SW-44, SW-45)."""

    start: Annotated[
        dict[NumberOfPlayers, Cubes],
        Meta(max_length=MOST_SEATS, description="The cubes in it at first, by number of players (SW-9)."),
    ]
    added_per_player: Annotated[Cubes, doc("What comes into it each round, for each player (SW-44).")]
    drawn_per_player: Annotated[
        int, Meta(ge=1, le=MOST_CUBES_DRAWN, description="Cubes drawn for each player (SW-45).")
    ]


class SetUp(Printed, frozen=True):
    """What everybody starts with (SW-4 .. SW-8)."""

    coins: Annotated[Pieces, doc("Coins (SW-4).")]
    tools: Annotated[Pieces, doc("Tool markers (SW-4).")]
    coke: Annotated[Coke, doc("Coke, none of it made yet (SW-5).")]
    headframes: Annotated[HeadframeCount, doc("Headframes on the personal card (SW-6).")]
    miner_space: Annotated[ShiftNumber, doc("The space of the miner (SW-8).")]
    disc_space: Annotated[RouteSpace, doc("The space of each disc (SW-8).")]
