"""Set-up, and what begins and ends a round or the game."""

from __future__ import annotations

from typing import Annotated, Literal

from games import kernel
from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.schiefer.quantities import BlackMarkers, Colour, Markers, Money, Rounds
from games.schiefer.state import Player, Schiefer


class PlayerEquipped(Event, frozen=True):
    """A player has got markers and money (SF-1, SF-2)."""

    seat: Annotated[Seat, doc("Who got them.")]
    colour: Annotated[Colour, doc("The colour of the markers (SF-R28).")]
    supply: Annotated[Markers, doc("Markers in the personal supply (SF-1).")]
    reserve: Annotated[Markers, doc("Markers in the reserve (SF-1).")]
    money: Annotated[Money, doc("Money at the start (SF-2).")]

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat] = Player(self.colour, self.supply, self.reserve, self.money)


class BlackMarkersLaidOut(Event, frozen=True):
    """The black markers lie ready (SF-R16)."""

    count: Annotated[BlackMarkers, doc("How many there are.")]

    def apply(self, game: Schiefer) -> None:
        game.black_markers = self.count


class StartPlayerDrawn(Event, frozen=True):
    """The start player was drawn by lot (SF-3)."""

    seat: Annotated[Seat, doc("The start player.")]

    def apply(self, game: Schiefer) -> None:
        game.start_player = self.seat


class RoundBegan(kernel.RoundBegan, frozen=True):
    """A round began (SF-5)."""

    def apply(self, game: Schiefer) -> None:
        game.round = self.round
        game.stirred = False


class RoundEnded(Event, frozen=True):
    """A round ended: boxes sell again, every die may be set and changed again (SF-30)."""

    quiet_rounds: Annotated[
        Rounds, doc("How many rounds in a row saw no mine opened, no sale and no box taken (SF-R25).")
    ]

    def apply(self, game: Schiefer) -> None:
        game.quiet_rounds = self.quiet_rounds
        for player in game.players:
            player.has_set_die = player.has_changed_die = False
            player.used_boxes = ()


class StartPlayerPassed(Event, frozen=True):
    """The start figure went to the left neighbour (SF-38)."""

    seat: Annotated[Seat, doc("The new start player.")]

    def apply(self, game: Schiefer) -> None:
        game.start_player = self.seat


class GameEnded(Event, frozen=True):
    """The game is over (SF-39)."""

    because: Annotated[
        Literal["all_mines_taken", "standstill"],
        doc("All mines are taken (SF-39), or the table stood still for too long (SF-R25)."),
    ]

    def apply(self, game: Schiefer) -> None:
        """No more questions."""
