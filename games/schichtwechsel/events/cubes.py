"""Coal, spoil and coke on their way: bag, wagons, plant, sale."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.schichtwechsel.quantities import (
    Coal,
    Coke,
    CokingSpace,
    Cube,
    DrawnCubes,
    Pairs,
    Pieces,
    Score,
    Spaces,
    Spoil,
    WagonId,
)
from games.schichtwechsel.state import OWN_SPACE, Schichtwechsel


class BagFilled(Event, frozen=True):
    """Coal and spoil went from the supply into the bag (SW-9, SW-44)."""

    coal: Annotated[Pieces, doc("Coal.")]
    spoil: Annotated[Pieces, doc("Spoil.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coal"] -= self.coal
        game.supply["spoil"] -= self.spoil
        game.bag["coal"] += self.coal
        game.bag["spoil"] += self.spoil


class CubesDrawn(Event, frozen=True):
    """Cubes were drawn from the bag (SW-45)."""

    cubes: Annotated[DrawnCubes, doc("The cubes.")]

    def apply(self, game: Schichtwechsel) -> None:
        for cube in self.cubes:
            game.bag[cube] -= 1
            game.hand[cube] += 1

    @property
    def counts(self) -> dict[str, int]:
        return Counter(self.cubes)


class CubesGiven(Event, frozen=True):
    """The first player gave the cubes to somebody (SW-45)."""

    seat: Annotated[Seat, doc("Who got them.")]
    cubes: Annotated[DrawnCubes, doc("The cubes.")]

    def apply(self, game: Schichtwechsel) -> None:
        """They stay at hand until they are placed."""

    @property
    def counts(self) -> dict[str, int]:
        return Counter(self.cubes)


def _put_on_wagon(game: Schichtwechsel, seat: int, kind: Cube, wagon: str) -> None:
    load = game.players[seat].wagons[wagon]
    if kind == "coal":
        load.coal += 1
    else:
        load.spoil += 1


class CubePlaced(Event, frozen=True):
    """A cube drawn came onto an underground wagon (SW-46)."""

    seat: Annotated[Seat, doc("Whose wagon it is.")]
    kind: Annotated[Cube, doc("Coal or spoil.")]
    wagon: Annotated[WagonId, doc("The wagon.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.hand[self.kind] -= 1
        _put_on_wagon(game, self.seat, self.kind, self.wagon)


class CubeDropped(Event, frozen=True):
    """A cube that fits nowhere went to the supply (SW-49)."""

    seat: Annotated[Seat, doc("Who had got it.")]
    kind: Annotated[Cube, doc("Coal or spoil.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.hand[self.kind] -= 1
        game.supply[self.kind] += 1


class BlueCubeReturned(Event, frozen=True):
    """A blue cube went back into the bag (SW-48)."""

    def apply(self, game: Schichtwechsel) -> None:
        game.hand["blue"] -= 1
        game.bag["blue"] += 1


class WagonFilled(Event, frozen=True):
    """A cube from the supply came onto an underground wagon (SW-55)."""

    seat: Annotated[Seat, doc("Whose wagon it is.")]
    kind: Annotated[Cube, doc("Coal or spoil.")]
    wagon: Annotated[WagonId, doc("The wagon.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply[self.kind] -= 1
        _put_on_wagon(game, self.seat, self.kind, self.wagon)


class CoalLifted(Event, frozen=True):
    """The coal of a wagon was lifted onto coal wagons (SW-22)."""

    seat: Annotated[Seat, doc("Who lifted it.")]
    wagon: Annotated[WagonId, doc("The wagon.")]
    count: Annotated[Spaces, doc("How much coal.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.wagons[self.wagon].coal -= self.count
        player.coal += self.count


class SpoilLifted(Event, frozen=True):
    """The spoil of a wagon was lifted onto the tip (SW-22)."""

    seat: Annotated[Seat, doc("Who lifted it.")]
    wagon: Annotated[WagonId, doc("The wagon.")]
    count: Annotated[Spaces, doc("How much spoil.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.wagons[self.wagon].spoil -= self.count
        player.spoil += self.count


class CoalGained(Event, frozen=True):
    """Coal came from the supply onto coal wagons (SW-54)."""

    seat: Annotated[Seat, doc("Who got it.")]
    count: Annotated[Pieces, doc("How much.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["coal"] -= self.count
        game.players[self.seat].coal += self.count


class SpoilGained(Event, frozen=True):
    """Spoil came from the supply onto the tip (SW-119)."""

    seat: Annotated[Seat, doc("Who got it.")]
    count: Annotated[Pieces, doc("How much.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.supply["spoil"] -= self.count
        game.players[self.seat].spoil += self.count


class SpoilTraded(Event, frozen=True):
    """Spoil of the tip was traded (SW-120)."""

    seat: Annotated[Seat, doc("Who traded.")]
    spoil: Annotated[Spoil, doc("How much.")]

    def apply(self, game: Schichtwechsel) -> None:
        game.players[self.seat].spoil -= self.spoil
        game.supply["spoil"] += self.spoil


class CokePlaced(Event, frozen=True):
    """Coke came from the stock onto a coking space; its coal went to the supply (SW-34)."""

    seat: Annotated[Seat, doc("Whose coke it is.")]
    space: Annotated[CokingSpace, doc("The space.")]
    coal: Annotated[Coal, doc("The coal it was made of; 0: a gain (SW-R57).")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coal -= self.coal
        game.supply["coal"] += self.coal
        player.stock -= 1
        if self.space == OWN_SPACE:
            player.own_space = True
        else:
            game.plant[self.space] = self.seat

    @property
    def case(self) -> str:
        return "" if self.coal else "gained"


class CokeLoaded(Event, frozen=True):
    """Coke left a coking space for a coke wagon, the lower ones first (SW-99)."""

    seat: Annotated[Seat, doc("Whose coke it is.")]
    space: Annotated[CokingSpace, doc("The space it left.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coke += 1
        if self.space == OWN_SPACE:
            player.own_space = False
        else:
            del game.plant[self.space]


class CokeGained(Event, frozen=True):
    """Coke came from the stock onto a coke wagon (SW-58)."""

    seat: Annotated[Seat, doc("Who got it.")]

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.stock -= 1
        player.coke += 1


class CokeSold(Event, frozen=True, omit_defaults=True):
    """A pair went into the leftmost free column, worth this much at the end (SW-64)."""

    seat: Annotated[Seat, doc("Who sold it.")]
    column: Annotated[Pairs, doc("The column, counted from 1.")]
    worth: Annotated[Score, doc("Its points (SW-158).")]
    coke: Annotated[Coke, doc("The coke of a pair (SW-63).")] = 2

    def apply(self, game: Schichtwechsel) -> None:
        player = game.players[self.seat]
        player.coke -= self.coke
        player.pairs += 1
