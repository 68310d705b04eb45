"""Dice come, go and change."""

from __future__ import annotations

from games.kernel import Event
from games.ruhrschifffahrt.board import Colour
from games.ruhrschifffahrt.state import LooseDie, Ruhr


class ColumnChanged(Event, frozen=True, gc=False):
    column: str

    def apply(self, game: Ruhr) -> None:
        game.column = self.column


class TrackCoalRaised(Event, frozen=True, gc=False):
    """The pips now, from the arrow space upwards."""

    black: tuple[int, ...]
    white: tuple[int, ...]

    def apply(self, game: Ruhr) -> None:
        game.track = {"black": list(self.black), "white": list(self.white)}


class DiePushedOff(Event, frozen=True, gc=False):
    """From the lowest space of the track."""

    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.track[self.colour].pop(0)
        game.loose.append(LooseDie(self.colour, self.pips))


class DieReturned(Event, frozen=True, gc=False):
    seat: int
    depot: str
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.depots[self.depot] = self.pips


class DieLeftGame(Event, frozen=True, gc=False):
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.boxed[self.colour] += 1


class DieRemoved(Event, frozen=True, gc=False):
    seat: int
    depot: str
    colour: Colour

    def apply(self, game: Ruhr) -> None:
        del game.depots[self.depot]
        game.boxed[self.colour] += 1


class RemovalLapsed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Ruhr) -> None:
        """No die of a colour still due lies on a depot."""


class DepotCoalChanged(Event, frozen=True, gc=False):
    """The pips now, of those dice that changed."""

    depots: dict[str, int]

    def apply(self, game: Ruhr) -> None:
        game.depots.update(self.depots)


class DieRaised(Event, frozen=True, gc=False):
    """To this number of pips."""

    seat: int
    depot: str
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.depots[self.depot] = self.pips


class DieTransported(Event, frozen=True, gc=False):
    """From the arrow space; the others of the column move down."""

    seat: int
    depot: str
    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.track[self.colour].pop(0)
        game.depots[self.depot] = self.pips


class CoalLaidOnTrack(Event, frozen=True, gc=False):
    """On the lowest free space."""

    colour: Colour
    pips: int

    def apply(self, game: Ruhr) -> None:
        game.loose.remove(LooseDie(self.colour, self.pips))
        game.track[self.colour].append(self.pips)


EVENTS = (
    ColumnChanged,
    TrackCoalRaised,
    DiePushedOff,
    DieReturned,
    DieLeftGame,
    DieRemoved,
    RemovalLapsed,
    DepotCoalChanged,
    DieRaised,
    DieTransported,
    CoalLaidOnTrack,
)
