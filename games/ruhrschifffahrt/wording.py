"""What labels and prompts name beyond the fields of command and question: prices, pips and proceeds."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, cast

from games.kernel import Command, Item, Question
from games.ruhrschifffahrt.commands import (
    BuildLock,
    BuildWarehouse,
    HaulCoal,
    MoveWarehouse,
    PayLevy,
    RaiseDie,
    RemoveDie,
    RepayDebt,
    SellAt,
    StartAt,
    TakeGain,
    TakeOption,
    TransportDie,
    VisitInn,
)
from games.ruhrschifffahrt.quantities import Coin
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.sailing import trip
from games.ruhrschifffahrt.rules.special_options import price
from games.ruhrschifffahrt.rules.warehouses import next_price
from games.ruhrschifffahrt.state import Ruhr

Facts = dict[str, object]


def wording(game: Ruhr, command: Command | Item) -> Facts:
    facts = FACTS.get(type(command))
    return facts(game, command) if facts else {}


def levy_amount(game: Ruhr, command: PayLevy) -> Facts:
    dues = game.board.timeline.levy
    return amount(command.coin, dues.thalers, dues.points)


def gain_amount(game: Ruhr, command: TakeGain) -> Facts:
    gain = game.board.timeline.gain
    return amount(command.coin, gain.thalers, gain.points)


def inn_amount(game: Ruhr, command: VisitInn) -> Facts:
    effects = game.board.white_effects
    return amount(command.coin, effects.inn_thalers, effects.inn_points)


def amount(coin: Coin, thalers: int, points: int) -> Facts:
    return {"amount": points if coin == "points" else thalers}


def option(game: Ruhr, command: TakeOption) -> Facts:
    return {"price": price(game, game.option(command.option))}


def arrow_die(game: Ruhr, command: TransportDie) -> Facts:
    return {"pips": next(iter(game.track[command.colour]), 0)}


def depot_die(game: Ruhr, command: RemoveDie | RaiseDie | HaulCoal | StartAt) -> Facts:
    return {"pips": game.depots.get(command.depot, 0)}


def proceeds(game: Ruhr, command: SellAt) -> Facts:
    seat = cast("Question", game.agenda[0]).seat
    depot = game.ship(seat)
    sale = trip(game, seat, depot, command.space, game.depots[depot])
    income = game.board.trips.city_income * sale.owners.count(seat)
    return {"thalers": sale.thalers + sale.port_bonus + sale.demand + income, "stones": sale.stones}


def lock(game: Ruhr, command: BuildLock) -> Facts:
    return {"price": lock_price(game), "points": game.river.spaces[command.obstacle].lock_points}


def warehouse(game: Ruhr, command: BuildWarehouse) -> Facts:
    due = game.tile(command.tile).price or next_price(game, command.site)
    return {"price": "–" if due is None else due, "points": game.sites[command.site].points}


def move(game: Ruhr, command: MoveWarehouse) -> Facts:
    return {"price": game.board.port.moving_price}


def repayment(game: Ruhr, command: RepayDebt) -> Facts:
    return {"price": game.board.debts.repayment}


FACTS: Final = MappingProxyType[type[Command | Item], Callable[[Ruhr, Any], Facts]](
    {
        PayLevy: levy_amount,
        TakeGain: gain_amount,
        VisitInn: inn_amount,
        TakeOption: option,
        TransportDie: arrow_die,
        RemoveDie: depot_die,
        RaiseDie: depot_die,
        HaulCoal: depot_die,
        StartAt: depot_die,
        SellAt: proceeds,
        BuildLock: lock,
        BuildWarehouse: warehouse,
        MoveWarehouse: move,
        RepayDebt: repayment,
    }
)
