"""Set-up, rounds and the end."""

from __future__ import annotations

from games import kernel
from games.kernel import Event
from games.schichtwechsel.state import Load, Player, Schichtwechsel


class SupplyLaidOut(Event, frozen=True, gc=False):
    """Everything that belongs to nobody, and the pits on which nobody has built."""

    supply: dict[str, int]
    sites: tuple[str, ...]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply = dict(self.supply)
        game.bag = {"coal": 0, "spoil": 0, "blue": 0}
        game.hand = {"coal": 0, "spoil": 0, "blue": 0}
        game.sites = {site: [] for site in self.sites}


class PlayerEquipped(Event, frozen=True, gc=False):
    seat: int
    colour: str
    coins: int
    tools: int
    coke: int
    headframes: int
    water: int
    miner: int
    bar: tuple[str, ...]
    wagons: tuple[str, ...]
    discs: dict[str, int]

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


class FirstPlayerDrawn(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        game.marker = self.seat


class RoundBegan(kernel.RoundBegan, frozen=True, gc=False):
    starter: int

    def apply(self, game: Schichtwechsel) -> None:
        game.round = self.round
        game.starter = self.starter


class RoundCardRevealed(Event, frozen=True, gc=False):
    number: int

    def apply(self, game: Schichtwechsel) -> None:
        game.round_cards = (*game.round_cards, self.number)


class BlueCubeAdded(Event, frozen=True, gc=False):
    def apply(self, game: Schichtwechsel) -> None:
        game.supply["blue"] -= 1
        game.bag["blue"] += 1


class RoundEnded(Event, frozen=True, gc=False):
    """Cards and bonus spaces are cleared; white tokens nobody has spent are lost."""

    round: int

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


class EntryScored(Event, frozen=True, gc=False):
    """A line of the final scoring."""

    seat: int
    category: str
    points: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        """The score sheet reads the table, where everything that counts still lies."""


class GameEnded(Event, frozen=True, gc=False):
    def apply(self, game: Schichtwechsel) -> None:
        """No more questions."""
