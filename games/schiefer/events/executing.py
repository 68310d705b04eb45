"""Phase 2: markers, mines, sales and boxes; and buying markers, which phase 1 knows as well."""

from __future__ import annotations

from typing import Annotated

from games.kernel import Event
from games.kernel.quantities import Seat, doc
from games.schiefer.quantities import (
    BoxId,
    Coins,
    Field,
    Markers,
    MarkersAtOnce,
    MineId,
    Money,
    OpenedMineId,
    PaidFields,
    Price,
)
from games.schiefer.state import OpenedMine, Schiefer


class MarkerBought(Event, frozen=True, omit_defaults=True):
    """A box sold a marker of the reserve, or as many as the edition has it (SF-29)."""

    seat: Annotated[Seat, doc("Who bought it.")]
    box: Annotated[BoxId, doc("The box that sold it.")]
    price: Annotated[Price, doc("Money paid for it.")]
    markers: Annotated[MarkersAtOnce, doc("How many it sold.")] = 1

    @property
    def case(self) -> str:
        return "" if self.markers == 1 else "several"

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.money -= self.price
        player.reserve -= self.markers
        player.supply += self.markers
        player.used_boxes = (*player.used_boxes, self.box)


class MarkerTakenBack(Event, frozen=True):
    """An executed marker went back to the supply (SF-15)."""

    seat: Annotated[Seat, doc("Whose marker it is.")]
    die: Annotated[Field, doc("The field on which it lay.")]

    def apply(self, game: Schiefer) -> None:
        game.fields[self.die - 1][self.seat] -= 1
        game.players[self.seat].supply += 1


class ActionLapsed(Event, frozen=True):
    """An action was let go (SF-17)."""

    seat: Annotated[Seat, doc("Whose action it was.")]
    die: Annotated[Field, doc("The field whose action it was.")]

    def apply(self, game: Schiefer) -> None:
        """The marker comes back like any other."""


class SupplyTaken(Event, frozen=True, omit_defaults=True):
    """A marker came from the reserve to the supply, or as many as the edition has it (SF-20)."""

    seat: Annotated[Seat, doc("Whose marker it is.")]
    markers: Annotated[MarkersAtOnce, doc("How many came.")] = 1

    @property
    def case(self) -> str:
        return "" if self.markers == 1 else "several"

    def apply(self, game: Schiefer) -> None:
        player = game.players[self.seat]
        player.reserve -= self.markers
        player.supply += self.markers


def _pay(game: Schiefer, seat: int, supply: int, pending: PaidFields) -> None:
    game.players[seat].supply -= supply
    for face in pending:
        game.fields[face - 1][seat] -= 1


class MineOpened(Event, frozen=True):
    """A mine was opened; one of the paid markers lies on it, the others are in the reserve (SF-22)."""

    seat: Annotated[Seat, doc("Who opened it.")]
    mine: Annotated[MineId, doc("The mine.")]
    supply: Annotated[Markers, doc("Markers paid from the supply.")]
    pending: Annotated[PaidFields, doc("The fields whose markers paid: their actions are lost (SF-18).")]
    to_reserve: Annotated[Markers, doc("Markers that went to the reserve (SF-R2).")]

    @property
    def price(self) -> int:
        return self.supply + self.lost

    @property
    def lost(self) -> int:
        return len(self.pending)

    @property
    def case(self) -> str:
        return "giving_up" if self.pending else ""

    def apply(self, game: Schiefer) -> None:
        _pay(game, self.seat, self.supply, self.pending)
        game.players[self.seat].reserve += self.to_reserve
        game.mines[self.mine] = OpenedMine(self.seat)
        game.stirred = True


class SlateSold(Event, frozen=True):
    """Slate was sold: a black marker lies on the mine (SF-23)."""

    seat: Annotated[Seat, doc("Who sold it.")]
    mine: Annotated[OpenedMineId, doc("The mine it came from.")]
    coins: Annotated[Coins, doc("What the bank pays for it (SF-24).")]

    def apply(self, game: Schiefer) -> None:
        game.black_markers -= 1
        game.mines[self.mine].sold = True
        game.stirred = True


class ShareReceived(Event, frozen=True):
    """A mine owner got his share of a sale (SF-26)."""

    seat: Annotated[Seat, doc("Who got it.")]
    money: Annotated[Money, doc("The coins of all his mines in the valley (SF-25).")]

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].money += self.money


class SaleBonusReceived(Event, frozen=True):
    """The box better sale paid its owner more (SF-32)."""

    seat: Annotated[Seat, doc("Who got it.")]
    money: Annotated[Money, doc("The money more.")]

    def apply(self, game: Schiefer) -> None:
        game.players[self.seat].money += self.money


class BoxTaken(Event, frozen=True, omit_defaults=True):
    """A marker was laid into a box for good (SF-27)."""

    seat: Annotated[Seat, doc("Whose marker it is.")]
    box: Annotated[BoxId, doc("The box.")]
    supply: Annotated[Markers, doc("Markers paid from the supply.")]
    pending: Annotated[PaidFields, doc("The fields whose markers paid: their actions are lost (SF-18).")]
    to_reserve: Annotated[Markers, doc("Markers that went to the reserve: all that paid but one.")] = 0

    @property
    def lost(self) -> int:
        return len(self.pending)

    @property
    def case(self) -> str:
        return "giving_up" if self.pending else ""

    def apply(self, game: Schiefer) -> None:
        _pay(game, self.seat, self.supply, self.pending)
        game.players[self.seat].reserve += self.to_reserve
        game.boxes.setdefault(self.box, []).append(self.seat)
        game.stirred = True
