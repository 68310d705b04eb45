"""Coal, spoil and coke on their way: bag, wagons, plant, sale."""

from __future__ import annotations

from games.kernel import Event
from games.schichtwechsel.effects import Cube
from games.schichtwechsel.state import OWN_SPACE, Schichtwechsel


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


class SpoilTraded(Event, frozen=True, gc=False):
    seat: int
    spoil: int

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].spoil -= self.spoil
        game.supply["spoil"] += self.spoil


class CokePlaced(Event, frozen=True, gc=False):
    """From the seat's stock onto a coking space; its coal goes to the supply."""

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
    """From the seat's stock onto a coke wagon."""

    seat: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.stock -= 1
        player.coke += 1


class CokeSold(Event, frozen=True, gc=False):
    """A pair goes into the leftmost free column, worth this much at the end."""

    seat: int
    column: int
    worth: int

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coke -= 2
        player.pairs += 1
