"""Locks, warehouses, and the debts they are pledged for."""

from __future__ import annotations

from typing import Literal

from games.kernel import Event
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.state import Ruhr


class LockBuilt(Event, frozen=True, gc=False):
    """The marker of the obstacle goes into the bag unseen."""

    seat: int
    obstacle: str
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        score_points(player, "locks", self.points)
        game.obstacles.remove(self.obstacle)
        game.bag += 1


class WarehouseBuilt(Event, frozen=True, gc=False):
    seat: int
    site: str
    category: Literal["city", "coal_stores", "port"]
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        player.supply -= 1
        score_points(player, self.category, self.points)
        game.warehouses[self.site].append(self.seat)


class WarehouseMoved(Event, frozen=True, gc=False):
    """From one column of the port to another; those below it move up."""

    seat: int
    origin: str
    target: str
    thalers: int

    def apply(self, game: Ruhr) -> None:
        game.players[self.seat].thalers -= self.thalers
        game.warehouses[self.origin].remove(self.seat)
        game.warehouses[self.target].append(self.seat)


class DebtTaken(Event, frozen=True, gc=False):
    """A warehouse goes onto a debt space; the next one of the timeline costs points too."""

    seat: int
    source: Literal["own_supply", "timeline"]
    thalers: int
    lost: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        if self.source == "timeline":
            player.timeline.pop(0)
            score_points(player, "rare_debt", -self.lost)
        else:
            player.supply -= 1
        player.debts += 1
        player.thalers += self.thalers


class PaymentFellShort(Event, frozen=True, gc=False):
    seat: int
    lost: int

    def apply(self, game: Ruhr) -> None:
        score_points(game.players[self.seat], "fallback", -self.lost)


class DebtRepaid(Event, frozen=True, gc=False):
    seat: int
    thalers: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        player.debts -= 1
        player.supply += 1


EVENTS = (LockBuilt, WarehouseBuilt, WarehouseMoved, DebtTaken, PaymentFellShort, DebtRepaid)
