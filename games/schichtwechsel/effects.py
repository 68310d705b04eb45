"""The vocabulary of the printed boards: what a card, a space, a tile or a barrier gives.

A list of effects is carried out in its order (SW-R53). `rules` says what each word means.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from games.kernel.quantities import doc
from games.schichtwechsel.quantities import (
    MOST_BENEFITS,
    MOST_EFFECTS,
    Amount,
    Area,
    CubeKinds,
    Id,
    Route,
    Sizes,
    Steps,
)

Optional = Annotated[bool, doc("Whether it may be declined (SW-R55).")]


class Effect(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="op"
):
    """Data only; lies in the agenda as printed on the board."""

    @property
    def hinders(self) -> bool:
        """A bundle to be taken whole is impossible without this effect (SW-R17)."""
        return True


class Lift(Effect, frozen=True, tag="lift"):
    """Full underground wagons are lifted (SW-95)."""

    max: Annotated[Amount, doc("So many at most.")]


class Refine(Effect, frozen=True, tag="refine"):
    """Full coal wagons become coke on coking spaces (SW-97)."""

    max: Annotated[Amount, doc("So many at most.")]


class Load(Effect, frozen=True, tag="load"):
    """Own coke goes from the plant onto coke wagons (SW-99)."""

    max: Annotated[Amount, doc("So much at most.")]


class LowerWater(Effect, frozen=True, tag="lower_water"):
    """The pit water falls (SW-96)."""

    by: Annotated[Amount, doc("By so many levels.")]
    optional: Annotated[bool, doc("Whether less, or nothing, will do (SW-R26).")] = False

    @property
    def hinders(self) -> bool:
        return not self.optional


class RaiseWater(Effect, frozen=True, tag="raise_water"):
    """The pit water rises (SW-98)."""

    by: Annotated[Amount, doc("By so many levels.")]

    @property
    def hinders(self) -> bool:
        return False


class Advance(Effect, frozen=True, tag="advance"):
    """Discs advance: one symbol, one step (SW-101)."""

    steps: Annotated[Steps, doc("The route of each symbol.")]
    cross: Annotated[bool, doc("Whether barriers may be crossed (SW-75, SW-169).")] = True


class AdvancePerHeadframe(Effect, frozen=True, tag="advance_per_headframe"):
    """One step for each headframe that is off the personal card (SW-118)."""

    route: Annotated[Route, doc("On this route.")]


class MoveMiner(Effect, frozen=True, tag="move_miner"):
    """The miner walks on (SW-111)."""

    use_space: Annotated[bool, doc("Whether the space it stops at is used (SW-130, SW-148).")] = True


class Copy(Effect, frozen=True, tag="copy"):
    """A card is performed without using it (SW-114, SW-133)."""

    sizes: Annotated[Sizes, doc("Of one of these sizes (SW-135).")]


class UseHeadframe(Effect, frozen=True, tag="use_headframe"):
    """A headframe moves to a bonus space (SW-128, SW-129)."""

    area: Annotated[Area, doc("Of this area.")]
    second: Annotated[Area | None, doc("The area for the second headframe (SW-128); null: none.")] = None


class RaiseHeadframe(Effect, frozen=True, tag="raise_headframe"):
    """A headframe leaves the personal card for the headframe area (SW-119)."""


class Benefit(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One side of a choice, taken whole (SW-74). It holds no further choice."""

    id: Annotated[Id, doc("Its id; `words` has its name.")]
    effects: Annotated[
        tuple[PlainEffect, ...], Meta(max_length=MOST_EFFECTS, description="What it gives, in this order.")
    ]


Benefits = Annotated[
    tuple[Benefit, ...],
    Meta(min_length=1, max_length=MOST_BENEFITS, description="Sides of a choice."),
]


class Choose(Effect, frozen=True, tag="choose"):
    """One of several benefits (SW-67, SW-108)."""

    benefits: Annotated[Benefits, doc("To choose from.")]
    optional: Optional = False


class FillWagon(Effect, frozen=True, tag="fill_wagon"):
    """One cube from the supply goes onto an underground wagon (SW-55)."""

    kinds: Annotated[CubeKinds, doc("Of one of these kinds.")]
    or_tool: Annotated[bool, doc("Whether it costs a tool marker where none fits (SW-R15).")] = False

    @property
    def hinders(self) -> bool:
        return not self.or_tool


class CoalAbove(Effect, frozen=True, tag="coal_above"):
    """Coal from the supply goes onto coal wagons (SW-54)."""

    n: Annotated[Amount, doc("So much.")]
    optional: Optional = False


class SpoilOnTip(Effect, frozen=True, tag="spoil_on_tip"):
    """Spoil from the supply goes onto the tip (SW-119)."""

    n: Annotated[Amount, doc("So much.")]
    optional: Optional = False
    beside_own: Annotated[bool, doc("Whether own spoil has to lie there already (SW-82).")] = False


class CokeIntoPlant(Effect, frozen=True, tag="coke_into_plant"):
    """Coke from the stock goes onto a coking space (SW-R57)."""

    beside_own: Annotated[bool, doc("Whether own coke has to lie in the plant already (SW-81).")] = False


class CokeOnWagon(Effect, frozen=True, tag="coke_on_wagon"):
    """Coke from the stock goes onto a coke wagon (SW-58)."""


class GainTool(Effect, frozen=True, tag="gain_tool"):
    """Tool markers are taken (SW-115)."""

    n: Annotated[Amount, doc("So many.")]

    @property
    def hinders(self) -> bool:
        return False


class DiscardTool(Effect, frozen=True, tag="discard_tool"):
    """Tool markers are discarded (SW-110)."""

    n: Annotated[Amount, doc("So many at most.")]


class Coin(Effect, frozen=True, tag="coin"):
    """Coins from the supply (SW-64)."""

    n: Annotated[Amount, doc("So many.")]


class WhiteToken(Effect, frozen=True, tag="white_token"):
    """White action tokens from the supply (SW-64, SW-68)."""

    n: Annotated[Amount, doc("So many.")]


class Points(Effect, frozen=True, tag="points"):
    """Points that count at once (SW-170)."""

    n: Annotated[Amount, doc("So many.")]


class LowerHalf(Effect, frozen=True, tag="lower_half"):
    """The lower half of the current selection tile (SW-72)."""


class BuildHouse(Effect, frozen=True, tag="build_house"):
    """A house leaves the bar for a building pit or the working speed (SW-107)."""


class TakeMarker(Effect, frozen=True, tag="take_marker"):
    """The first player's marker is taken (SW-136)."""


class SellPairs(Effect, frozen=True, tag="sell_pairs"):
    """Pairs of coke are sold in the final scoring (SW-157)."""

    n: Annotated[Amount, doc("So many at most.")]


PlainEffect = (
    Lift
    | Refine
    | Load
    | LowerWater
    | RaiseWater
    | Advance
    | AdvancePerHeadframe
    | MoveMiner
    | Copy
    | UseHeadframe
    | RaiseHeadframe
    | FillWagon
    | CoalAbove
    | SpoilOnTip
    | CokeIntoPlant
    | CokeOnWagon
    | GainTool
    | DiscardTool
    | Coin
    | WhiteToken
    | Points
    | LowerHalf
    | BuildHouse
    | TakeMarker
    | SellPairs
)
AnyEffect = PlainEffect | Choose
Effects = Annotated[
    tuple[AnyEffect, ...],
    Meta(max_length=MOST_EFFECTS, description="Effects, carried out in this order (SW-R53)."),
]
