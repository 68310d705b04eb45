"""The vocabulary of the printed boards: what a card, a space, a tile or a barrier gives.

A list of effects is carried out in its order (SW-R53). `rules` says what each word means.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Route = Literal["road", "rail", "canal"]
Cube = Literal["coal", "spoil"]
Size = Literal["small", "medium", "large", "special"]
Area = Literal["big", "small", "any"]


class Effect(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="op"
):
    """Data only; lies in the agenda as printed on the board."""

    @property
    def hinders(self) -> bool:
        """A bundle to be taken whole is impossible without this effect (SW-R17)."""
        return True


class Lift(Effect, frozen=True, gc=False, tag="lift"):
    """Up to this many full underground wagons."""

    max: int


class Refine(Effect, frozen=True, gc=False, tag="refine"):
    """Up to this many full coal wagons."""

    max: int


class Load(Effect, frozen=True, gc=False, tag="load"):
    """Up to this much coke from the plant."""

    max: int


class LowerWater(Effect, frozen=True, gc=False, tag="lower_water"):
    by: int
    optional: bool = False  # less, or nothing, will do

    @property
    def hinders(self) -> bool:
        return not self.optional


class RaiseWater(Effect, frozen=True, gc=False, tag="raise_water"):
    by: int

    @property
    def hinders(self) -> bool:
        return False


class Advance(Effect, frozen=True, gc=False, tag="advance"):
    """One symbol, one step."""

    steps: tuple[Route, ...]
    cross: bool = True  # barriers


class AdvancePerHeadframe(Effect, frozen=True, gc=False, tag="advance_per_headframe"):
    route: Route


class MoveMiner(Effect, frozen=True, gc=False, tag="move_miner"):
    use_space: bool = True


class Copy(Effect, frozen=True, gc=False, tag="copy"):
    sizes: tuple[Size, ...]


class UseHeadframe(Effect, frozen=True, gc=False, tag="use_headframe"):
    area: Area
    second: Area | None = None  # where the second headframe may then go


class RaiseHeadframe(Effect, frozen=True, gc=False, tag="raise_headframe"):
    """From the personal card to the headframe area."""


class Benefit(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One side of a choice, taken whole."""

    id: str
    effects: tuple[AnyEffect, ...]


class Choose(Effect, frozen=True, gc=False, tag="choose"):
    benefits: tuple[Benefit, ...]
    optional: bool = False


class FillWagon(Effect, frozen=True, gc=False, tag="fill_wagon"):
    """One cube of one of these kinds onto an underground wagon."""

    kinds: tuple[Cube, ...]
    or_tool: bool = False  # a tool marker if there is no room

    @property
    def hinders(self) -> bool:
        return not self.or_tool


class CoalAbove(Effect, frozen=True, gc=False, tag="coal_above"):
    n: int
    optional: bool = False


class SpoilOnTip(Effect, frozen=True, gc=False, tag="spoil_on_tip"):
    n: int
    optional: bool = False
    beside_own: bool = False  # only where the seat's spoil already lies


class CokeIntoPlant(Effect, frozen=True, gc=False, tag="coke_into_plant"):
    beside_own: bool = False  # only where the seat's coke already lies


class CokeOnWagon(Effect, frozen=True, gc=False, tag="coke_on_wagon"):
    pass


class GainTool(Effect, frozen=True, gc=False, tag="gain_tool"):
    n: int

    @property
    def hinders(self) -> bool:
        return False


class DiscardTool(Effect, frozen=True, gc=False, tag="discard_tool"):
    n: int


class Coin(Effect, frozen=True, gc=False, tag="coin"):
    n: int


class WhiteToken(Effect, frozen=True, gc=False, tag="white_token"):
    n: int


class Points(Effect, frozen=True, gc=False, tag="points"):
    n: int


class LowerHalf(Effect, frozen=True, gc=False, tag="lower_half"):
    """Of the current selection tile."""


class BuildHouse(Effect, frozen=True, gc=False, tag="build_house"):
    pass


class TakeMarker(Effect, frozen=True, gc=False, tag="take_marker"):
    """The first player's."""


class SellPairs(Effect, frozen=True, gc=False, tag="sell_pairs"):
    n: int


AnyEffect = (
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
    | Choose
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
Effects = tuple[AnyEffect, ...]
