"""Routes, the miner's shift, bonus spaces, building pits, and the final scoring."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.kernel.quantities import MOST_SEATS, doc
from games.schichtwechsel.board.printed import (
    ForPlayers,
    NumberOfPlayers,
    Part,
    Printed,
    PrintedPoints,
    Target,
)
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.quantities import (
    MOST_BAR_SPACES,
    MOST_BONUS_SPACES,
    MOST_ENTRIES,
    MOST_ROUTE_SPACES,
    MOST_ROUTES,
    MOST_SHIFT_SPACES,
    MOST_SITES,
    Id,
    Route,
    Score,
)

RouteNumber = Annotated[int, Meta(ge=1, le=MOST_ROUTE_SPACES, description="A space, counted from 1.")]
Range = Annotated[int, Meta(ge=0, le=MOST_SHIFT_SPACES, description="Spaces of the shift.")]


class Barriers(Printed, frozen=True):
    """What crossing barriers gives (SW-105)."""

    kinds: Annotated[dict[Id, Effects], Meta(max_length=MOST_ENTRIES, description="By kind of barrier.")]


class Tier(Part, frozen=True):
    """A mark of a route (SW-151)."""

    space: Annotated[RouteNumber, doc("From this space on.")]
    points: Annotated[PrintedPoints, doc("The points.")]


class Track(Part, frozen=True):
    """A route (SW-101)."""

    id: Annotated[Route, doc("Road, rail or canal.")]
    spaces: Annotated[RouteNumber, doc("The space of its target.")]
    target: Annotated[Target, doc("Points for its target (SW-106).")]
    tiers: Annotated[
        tuple[Tier, ...],
        Meta(max_length=MOST_ROUTE_SPACES, description="Its marks, best first (SW-151)."),
    ]
    barriers: Annotated[
        dict[RouteNumber, Id],
        Meta(max_length=MOST_ROUTE_SPACES, description="Its barriers, by the space after each."),
    ]


class Routes(Printed, frozen=True):
    """The routes."""

    list: Annotated[tuple[Track, ...], Meta(max_length=MOST_ROUTES, description="Route by route.")]


class ShiftSpace(Part, frozen=True):
    """A space of the shift (SW-113)."""

    id: Id
    players: ForPlayers
    effects: Effects = ()


class Shift(Printed, frozen=True):
    """The miner's shift (SW-111)."""

    spaces: Annotated[
        tuple[ShiftSpace, ...],
        Meta(min_length=2, max_length=MOST_SHIFT_SPACES, description="From the entrance to the exit."),
    ]
    range: Annotated[int, Meta(ge=1, le=MOST_SHIFT_SPACES, description="How far a miner goes.")]
    range_per_house: Annotated[Range, doc("How much farther for each house at the working speed.")]
    exit: Annotated[Target, doc("Points for the exit (SW-150).")]
    already_at_exit: Annotated[Effects, doc("What a further movement gives there (SW-149).")]
    kept_without_use: Annotated[
        tuple[Id, ...],
        Meta(max_length=MOST_ENTRIES, description="Effects of a space that is not used (SW-R66)."),
    ]


class BonusSpace(Part, frozen=True):
    """A headframe bonus space (SW-127)."""

    id: Id
    effects: Effects


class HeadframeBonuses(Printed, frozen=True):
    """The bonus spaces of both areas (SW-126)."""

    big: Annotated[
        tuple[BonusSpace, ...], Meta(max_length=MOST_BONUS_SPACES, description="The big ones (SW-130).")
    ]
    small: Annotated[
        tuple[BonusSpace, ...], Meta(max_length=MOST_BONUS_SPACES, description="The small ones (SW-131).")
    ]


class SitePoints(Part, frozen=True):
    """What a site counts in the final scoring."""

    per_house: Annotated[PrintedPoints, doc("For each house (SW-155, SW-156).")] = 0
    per_spoil_on_tip: Annotated[PrintedPoints, doc("For each spoil on the tip (SW-154).")] = 0


class Site(Part, frozen=True):
    """Where houses are built: a pit, or the working speed (SW-107)."""

    id: Id
    area: Annotated[Literal["left", "right", "centre"], doc("Where it lies on the board.")]
    spaces: Annotated[
        Annotated[tuple[NumberOfPlayers, ...], Meta(max_length=MOST_BAR_SPACES * MOST_SEATS)] | None,
        doc("Its spaces, each by the least number of players (SW-14, SW-15); null: no limit."),
    ] = None
    most_per_player: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_BAR_SPACES)] | None,
        doc("Houses of one player (SW-R49); null: no limit."),
    ] = None
    deeds: Annotated[Effects, doc("What is done at the end, once a house (SW-148, SW-157).")] = ()
    points: Annotated[SitePoints, doc("What it counts (SW-154 .. SW-156).")] = SitePoints()


class Sites(Printed, frozen=True):
    """The sites."""

    list: Annotated[tuple[Site, ...], Meta(max_length=MOST_SITES, description="Site by site.")]


class FinalScores(Printed, frozen=True):
    """The final scoring (SW-147 .. SW-163)."""

    order: Annotated[
        tuple[Id, ...], Meta(max_length=MOST_ENTRIES, description="Its entries, in this order (SW-172).")
    ]
    tool_marker: Annotated[Score, doc("Points for each tool marker (SW-162).")]
    full_coal_wagon: Annotated[Score, doc("Points for each full coal wagon (SW-159).")]
    unsold_coke: Annotated[Score, doc("Points for each coke not sold (SW-160).")]
    first_player_marker: Annotated[Score, doc("Points for the first player's marker (SW-163).")]
