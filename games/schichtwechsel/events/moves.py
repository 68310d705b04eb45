"""Cards, discs, miners, headframes and houses."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.lookup import name_use
from games.schichtwechsel.quantities import (
    BarSpaceId,
    BonusSpaceId,
    CardId,
    HeadframeSource,
    OwnToken,
    Pieces,
    ReachedNumber,
    Route,
    RouteSpace,
    ShiftSpaceId,
    SiteId,
    Size,
)
from games.schichtwechsel.state import EXIT, HEADFRAME_AREA, Payment, Schichtwechsel


class CardUsed(Event, frozen=True):
    """A card was paid for and used (SW-85, SW-86)."""

    seat: Annotated[Seat, doc("Who used it.")]
    card: Annotated[CardId, doc("The card.")]
    size: Annotated[Size, doc("Which of its uses (SW-18).")]
    white: Annotated[Pieces, doc("White tokens laid on it.")]
    own: OwnToken
    coins: Annotated[Pieces, doc("Coins laid on it.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.white -= self.white
        player.coins -= self.coins
        player.token = player.token and not self.own
        payment = Payment(self.seat, self.white, self.own, self.coins)
        game.laid.setdefault(self.card, []).append(payment)

    @property
    def use(self) -> str:
        return name_use(self.card, self.size)

    @property
    def payment(self) -> dict[str, int]:
        counts = {"white": self.white, "own_token": self.own, "coin": self.coins}
        return {kind: count for kind, count in counts.items() if count}


class CardCopied(Event, frozen=True):
    """A card was copied (SW-133)."""

    seat: Annotated[Seat, doc("Who copied it.")]
    card: Annotated[CardId, doc("The card.")]
    size: Annotated[Size, doc("Which of its uses (SW-R28).")]

    def apply(self, game: Schichtwechsel) -> None:
        """Nothing is laid on it; it stays as open or used as it was."""

    @property
    def use(self) -> str:
        return name_use(self.card, self.size)


class TurnPassed(Event, frozen=True):
    """A player passed for the rest of the round (SW-94)."""

    seat: Annotated[Seat, doc("Who passed.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].passed = True


class DiscAdvanced(Event, frozen=True):
    """A disc went one step (SW-101)."""

    seat: Annotated[Seat, doc("Whose disc it is.")]
    route: Annotated[Route, doc("The route.")]
    space: Annotated[RouteSpace, doc("The space where it is now.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].discs[self.route] = self.space


class TargetReached(Event, frozen=True):
    """A disc reached its target (SW-106)."""

    seat: Annotated[Seat, doc("Whose disc it is.")]
    route: Annotated[Route, doc("The route.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.arrivals.setdefault(self.route, []).append(self.seat)


class MinerMoved(Event, frozen=True):
    """A miner walked to a space of the shift (SW-111)."""

    seat: Annotated[Seat, doc("Whose miner it is.")]
    space: Annotated[ReachedNumber, doc("The space, counted from 1.")]
    name: Annotated[ShiftSpaceId, doc("The space, by name.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].miner = self.space


class ExitReached(Event, frozen=True):
    """A miner reached the exit (SW-150)."""

    seat: Annotated[Seat, doc("Whose miner it is.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.arrivals.setdefault(EXIT, []).append(self.seat)


class HeadframeRaised(Event, frozen=True):
    """A headframe left the personal card for the headframe area (SW-119)."""

    seat: Annotated[Seat, doc("Whose headframe it is.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.headframes -= 1
        player.raised += 1


class HeadframeMoved(Event, frozen=True):
    """A headframe went to a bonus space (SW-127)."""

    seat: Annotated[Seat, doc("Whose headframe it is.")]
    source: Annotated[HeadframeSource, doc("Where it stood.")]
    space: Annotated[BonusSpaceId, doc("Where it stands now.")]

    def apply(self, game: Schichtwechsel) -> None:
        if self.source == HEADFRAME_AREA:
            game.players[self.seat].raised -= 1
        else:
            del game.bonus[self.source]
        game.bonus[self.space] = self.seat


class HousePlaced(Event, frozen=True):
    """A house was built (SW-107)."""

    seat: Annotated[Seat, doc("Whose house it is.")]
    house: Annotated[BarSpaceId, doc("The space of the bar that it left.")]
    site: Annotated[SiteId, doc("Where it stands now.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.bar = tuple(space for space in player.bar if space != self.house)
        game.sites[self.site].append(self.seat)


class MarkerTaken(Event, frozen=True):
    """The first player's marker was taken (SW-136)."""

    seat: Annotated[Seat, doc("Who holds it now.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.marker = self.seat
