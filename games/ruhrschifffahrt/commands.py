"""What a player can want."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Command, list_types
from games.kernel.quantities import doc
from games.ruhrschifffahrt.quantities import (
    Coin,
    Colour,
    DepotId,
    ObstacleId,
    OptionId,
    PortColumnId,
    SalesSpaceId,
    SiteId,
    TileId,
)


class PayLevy(Command, frozen=True):
    """The levy is paid (RS-22)."""

    coin: Annotated[Coin, doc("In Thaler or in points.")]


class TakeGain(Command, frozen=True):
    """The gain is taken (RS-25)."""

    coin: Annotated[Coin, doc("In Thaler or in points.")]


class RemoveDie(Command, frozen=True):
    """A die leaves the game (RS-31)."""

    depot: Annotated[DepotId, doc("The depot on which it lies.")]


class PutDie(Command, frozen=True):
    """On an empty depot: a returning die or a transported one (RS-39 .. RS-42)."""

    depot: Annotated[DepotId, doc("The depot.")]


class TakeOption(Command, frozen=True):
    """The disc goes on a special option, which is paid (RS-65, RS-69)."""

    option: Annotated[OptionId, doc("The option.")]


class TakeFreeTow(Command, frozen=True):
    """With a white tile instead of the price (RS-109)."""

    option: Annotated[OptionId, doc("The tow option.")]


class TakeNoOption(Command, frozen=True):
    """The trip goes without a special option (RS-56)."""


class PassRound(Command, frozen=True):
    """No delivery is possible at all (RS-R19)."""


class TransportDie(Command, frozen=True):
    """A die comes from an arrow space (RS-42, RS-R14)."""

    colour: Annotated[Colour, doc("The black or the white one.")]


class RaiseDie(Command, frozen=True):
    """The supply raises a die (RS-73)."""

    depot: Annotated[DepotId, doc("The depot on which it lies.")]


class VisitInn(Command, frozen=True):
    """The inn is used (RS-110)."""

    coin: Annotated[Coin, doc("For Thaler or for points.")]


class HaulCoal(Command, frozen=True):
    """The coal hauler raises a die (RS-108)."""

    depot: Annotated[DepotId, doc("The depot on which it lies.")]


class StartAt(Command, frozen=True):
    """The ship goes to its start space (RS-56)."""

    depot: Annotated[DepotId, doc("The depot.")]


class SellAt(Command, frozen=True):
    """The ship sails and sells its coal (RS-85)."""

    space: Annotated[SalesSpaceId, doc("The city, the industry or the port.")]


class BuildLock(Command, frozen=True):
    """A lock takes an obstacle out of the river (RS-116)."""

    obstacle: Annotated[ObstacleId, doc("The obstacle space.")]


class BuildWarehouse(Command, frozen=True):
    """A warehouse is built with a tile (RS-120, RS-125)."""

    tile: Annotated[TileId, doc("The tile that permits it.")]
    site: Annotated[SiteId, doc("Where it is built.")]


class MoveWarehouse(Command, frozen=True):
    """A warehouse of the port changes its column (RS-127)."""

    origin: Annotated[PortColumnId, doc("The column it leaves.")]
    target: Annotated[PortColumnId, doc("The column it goes to.")]


class RepayDebt(Command, frozen=True):
    """A warehouse comes back from a debt space (RS-128)."""


class FinishPurchases(Command, frozen=True):
    """Nothing more is bought (RS-115)."""


COMMANDS = list_types(Command, __name__)
