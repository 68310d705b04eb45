"""What a player can want."""

from __future__ import annotations

from typing import Literal

from games.kernel import Command
from games.ruhrschifffahrt.board import Colour

Coin = Literal["thalers", "points"]


class PayLevy(Command, frozen=True, gc=False):
    coin: Coin


class TakeGain(Command, frozen=True, gc=False):
    coin: Coin


class RemoveDie(Command, frozen=True, gc=False):
    depot: str


class PutDie(Command, frozen=True, gc=False):
    """On an empty depot: a returning die or a transported one."""

    depot: str


class TakeOption(Command, frozen=True, gc=False):
    option: str


class TakeFreeTow(Command, frozen=True, gc=False):
    """With a white tile instead of the price."""

    option: str


class TakeNoOption(Command, frozen=True, gc=False):
    pass


class PassRound(Command, frozen=True, gc=False):
    pass


class TransportDie(Command, frozen=True, gc=False):
    colour: Colour


class RaiseDie(Command, frozen=True, gc=False):
    depot: str


class VisitInn(Command, frozen=True, gc=False):
    coin: Coin


class HaulCoal(Command, frozen=True, gc=False):
    depot: str


class StartAt(Command, frozen=True, gc=False):
    depot: str


class SellAt(Command, frozen=True, gc=False):
    space: str


class BuildLock(Command, frozen=True, gc=False):
    obstacle: str


class BuildWarehouse(Command, frozen=True, gc=False):
    tile: str
    site: str


class MoveWarehouse(Command, frozen=True, gc=False):
    origin: str
    target: str


class RepayDebt(Command, frozen=True, gc=False):
    pass


class FinishPurchases(Command, frozen=True, gc=False):
    pass


COMMANDS = (
    PayLevy,
    TakeGain,
    RemoveDie,
    PutDie,
    TakeOption,
    TakeFreeTow,
    TakeNoOption,
    PassRound,
    TransportDie,
    RaiseDie,
    VisitInn,
    HaulCoal,
    StartAt,
    SellAt,
    BuildLock,
    BuildWarehouse,
    MoveWarehouse,
    RepayDebt,
    FinishPurchases,
)
