"""Action cards, selection tiles, round cards and trades."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.kernel.quantities import doc
from games.schichtwechsel.board.printed import ForPlayers, Part, Printed, PrintedPoints
from games.schichtwechsel.effects import Benefits, Effects
from games.schichtwechsel.quantities import (
    HIGHEST_AMOUNT,
    MOST_CARDS,
    MOST_ROUND_CARDS,
    MOST_SPOIL,
    MOST_TILES,
    MOST_TRADES,
    MOST_USES,
    Amount,
    Id,
    Level,
    Size,
)

Special = Literal["lock_wagon", "blue_cube", "lower_water"]
CountedThing = Literal["road", "rail", "canal", "leading_discs", "spoil", "coke"]
Price = Annotated[int, Meta(ge=0, le=HIGHEST_AMOUNT, description="A part of a cost.")]


class Cost(Part, frozen=True):
    """What is laid on a card (SW-86)."""

    player: Annotated[Price, doc("Player tokens.")] = 0
    white: Annotated[Price, doc("White tokens.")] = 0
    coin: Annotated[Price, doc("Coins, for which nothing else stands (SW-89).")] = 0


class Use(Part, frozen=True):
    """What a card costs and does; one card has two of them (SW-18)."""

    size: Annotated[Size, doc("Its size (SW-135).")]
    cost: Annotated[Cost, doc("What it costs.")]
    effects: Annotated[Effects, doc("What it does, in this order."), Meta(min_length=1)]


class Card(Part, frozen=True):
    """An action card (SW-85)."""

    id: Id
    family: Annotated[Id, doc("Its family (SW-95 .. SW-119).")]
    players: ForPlayers
    uses: Annotated[
        tuple[Use, ...], Meta(min_length=1, max_length=MOST_USES, description="What it costs and does.")
    ]
    white_rimmed: Annotated[bool, doc("Whether it may be used any number of times (SW-91).")] = False
    copy_protected: Annotated[bool, doc("Whether it cannot be copied (SW-134).")] = False
    stated: Annotated[
        tuple[Id, ...], Meta(max_length=10, description="What of it the rulebook or a published page gives.")
    ] = ()


class PersonalCard(Printed, frozen=True):
    """The personal card (SW-118)."""

    card: Annotated[Card, doc("The card, one for each player.")]


class ActionCards(Printed, frozen=True):
    """The common cards (SW-2)."""

    list: Annotated[tuple[Card, ...], Meta(max_length=MOST_CARDS, description="Card by card.")]


class Trade(Part, frozen=True):
    """A free trade of spoil (SW-120)."""

    spoil: Annotated[int, Meta(ge=1, le=MOST_SPOIL, description="So much spoil.")]
    effects: Annotated[Effects, doc("What it gives.")]


class SpoilTrades(Printed, frozen=True):
    """The free trades (SW-121 .. SW-123)."""

    list: Annotated[tuple[Trade, ...], Meta(max_length=MOST_TRADES, description="Trade by trade.")]


class Tile(Part, frozen=True):
    """A selection tile (SW-50)."""

    id: Id
    players: ForPlayers
    upper: Annotated[Effects, doc("The upper bonus (SW-53).")]
    lower: Annotated[Benefits, doc("The lower half: one of these (SW-72).")]
    if_impossible: Annotated[Effects, doc("What is done where neither can be taken (SW-R17).")] = ()


class Tiles(Printed, frozen=True):
    """The selection tiles."""

    list: Annotated[tuple[Tile, ...], Meta(max_length=MOST_TILES, description="Tile by tile.")]


class RoundCard(Part, frozen=True):
    """A round card (SW-39)."""

    number: Annotated[int, Meta(ge=1, le=MOST_ROUND_CARDS, description="Its number.")]
    counts: Annotated[CountedThing, doc("What is scored (SW-139 .. SW-142).")]
    per: Annotated[Amount, doc("For so many of it each.")]
    points: Annotated[PrintedPoints, doc("The points.")]
    special: Annotated[Special | None, doc("Its special effect (SW-40 .. SW-42).")] = None
    levels: Annotated[Level, doc("Levels by which it lowers everybody's water (SW-42).")] = 0


class RoundCards(Printed, frozen=True):
    """The round cards (SW-10)."""

    list: Annotated[
        tuple[RoundCard, ...], Meta(max_length=MOST_ROUND_CARDS, description="By number, from 1 on.")
    ]
