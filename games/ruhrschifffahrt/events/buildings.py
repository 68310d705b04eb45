"""Locks, warehouses, and the debts they are pledged for."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.quantities import (
    DebtSource,
    ObstacleId,
    PortColumnId,
    Price,
    Reward,
    SiteCategory,
    SiteId,
)
from games.ruhrschifffahrt.state import Ruhr


class LockBuilt(Event, frozen=True):
    """A lock took an obstacle away; its marker goes into the bag unseen (RS-116, RS-117)."""

    seat: Annotated[Seat, doc("Who did it.")]
    obstacle: Annotated[ObstacleId, doc("The obstacle space.")]
    thalers: Annotated[Price, doc("Thaler paid (RS-116).")]
    points: Annotated[Reward, doc("Points for it (RS-118).")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        score_points(player, "locks", self.points)
        game.obstacles.remove(self.obstacle)
        game.bag += 1


class WarehouseBuilt(Event, frozen=True):
    """A warehouse was built (RS-120, RS-126)."""

    seat: Annotated[Seat, doc("Who did it.")]
    site: Annotated[SiteId, doc("Where it stands.")]
    category: Annotated[SiteCategory, doc("The kind of place.")]
    thalers: Annotated[Price, doc("Thaler paid (RS-121, RS-125).")]
    points: Annotated[Reward, doc("Points for it (RS-122, RS-126).")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        player.supply -= 1
        score_points(player, self.category, self.points)
        game.warehouses[self.site].append(self.seat)


class WarehouseMoved(Event, frozen=True):
    """A warehouse went to another column of the port; those below it move up (RS-127)."""

    seat: Annotated[Seat, doc("Who did it.")]
    origin: Annotated[PortColumnId, doc("The column it left.")]
    target: Annotated[PortColumnId, doc("The column it went to.")]
    thalers: Annotated[Price, doc("Thaler paid (RS-127).")]

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers -= self.thalers
        game.warehouses[self.origin].remove(self.seat)
        game.warehouses[self.target].append(self.seat)


class DebtTaken(Event, frozen=True):
    """A warehouse went onto a debt space; one of the timeline costs points too (RS-130, RS-132)."""

    seat: Annotated[Seat, doc("Who did it.")]
    source: Annotated[DebtSource, doc("Where the warehouse came from (RS-130, RS-132).")]
    thalers: Annotated[Price, doc("Thaler received (RS-130).")]
    lost: Annotated[Reward, doc("Points lost (RS-132).")]

    @property
    def case(self) -> str:
        return "timeline" if self.source == "timeline" else ""

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        if self.source == "timeline":
            player.timeline.pop(0)
            score_points(player, "rare_debt", -self.lost)
        else:
            player.supply -= 1
        player.debts += 1
        player.thalers += self.thalers


class PaymentFellShort(Event, frozen=True):
    """A forced payment could not be made in full (RS-R24)."""

    seat: Annotated[Seat, doc("Who did it.")]
    lost: Annotated[Reward, doc("Points lost (RS-R24).")]

    def apply(self, game: Ruhr) -> None:
        score_points(game.players[self.seat], "fallback", -self.lost)


class DebtRepaid(Event, frozen=True):
    """A warehouse came back from a debt space (RS-128)."""

    seat: Annotated[Seat, doc("Who did it.")]
    thalers: Annotated[Price, doc("Thaler paid (RS-128).")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        player.debts -= 1
        player.supply += 1
