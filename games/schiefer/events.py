"""What can happen, and what each changes on the table."""

from __future__ import annotations

from typing import Literal

from games import kernel
from games.kernel import Asked, Event
from games.schiefer.agenda import SchieferItem
from games.schiefer.state import OpenedMine, Player, Schiefer


class PlayerEquipped(Event, frozen=True, gc=False):
    seat: int
    colour: str
    supply: int
    reserve: int
    money: int

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat] = Player(self.colour, self.supply, self.reserve, self.money)


class BlackMarkersLaidOut(Event, frozen=True, gc=False):
    count: int

    def apply(self, game: Schiefer) -> None:
        game.black_markers = self.count


class StartPlayerDrawn(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schiefer) -> None:
        game.start_player = self.seat


class RoundBegan(kernel.RoundBegan, frozen=True, gc=False):
    def apply(self, game: Schiefer) -> None:
        game.round = self.round
        game.stirred = False


class DiceRolled(Event, frozen=True, gc=False):
    seat: int
    faces: tuple[int, ...]

    def apply(self, game: Schiefer) -> None:
        game.dice = self.faces


def _turn(game: Schiefer, die: int, face: int) -> None:
    game.dice = (*game.dice[: die - 1], face, *game.dice[die:])


class DieRerolled(Event, frozen=True, gc=False):
    seat: int
    die: int
    face: int
    price: int

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].money -= self.price
        _turn(game, self.die, self.face)


class DieSet(Event, frozen=True, gc=False):
    seat: int
    die: int
    face: int
    price: int

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.money -= self.price
        player.has_set_die = True
        _turn(game, self.die, self.face)


class DieChanged(Event, frozen=True, gc=False):
    seat: int
    die: int
    face: int

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].has_changed_die = True
        _turn(game, self.die, self.face)


class ActionsMarked(Event, frozen=True, gc=False):
    seat: int
    faces: tuple[int, ...]

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].supply -= len(self.faces)
        for face in self.faces:
            game.fields[face - 1][self.seat] += 1
        game.dice = ()


class RoundSatOut(Event, frozen=True, gc=False):
    seat: int
    markers: int  # taken from the reserve instead

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.reserve -= self.markers
        player.supply += self.markers


class MarkerBought(Event, frozen=True, gc=False):
    seat: int
    box: str
    price: int

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.money -= self.price
        player.reserve -= 1
        player.supply += 1
        player.used_boxes = (*player.used_boxes, self.box)


class MarkerTakenBack(Event, frozen=True, gc=False):
    seat: int
    die: int

    def apply(self, game: Schiefer) -> None:
        game.fields[self.die - 1][self.seat] -= 1
        game.players[self.seat].supply += 1


class ActionLapsed(Event, frozen=True, gc=False):
    seat: int
    die: int

    def apply(self, game: Schiefer) -> None:
        """The marker comes back like any other."""


class SupplyTaken(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.reserve -= 1
        player.supply += 1


def _pay(game: Schiefer, seat: int, supply: int, pending: tuple[int, ...]) -> None:
    game.players[seat].supply -= supply
    for face in pending:
        game.fields[face - 1][seat] -= 1


class MineOpened(Event, frozen=True, gc=False):
    """One of the paid markers lies on the mine from now on, the others go to the reserve."""

    seat: int
    mine: str
    supply: int
    pending: tuple[int, ...]
    to_reserve: int

    def apply(self, game: Schiefer) -> None:
        _pay(game, self.seat, self.supply, self.pending)
        game.players[self.seat].reserve += self.to_reserve
        game.mines[self.mine] = OpenedMine(self.seat)
        game.stirred = True


class SlateSold(Event, frozen=True, gc=False):
    seat: int
    mine: str
    coins: int

    def apply(self, game: Schiefer) -> None:
        game.black_markers -= 1
        game.mines[self.mine].sold = True
        game.stirred = True


class ShareReceived(Event, frozen=True, gc=False):
    """What a mine owner gets from a sale."""

    seat: int
    money: int

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].money += self.money


class SaleBonusReceived(Event, frozen=True, gc=False):
    seat: int
    money: int

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].money += self.money


class BoxTaken(Event, frozen=True, gc=False):
    seat: int
    box: str
    supply: int
    pending: tuple[int, ...]

    def apply(self, game: Schiefer) -> None:
        _pay(game, self.seat, self.supply, self.pending)
        game.boxes.setdefault(self.box, []).append(self.seat)
        game.stirred = True


class RoundEnded(Event, frozen=True, gc=False):
    """Box markers move back from the coins; every die may be set and changed again."""

    quiet_rounds: int

    def apply(self, game: Schiefer) -> None:
        game.quiet_rounds = self.quiet_rounds
        for player in game.players:
            player.has_set_die = player.has_changed_die = False
            player.used_boxes = ()


class StartPlayerPassed(Event, frozen=True, gc=False):
    seat: int

    def apply(self, game: Schiefer) -> None:
        game.start_player = self.seat


class GameEnded(Event, frozen=True, gc=False):
    because: Literal["all_mines_taken", "standstill"]

    def apply(self, game: Schiefer) -> None:
        """No more questions."""


class SchieferAsked(Asked, frozen=True, gc=False, tag="asked"):
    agenda: tuple[SchieferItem, ...]


EVENTS = (
    PlayerEquipped,
    BlackMarkersLaidOut,
    StartPlayerDrawn,
    RoundBegan,
    DiceRolled,
    DieRerolled,
    DieSet,
    DieChanged,
    ActionsMarked,
    RoundSatOut,
    MarkerBought,
    MarkerTakenBack,
    ActionLapsed,
    SupplyTaken,
    MineOpened,
    SlateSold,
    ShareReceived,
    SaleBonusReceived,
    BoxTaken,
    RoundEnded,
    StartPlayerPassed,
    GameEnded,
    SchieferAsked,
)
