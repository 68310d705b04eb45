"""What the timeline and the markers bring."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.quantities import CountryId, MarkerId, Markets, Price, Reward, WaterLevel
from games.ruhrschifffahrt.state import Ruhr


class LevyPaid(Event, frozen=True):
    """The levy was paid (RS-22)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    thalers: Annotated[Price, doc("Thaler paid.")]
    points: Annotated[Reward, doc("Points paid.")]

    @property
    def dues(self) -> dict[str, int]:
        return {"points": self.points} if self.points else {"thalers": self.thalers}

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        if self.points:
            score_points(player, "levy", -self.points)


class GainReceived(Event, frozen=True):
    """The gain was taken (RS-25)."""

    seat: Annotated[Seat, doc("Whose it is.")]
    thalers: Annotated[Price, doc("Thaler received.")]
    points: Annotated[Reward, doc("Points received.")]

    @property
    def gain(self) -> dict[str, int]:
        return {"points": self.points} if self.points else {"thalers": self.thalers}

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.points:
            score_points(player, "gains", self.points)


class TimelineWarehouseReceived(Event, frozen=True):
    """A warehouse of the timeline came into the supply (RS-25)."""

    seat: Annotated[Seat, doc("Whose it is.")]

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.timeline.pop(0)
        player.supply += 1


class CountryMarkerTurned(Event, frozen=True):
    """A country marker was turned (RS-23)."""

    country: Annotated[CountryId, doc("The country that buys this round.")]

    def apply(self, game: Ruhr) -> None:
        game.countries_down[self.country] -= 1
        game.countries_shown.append(self.country)


class MarkerDrawn(Event, frozen=True):
    """A marker was drawn from the bag (RS-45)."""

    marker: Annotated[MarkerId, doc("The marker.")]

    def apply(self, game: Ruhr) -> None:
        game.bag -= 1
        game.unseen.remove(self.marker)
        game.seen.append(self.marker)


class DemandPlaced(Event, frozen=True):
    """One Thaler was laid on each of the spaces (RS-148)."""

    spaces: Annotated[Markets, doc("The cities or industries that want coal.")]

    def apply(self, game: Ruhr) -> None:
        for space in self.spaces:
            game.demand[space] = game.demand.get(space, 0) + 1


class PilotClosed(Event, frozen=True):
    """The water closed the pilot (RS-51)."""

    water: Annotated[WaterLevel, doc("High or low water.")]

    def apply(self, game: Ruhr) -> None:
        game.pilot_closed = True


class LocksForced(Event, frozen=True):
    """Locks must be built this round (RS-54)."""

    def apply(self, game: Ruhr) -> None:
        game.locks_forced = True
