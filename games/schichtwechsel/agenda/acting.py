"""The action phase turn by turn, and what effects ask.

An effect of a card, space or tile is one `Perform`; where a player must speak it becomes a question.
`must` on a question: a refusal would leave the whole action without any change (SW-R55).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.kernel import Question, Step
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.effects import AnyEffect, Benefits, Effects
from games.schichtwechsel.quantities import (
    MOST_SPACES_OF_A_WAGON,
    MOST_WAGONS,
    Amount,
    Area,
    BarSpaceId,
    CardId,
    CubeKinds,
    Level,
    Size,
    Sizes,
    Spaces,
    Steps,
)

Must = Annotated[bool, doc("Whether a refusal would leave the action without any change (SW-R55).")]


class TakeActions(Step, frozen=True):
    """The action phase (SW-84)."""


class NextTurn(Step, frozen=True):
    """The turn of this seat, or of the next one clockwise that has not passed (SW-84)."""

    seat: Annotated[Seat, doc("Whose turn it is, unless passed.")]


class TakeTurn(Question, frozen=True):
    """One action, or passing (SW-84)."""

    traded: Annotated[bool, doc("Whether spoil was traded this turn (SW-120).")] = False


class PayCard(Question, frozen=True):
    """How a card is paid for; asked only where there is more than one way (SW-86)."""

    card: Annotated[CardId, doc("The card that is used.")]
    size: Annotated[Size, doc("Which of its uses (SW-18).")]


class CloseTurn(Question, frozen=True):
    """After the action: a last chance to trade spoil (SW-120)."""


class Perform(Step, frozen=True):
    """Effects one after the other (SW-R53)."""

    seat: Annotated[Seat, doc("Whose effects they are.")]
    effects: Annotated[Effects, doc("The effects still to come, in this order."), Meta(min_length=1)]
    must: Annotated[bool, doc("Whether not all of them may be declined (SW-R55).")] = False


class PickBenefit(Question, frozen=True):
    """Which side of a choice (SW-74)."""

    benefits: Annotated[Benefits, doc("Those that can be carried out.")]
    optional: Annotated[bool, doc("Whether it may be declined (SW-R55).")]


class TakeOrLeave(Question, frozen=True):
    """Whether coal or spoil is taken (SW-R74)."""

    effect: Annotated[AnyEffect, doc("What would be taken.")]


class FillOneWagon(Question, frozen=True):
    """Which cube from the supply, and onto which wagon (SW-R15)."""

    kinds: Annotated[CubeKinds, doc("Kinds to choose from.")]


class LiftWagons(Question, frozen=True):
    """Which full wagon is lifted next (SW-95)."""

    left: Annotated[Amount, doc("So many may still be lifted.")]
    must: Must


class RefineCoal(Question, frozen=True):
    """Which coal wagon becomes coke next (SW-97)."""

    left: Annotated[Amount, doc("So many may still become coke.")]
    emptied: Annotated[
        tuple[Spaces, ...],
        Meta(
            max_length=MOST_WAGONS,
            description="Sizes of the wagons this effect has used: they are not filled again (SW-R13).",
        ),
    ]
    must: Must


class EnterPlant(Question, frozen=True):
    """Onto which coking space the coke comes (SW-R56)."""

    coal: Annotated[
        int,
        Meta(ge=0, le=MOST_SPACES_OF_A_WAGON, description="The coal it is made of; 0: a gain (SW-R57)."),
    ]


class LoadCokeWagons(Question, frozen=True):
    """Which coke is loaded next (SW-99)."""

    left: Annotated[Amount, doc("So much may still be loaded.")]
    must: Must


class PumpWater(Question, frozen=True):
    """By how many levels the water falls (SW-R26)."""

    most: Annotated[Level, doc("Levels at most.")]
    least: Annotated[Level, doc("Levels at least (SW-R55).")]


class AdvanceDiscs(Question, frozen=True):
    """The steps still to go, one by one; their order is the player's (SW-R5)."""

    steps: Annotated[Steps, doc("The route of each step still to go.")]
    cross: Annotated[bool, doc("Whether barriers may be crossed (SW-75).")]
    optional: Annotated[bool, doc("Whether they may be declined (SW-118).")]
    must: Must


class WalkOn(Question, frozen=True):
    """How far the miner goes (SW-111)."""

    use_space: Annotated[bool, doc("Whether the space it stops at is used (SW-113).")]


class PickCopy(Question, frozen=True):
    """Which card is copied (SW-133)."""

    sizes: Annotated[Sizes, doc("Of one of these sizes (SW-135).")]
    must: Must


class PlaceHeadframe(Question, frozen=True):
    """Onto which bonus space a headframe goes (SW-127)."""

    area: Annotated[Area, doc("The area of the space.")]
    second: Annotated[bool, doc("Whether it accompanies another one and may be left out (SW-128).")]


class PickHouse(Question, frozen=True):
    """Which house leaves the bar (SW-R9)."""


class PickSite(Question, frozen=True):
    """Where the house is built (SW-107)."""

    house: Annotated[BarSpaceId, doc("The house, by its space of the bar.")]
