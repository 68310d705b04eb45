"""A player's pit board, and the Central Coking Plant."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.kernel.quantities import doc
from games.schichtwechsel.board.printed import ForPlayers, Part, Printed, PrintedPoints
from games.schichtwechsel.effects import Effects
from games.schichtwechsel.quantities import (
    MOST_BAR_SPACES,
    MOST_GREY_SPACES,
    MOST_HEADFRAMES,
    MOST_PAIRS,
    MOST_SPACES_OF_A_WAGON,
    MOST_WAGONS,
    Amount,
    Coke,
    Id,
    Level,
    Score,
    Spoil,
)

WagonSpaces = Annotated[int, Meta(ge=1, le=MOST_SPACES_OF_A_WAGON, description="Its spaces (SW-20).")]
FromRound = Annotated[int, Meta(ge=1, le=20, description="Not before this round.")]


class Wagon(Part, frozen=True):
    """An underground wagon (SW-20)."""

    id: Id
    spaces: WagonSpaces
    lockable: Annotated[bool, doc("Whether a round card can lock it (SW-40).")] = False
    coal_only: Annotated[bool, doc("Whether it takes coal only (SW-21).")] = False


class CoalWagon(Part, frozen=True):
    """A coal wagon above ground (SW-22)."""

    id: Id
    spaces: WagonSpaces
    token_space: Annotated[bool, doc("Whether a token shows while it is empty (SW-61).")] = False


class CokeWagons(Part, frozen=True):
    """Coke wagons, one coke each (SW-27)."""

    lower: Annotated[Coke, doc("The lower ones, filled first; so many are a pair to sell (SW-63).")]
    upper: Annotated[Coke, doc("The upper ones.")]


class Pit(Printed, frozen=True):
    """The wagons of a pit board."""

    wagons: Annotated[tuple[Wagon, ...], Meta(max_length=MOST_WAGONS, description="Underground (SW-19).")]
    coal_wagons: Annotated[
        tuple[CoalWagon, ...], Meta(max_length=MOST_WAGONS, description="For coal above ground (SW-22).")
    ]
    coke_wagons: Annotated[CokeWagons, doc("For coke (SW-27).")]


class CubesInTheWay(Printed, frozen=True):
    """What cubes cost that fit nowhere or are blue."""

    tools_for_one_without_room: Annotated[Amount, doc("Tool markers for each that fits nowhere (SW-49).")]
    levels_for_a_blue_one: Annotated[Level, doc("Levels by which the water rises for a blue one (SW-47).")]


class SpoilTip(Printed, frozen=True):
    """The tip (SW-26)."""

    spaces: Annotated[Spoil, doc("So much spoil it holds.")]


class PitWater(Printed, frozen=True):
    """The scale of the pit water (SW-29, SW-30)."""

    start: Annotated[Level, doc("The level at first (SW-8).")]
    lowest: Annotated[Level, doc("The lowest level (SW-30).")]
    top: Annotated[Level, doc("The top level, left at once (SW-29).")]
    token_level: Annotated[Level, doc("The level that covers an action token (SW-61).")]
    points_at_lowest: Annotated[PrintedPoints, doc("Points for reaching the lowest level (SW-30).")]
    tools_at_top: Annotated[Amount, doc("Tool markers for reaching the top (SW-29).")]
    fall_from_top: Annotated[Level, doc("Levels it falls from the top (SW-29).")]
    rise_per_round: Annotated[Level, doc("Levels it rises in step III (SW-60).")]


class ActionTokens(Printed, frozen=True):
    """White tokens of step IV (SW-62)."""

    most_per_round: Annotated[Amount, doc("So many at most.")]


class CokeSale(Printed, frozen=True):
    """Selling pairs of coke (SW-63 .. SW-65)."""

    worth: Annotated[
        tuple[Score, ...],
        Meta(max_length=MOST_PAIRS, description="Points of the first pair, the second and so on (SW-158)."),
    ]
    from_round: Annotated[FromRound, doc("Not before this round (SW-65).")]
    reward: Annotated[Effects, doc("What a sale gives at once (SW-64).")]


class BarSpace(Part, frozen=True):
    """A space of the bar (SW-66)."""

    id: Id
    effects: Effects


class Bar(Printed, frozen=True):
    """The bar on which the houses stand (SW-7)."""

    from_round: Annotated[FromRound, doc("Not before this round (SW-66).")]
    spaces: Annotated[
        tuple[BarSpace, ...], Meta(max_length=MOST_BAR_SPACES, description="Its spaces, from left to right.")
    ]


class GreySpace(Part, frozen=True):
    """A grey coking space (SW-35)."""

    id: Id
    players: ForPlayers
    effects: Effects = ()


class CokingPlant(Printed, frozen=True):
    """The Central Coking Plant (SW-35 .. SW-38)."""

    most_per_player: Annotated[Coke, doc("Coke of one player in it (SW-38).")]
    own_space_from: Annotated[Coke, doc("From this coke on the own space has to be taken (SW-37).")]
    grey_spaces: Annotated[
        tuple[GreySpace, ...], Meta(max_length=MOST_GREY_SPACES, description="Its grey spaces (SW-35).")
    ]


class HeadframeInPlay(Printed, frozen=True):
    """What headframes give that leave the personal card (SW-119)."""

    effects: Annotated[
        tuple[Effects, ...],
        Meta(max_length=MOST_HEADFRAMES, description="Of the first headframe, the second and so on."),
    ]
