"""What can happen, and what each changes on the table."""

from __future__ import annotations

from games.kernel import Asked, Event
from games.schichtwechsel.agenda import SchichtwechselItem
from games.schichtwechsel.effects import Cube, Route, Size
from games.schichtwechsel.state import EXIT, HEADFRAME_AREA, OWN_SPACE, Load, Payment, Player, Schichtwechsel


class SupplyLaidOut(Event, frozen=True, gc=False):
    """Everything that belongs to nobody; and the pits on which nobody has built."""

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


class RoundBegan(Event, frozen=True, gc=False):
    round: int
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


class BagFilled(Event, frozen=True, gc=False):
    coal: int
    spoil: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coal"] -= self.coal
        game.supply["spoil"] -= self.spoil
        game.bag["coal"] += self.coal
        game.bag["spoil"] += self.spoil


class CubesDrawn(Event, frozen=True, gc=False):
    cubes: tuple[str, ...]

    def apply(self, game: Schichtwechsel) -> None:
        for cube in self.cubes:
            game.bag[cube] -= 1
            game.hand[cube] += 1


class CubesGiven(Event, frozen=True, gc=False):
    seat: int
    cubes: tuple[str, ...]

    def apply(self, game: Schichtwechsel) -> None:
        """They stay at hand until they are placed."""


def _put_on_wagon(game: Schichtwechsel, seat: int, kind: Cube, wagon: str) -> None:
    load = game.players[seat].wagons[wagon]
    if kind == "coal":
        load.coal += 1
    else:
        load.spoil += 1


class CubePlaced(Event, frozen=True, gc=False):
    seat: int
    kind: Cube
    wagon: str

    def apply(self, game: Schichtwechsel) -> None:
        game.hand[self.kind] -= 1
        _put_on_wagon(game, self.seat, self.kind, self.wagon)


class CubeDropped(Event, frozen=True, gc=False):
    """It fits nowhere and goes to the supply."""

    seat: int
    kind: Cube

    def apply(self, game: Schichtwechsel) -> None:
        game.hand[self.kind] -= 1
        game.supply[self.kind] += 1


class BlueCubeReturned(Event, frozen=True, gc=False):
    def apply(self, game: Schichtwechsel) -> None:
        game.hand["blue"] -= 1
        game.bag["blue"] += 1


class WagonFilled(Event, frozen=True, gc=False):
    """With a cube from the supply."""

    seat: int
    kind: Cube
    wagon: str

    def apply(self, game: Schichtwechsel) -> None:
        game.supply[self.kind] -= 1
        _put_on_wagon(game, self.seat, self.kind, self.wagon)


class TileTaken(Event, frozen=True, gc=False):
    seat: int
    tile: str
    returned: str

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].tile = self.tile


class WaterRose(Event, frozen=True, gc=False):
    seat: int
    level: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].water = self.level


class WaterFell(Event, frozen=True, gc=False):
    seat: int
    level: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].water = self.level


class ToolsGained(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["tool"] -= self.count
        game.players[self.seat].tools += self.count


class ToolsDiscarded(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["tool"] += self.count
        game.players[self.seat].tools -= self.count


class CoinsGained(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coin"] -= self.count
        game.players[self.seat].coins += self.count


class TokensGained(Event, frozen=True, gc=False):
    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["white"] -= self.count
        game.players[self.seat].white += self.count


class PointsScored(Event, frozen=True, gc=False):
    seat: int
    points: int
    category: str

    def apply(self, game: Schichtwechsel) -> None:
        points = game.players[self.seat].points
        points[self.category] = points.get(self.category, 0) + self.points


class CokeSold(Event, frozen=True, gc=False):
    """A pair into the leftmost free column, worth so much in the end."""

    seat: int
    column: int
    worth: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coke -= 2
        player.pairs += 1


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


class SpoilTraded(Event, frozen=True, gc=False):
    seat: int
    spoil: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].spoil -= self.spoil
        game.supply["spoil"] += self.spoil


class TurnPassed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].passed = True


class CoalLifted(Event, frozen=True, gc=False):
    seat: int
    wagon: str
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.wagons[self.wagon].coal -= self.count
        player.coal += self.count


class SpoilLifted(Event, frozen=True, gc=False):
    seat: int
    wagon: str
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.wagons[self.wagon].spoil -= self.count
        player.spoil += self.count


class CoalGained(Event, frozen=True, gc=False):
    """From the supply onto coal wagons."""

    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coal"] -= self.count
        game.players[self.seat].coal += self.count


class SpoilGained(Event, frozen=True, gc=False):
    """From the supply onto the tip."""

    seat: int
    count: int

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["spoil"] -= self.count
        game.players[self.seat].spoil += self.count


class CokePlaced(Event, frozen=True, gc=False):
    """Out of the own stock onto a coking space; its coal goes to the supply."""

    seat: int
    space: str
    coal: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coal -= self.coal
        game.supply["coal"] += self.coal
        player.stock -= 1
        if self.space == OWN_SPACE:
            player.own_space = True
        else:
            game.plant[self.space] = self.seat


class CokeLoaded(Event, frozen=True, gc=False):
    """From a coking space onto a coke wagon, the lower ones first."""

    seat: int
    space: str

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coke += 1
        if self.space == OWN_SPACE:
            player.own_space = False
        else:
            del game.plant[self.space]


class CokeGained(Event, frozen=True, gc=False):
    """Out of the own stock onto a coke wagon."""

    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.stock -= 1
        player.coke += 1


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
        """The sheet reads the table, where all that counts lies still."""


class GameEnded(Event, frozen=True, gc=False):
    def apply(self, game: Schichtwechsel) -> None:
        """Nothing is asked any more."""


class SchichtwechselAsked(Asked, frozen=True, gc=False, tag="asked"):
    agenda: tuple[SchichtwechselItem, ...]


EVENTS = (
    SupplyLaidOut,
    PlayerEquipped,
    FirstPlayerDrawn,
    RoundBegan,
    RoundCardRevealed,
    BlueCubeAdded,
    BagFilled,
    CubesDrawn,
    CubesGiven,
    CubePlaced,
    CubeDropped,
    BlueCubeReturned,
    WagonFilled,
    TileTaken,
    WaterRose,
    WaterFell,
    ToolsGained,
    ToolsDiscarded,
    CoinsGained,
    TokensGained,
    PointsScored,
    CokeSold,
    CardUsed,
    CardCopied,
    SpoilTraded,
    TurnPassed,
    CoalLifted,
    SpoilLifted,
    CoalGained,
    SpoilGained,
    CokePlaced,
    CokeLoaded,
    CokeGained,
    DiscAdvanced,
    TargetReached,
    MinerMoved,
    ExitReached,
    HeadframeRaised,
    HeadframeMoved,
    HousePlaced,
    MarkerTaken,
    RoundEnded,
    EntryScored,
    GameEnded,
    SchichtwechselAsked,
)
