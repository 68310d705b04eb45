"""Phase 1: dice, and the markers that mark actions."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.schiefer.quantities import Dice, Die, Face, MarkedFields, Markers, Price
from games.schiefer.state import Schiefer


class DiceRolled(Event, frozen=True):
    """A player rolled the dice (SF-6)."""

    seat: Annotated[Seat, doc("Who rolled.")]
    faces: Annotated[Dice, doc("The numbers shown, die by die.")]

    def apply(self, game: Schiefer) -> None:
        game.dice = self.faces


def _turn(game: Schiefer, die: int, face: int) -> None:
    game.dice = (*game.dice[: die - 1], face, *game.dice[die:])


class DieRerolled(Event, frozen=True):
    """One die was rolled again for money (SF-8)."""

    seat: Annotated[Seat, doc("Who rolled it.")]
    die: Annotated[Die, doc("Which die, counted 1, 2, 3 as they lie.")]
    face: Annotated[Face, doc("The number it shows now.")]
    price: Annotated[Price, doc("Money paid for it.")]

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].money -= self.price
        _turn(game, self.die, self.face)


class DieSet(Event, frozen=True):
    """One own die was turned to another face for money (SF-9)."""

    seat: Annotated[Seat, doc("Who set it.")]
    die: Annotated[Die, doc("Which die, counted 1, 2, 3 as they lie.")]
    face: Annotated[Face, doc("The number it shows now.")]
    price: Annotated[Price, doc("Money paid for it.")]

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.money -= self.price
        player.has_set_die = True
        _turn(game, self.die, self.face)


class DieChanged(Event, frozen=True):
    """One own die was turned by one pip, with the box (SF-31)."""

    seat: Annotated[Seat, doc("Who turned it.")]
    die: Annotated[Die, doc("Which die, counted 1, 2, 3 as they lie.")]
    face: Annotated[Face, doc("The number it shows now.")]

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].has_changed_die = True
        _turn(game, self.die, self.face)


class ActionsMarked(Event, frozen=True):
    """Markers went from the supply to action fields (SF-7)."""

    seat: Annotated[Seat, doc("Whose markers they are.")]
    faces: Annotated[MarkedFields, doc("The fields, lowest first, one entry a marker.")]

    @property
    def case(self) -> str:
        return "" if self.faces else "none"

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].supply -= len(self.faces)
        for face in self.faces:
            game.fields[face - 1][self.seat] += 1
        game.dice = ()


class RoundSatOut(Event, frozen=True):
    """A player without markers sat the round out (SF-19)."""

    seat: Annotated[Seat, doc("Who sat out.")]
    markers: Annotated[Markers, doc("Markers taken from the reserve instead (SF-19, SF-R4).")]

    @property
    def case(self) -> str:
        return "" if self.markers else "empty_handed"

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.reserve -= self.markers
        player.supply += self.markers
