"""Dice come, go and change."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.ruhrschifffahrt.quantities import Colour, ColumnId, ColumnOfDice, DepotCoal, DepotId, Pips
from games.ruhrschifffahrt.state import LooseDie, Ruhr


class ColumnChanged(Event, frozen=True):
    """The dice moved to the next column of the track (RS-44)."""

    column: Annotated[ColumnId, doc("The column in use now.")]

    def apply(self, game: Ruhr) -> None:
        game.column = self.column


class TrackCoalRaised(Event, frozen=True):
    """The dice on the track rose (RS-28)."""

    black: Annotated[ColumnOfDice, doc("Pips of the black dice now, from the arrow space upwards.")]
    white: Annotated[ColumnOfDice, doc("Pips of the white dice now, from the arrow space upwards.")]

    @property
    def dice(self) -> dict[Colour, ColumnOfDice]:
        columns: dict[Colour, ColumnOfDice] = {"black": self.black, "white": self.white}
        return {colour: pips for colour, pips in columns.items() if pips}

    def apply(self, game: Ruhr) -> None:
        game.track = {"black": list(self.black), "white": list(self.white)}


class DiePushedOff(Event, frozen=True):
    """A die left the lowest space of the track (RS-37)."""

    colour: Annotated[Colour, doc("The colour of the die.")]
    pips: Annotated[Pips, doc("Its pips.")]

    def apply(self, game: Ruhr) -> None:
        game.track[self.colour].pop(0)
        game.loose.append(LooseDie(self.colour, self.pips))


class DieReturned(Event, frozen=True):
    """A die was put back on an empty depot (RS-38)."""

    seat: Annotated[Seat, doc("Who did it.")]
    depot: Annotated[DepotId, doc("The depot.")]
    colour: Annotated[Colour, doc("The colour of the die.")]
    pips: Annotated[Pips, doc("Its pips.")]

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.depots[self.depot] = self.pips


class DieLeftGame(Event, frozen=True):
    """A die left the game, in a round without arms (RS-R13)."""

    colour: Annotated[Colour, doc("The colour of the die.")]
    pips: Annotated[Pips, doc("Its pips.")]

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.boxed[self.colour] += 1


class DieRemoved(Event, frozen=True):
    """A die was removed from a depot (RS-31)."""

    seat: Annotated[Seat, doc("Who did it.")]
    depot: Annotated[DepotId, doc("The depot.")]
    colour: Annotated[Colour, doc("The colour of the die.")]

    def apply(self, game: Ruhr) -> None:
        del game.depots[self.depot]
        game.boxed[self.colour] += 1


class RemovalLapsed(Event, frozen=True):
    """There was no die to remove (RS-R29)."""

    seat: Annotated[Seat, doc("Who did it.")]

    def apply(self, game: Ruhr) -> None:
        """No die of a colour still due lies on a depot."""


class DepotCoalChanged(Event, frozen=True):
    """The water changed the dice on depots (RS-52)."""

    depots: Annotated[DepotCoal, doc("The pips now, by depot, of the dice that changed.")]

    def apply(self, game: Ruhr) -> None:
        game.depots.update(self.depots)


class DieRaised(Event, frozen=True):
    """A die on a depot was raised (RS-73, RS-108)."""

    seat: Annotated[Seat, doc("Who did it.")]
    depot: Annotated[DepotId, doc("The depot.")]
    pips: Annotated[Pips, doc("Its pips now (RS-15).")]

    def apply(self, game: Ruhr) -> None:
        game.depots[self.depot] = self.pips


class DieTransported(Event, frozen=True):
    """A die went from the arrow space to a depot; the others of the column move down (RS-42)."""

    seat: Annotated[Seat, doc("Who did it.")]
    depot: Annotated[DepotId, doc("The depot.")]
    colour: Annotated[Colour, doc("The colour of the die.")]
    pips: Annotated[Pips, doc("Its pips.")]

    def apply(self, game: Ruhr) -> None:
        game.track[self.colour].pop(0)
        game.depots[self.depot] = self.pips


class CoalLaidOnTrack(Event, frozen=True):
    """A sold die went onto the lowest free space of the track (RS-36)."""

    colour: Annotated[Colour, doc("The colour of the die.")]
    pips: Annotated[Pips, doc("Its pips.")]

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.track[self.colour].append(self.pips)
