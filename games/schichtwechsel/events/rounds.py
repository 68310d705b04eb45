"""Set-up, rounds and the end."""

from __future__ import annotations

from typing import Annotated

from games import kernel
from games.kernel import Event
from games.kernel.quantities import Points, Round, Seat, doc, one_per
from games.schichtwechsel.quantities import (
    MOST_KINDS,
    MOST_ROUTES,
    MOST_SITES,
    MOST_WAGONS,
    BarSpaceIds,
    CardNumber,
    Coke,
    Colour,
    Entry,
    HeadframeCount,
    Level,
    Pieces,
    ReachedNumber,
    RouteId,
    RouteSpace,
    Score,
    SiteId,
    StockKind,
    WagonId,
)
from games.schichtwechsel.state import Load, Player, Schichtwechsel


class SupplyLaidOut(Event, frozen=True):
    """Everything that belongs to nobody lies ready, and the pits on which nobody has built (SW-2)."""

    supply: Annotated[dict[StockKind, Pieces], one_per("stock", MOST_KINDS), doc("The supply, by kind.")]
    sites: Annotated[tuple[SiteId, ...], one_per("site", MOST_SITES), doc("Pits, and the working speed.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply = dict(self.supply)
        game.bag = {"coal": 0, "spoil": 0, "blue": 0}
        game.hand = {"coal": 0, "spoil": 0, "blue": 0}
        game.sites = {site: [] for site in self.sites}


class PlayerEquipped(Event, frozen=True):
    """A player got their pieces (SW-4 .. SW-8)."""

    seat: Annotated[Seat, doc("Who got them.")]
    colour: Annotated[Colour, doc("Their colour.")]
    coins: Annotated[Pieces, doc("Coins.")]
    tools: Annotated[Pieces, doc("Tool markers.")]
    coke: Annotated[Coke, doc("Coke, none of it made yet.")]
    headframes: Annotated[HeadframeCount, doc("Headframes on the personal card.")]
    water: Annotated[Level, doc("The level of the pit water.")]
    miner: Annotated[ReachedNumber, doc("The space of the miner.")]
    bar: Annotated[BarSpaceIds, doc("The spaces of the bar, all with a house.")]
    wagons: Annotated[tuple[WagonId, ...], one_per("wagon", MOST_WAGONS), doc("The wagons, all empty.")]
    discs: Annotated[dict[RouteId, RouteSpace], one_per("route", MOST_ROUTES), doc("The discs, by route.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coin"] -= self.coins
        game.supply["tool"] -= self.tools
        game.players[self.seat] = Player(
            colour=self.colour,
            coins=self.coins,
            tools=self.tools,
            token=True,
            stock=self.coke,
            headframes=self.headframes,
            water=self.water,
            miner=self.miner,
            bar=self.bar,
            wagons={wagon: Load() for wagon in self.wagons},
            discs=dict(self.discs),
        )


class FirstPlayerDrawn(Event, frozen=True):
    """The first player was drawn (SW-11, SW-R71)."""

    seat: Annotated[Seat, doc("Who holds the marker.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.marker = self.seat


class RoundBegan(kernel.RoundBegan, frozen=True):
    """A round began (SW-145)."""

    starter: Annotated[Seat, doc("Who begins it.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.round = self.round
        game.starter = self.starter


class RoundCardRevealed(Event, frozen=True):
    """A round card was revealed (SW-39)."""

    number: Annotated[CardNumber, doc("Its number.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.round_cards = (*game.round_cards, self.number)

    @property
    def card(self) -> str:
        """What is printed on it, in words."""
        return f"round_card_{self.number}"


class BlueCubeAdded(Event, frozen=True):
    """A blue cube came into the bag (SW-41)."""

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["blue"] -= 1
        game.bag["blue"] += 1


class RoundEnded(Event, frozen=True):
    """Cards and bonus spaces were cleared; white tokens nobody had spent are lost (SW-143, SW-144)."""

    round: Annotated[Round, doc("Its number.")]

    def apply(self, game: Schichtwechsel) -> None:
        for payments in game.laid.values():
            for payment in payments:
                game.supply["white"] += payment.white
                game.supply["coin"] += payment.coins
        game.laid = {}
        for owner in game.bonus.values():
            game.players[owner].raised += 1
        game.bonus = {}
        for player in game.players:
            game.supply["white"] += player.white
            player.white = 0
            player.token = True
            player.passed = False


class EntryScored(Event, frozen=True):
    """An entry of the final scoring gave points (SW-147)."""

    seat: Annotated[Seat, doc("Who scored.")]
    category: Annotated[Entry, doc("The entry.")]
    points: Annotated[Score, doc("The points.")]
    count: Annotated[Points, doc("How many of it there were.")]

    @property
    def lost(self) -> int:
        return -self.points

    @property
    def case(self) -> str:
        return "lost" if self.points < 0 else ""

    def apply(self, game: Schichtwechsel) -> None:
        """The score sheet reads the table, where everything that counts still lies."""


class GameEnded(Event, frozen=True):
    """The game is over (SW-146)."""

    def apply(self, game: Schichtwechsel) -> None:
        """No more questions."""
