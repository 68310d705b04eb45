"""Cards, discs, miners, headframes and houses."""

from __future__ import annotations

from games.kernel import Event
from games.schichtwechsel.effects import Route, Size
from games.schichtwechsel.state import EXIT, HEADFRAME_AREA, Payment, Schichtwechsel


class CardUsed(Event, frozen=True, gc=False):
    seat: int
    card: str
    size: Size
    white: int
    own: int
    coins: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.white -= self.white
        player.coins -= self.coins
        player.token = player.token and not self.own
        payment = Payment(self.seat, self.white, self.own, self.coins)
        game.laid.setdefault(self.card, []).append(payment)


class CardCopied(Event, frozen=True, gc=False):
    seat: int
    card: str
    size: Size

    def apply(self, game: Schichtwechsel) -> None:
        """Nothing is laid on it; it stays as open or used as it was."""


class TurnPassed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].passed = True


class DiscAdvanced(Event, frozen=True, gc=False):
    seat: int
    route: Route
    space: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].discs[self.route] = self.space


class TargetReached(Event, frozen=True, gc=False):
    seat: int
    route: Route

    def apply(self, game: Schichtwechsel) -> None:
        game.arrivals.setdefault(self.route, []).append(self.seat)


class MinerMoved(Event, frozen=True, gc=False):
    seat: int
    space: int
    name: str

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].miner = self.space


class ExitReached(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        game.arrivals.setdefault(EXIT, []).append(self.seat)


class HeadframeRaised(Event, frozen=True, gc=False):
    """From the personal card into the headframe area."""

    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.headframes -= 1
        player.raised += 1


class HeadframeMoved(Event, frozen=True, gc=False):
    seat: int
    source: str
    space: str

    def apply(self, game: Schichtwechsel) -> None:
        if self.source == HEADFRAME_AREA:
            game.players[self.seat].raised -= 1
        else:
            del game.bonus[self.source]
        game.bonus[self.space] = self.seat


class HousePlaced(Event, frozen=True, gc=False):
    seat: int
    house: str
    site: str

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.bar = tuple(space for space in player.bar if space != self.house)
        game.sites[self.site].append(self.seat)


class MarkerTaken(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        game.marker = self.seat
