"""What the timeline and the markers bring."""

from __future__ import annotations

from games.kernel import Event
from games.ruhrschifffahrt.events.ledger import score_points
from games.ruhrschifffahrt.state import Ruhr


class LevyPaid(Event, frozen=True, gc=False):
    seat: int
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers -= self.thalers
        if self.points:
            score_points(player, "levy", -self.points)


class GainReceived(Event, frozen=True, gc=False):
    seat: int
    thalers: int
    points: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.thalers += self.thalers
        if self.points:
            score_points(player, "gains", self.points)


class TimelineWarehouseReceived(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Ruhr) -> None:
        player = game.players[self.seat]
        player.timeline.pop(0)
        player.supply += 1


class CountryMarkerTurned(Event, frozen=True, gc=False):
    country: str

    def apply(self, game: Ruhr) -> None:
        game.countries_down[self.country] -= 1
        game.countries_shown.append(self.country)


class MarkerDrawn(Event, frozen=True, gc=False):
    marker: str

    def apply(self, game: Ruhr) -> None:
        game.bag -= 1
        game.unseen.remove(self.marker)
        game.seen.append(self.marker)


class DemandPlaced(Event, frozen=True, gc=False):
    """One Thaler on each."""

    spaces: tuple[str, ...]

    def apply(self, game: Ruhr) -> None:
        for space in self.spaces:
            game.demand[space] = game.demand.get(space, 0) + 1


class PilotClosed(Event, frozen=True, gc=False):
    water: str

    def apply(self, game: Ruhr) -> None:
        game.pilot_closed = True


class LocksForced(Event, frozen=True, gc=False):
    def apply(self, game: Ruhr) -> None:
        game.locks_forced = True


EVENTS = (
    LevyPaid,
    GainReceived,
    TimelineWarehouseReceived,
    CountryMarkerTurned,
    MarkerDrawn,
    DemandPlaced,
    PilotClosed,
    LocksForced,
)
