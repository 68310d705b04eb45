"""What labels and prompts name beyond the fields of command and question: prices, pips and proceeds."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final, cast

from games.kernel import Command, Item, Question
from games.ruhrschifffahrt.agenda import BuildForcedLock, ChooseOption
from games.ruhrschifffahrt.commands import (
    BuildLock,
    BuildWarehouse,
    HaulCoal,
    MoveWarehouse,
    PassRound,
    PayLevy,
    RaiseDie,
    RemoveDie,
    RepayDebt,
    SellAt,
    StartAt,
    TakeGain,
    TakeNoOption,
    TakeOption,
    TransportDie,
    VisitInn,
)
from games.ruhrschifffahrt.quantities import Coin
from games.ruhrschifffahrt.rules import RULES
from games.ruhrschifffahrt.rules.debts import funds, pledges
from games.ruhrschifffahrt.rules.locks import lock_price
from games.ruhrschifffahrt.rules.sailing import trip
from games.ruhrschifffahrt.rules.special_options import pips_when_raised, price
from games.ruhrschifffahrt.rules.starts import chosen_option
from games.ruhrschifffahrt.rules.warehouses import next_price
from games.ruhrschifffahrt.state import Ruhr

Facts = dict[str, object]


def wording(game: Ruhr, command: Command | Item) -> Facts:
    facts = FACTS.get(type(command))
    return facts(game, command) if facts else {}


def levy_amount(game: Ruhr, command: PayLevy) -> Facts:
    dues = game.board.timeline.levy
    paid = amount(command.coin, dues.thalers, dues.points)
    return {"dues": paid, **in_debt(game, paid.get("thalers", 0))}


def gain_amount(game: Ruhr, command: TakeGain) -> Facts:
    gain = game.board.timeline.gain
    return {"gain": amount(command.coin, gain.thalers, gain.points)}


def inn_amount(game: Ruhr, command: VisitInn) -> Facts:
    effects = game.board.white_effects
    return {"gain": amount(command.coin, effects.inn_thalers, effects.inn_points)}


def amount(coin: Coin, thalers: int, points: int) -> dict[str, int]:
    return {coin: points if coin == "points" else thalers}


def option(game: Ruhr, command: TakeOption) -> Facts:
    due = price(game, game.option(command.option))
    if not due:
        return {"case": "free"}
    question = open_question(game)
    forced = due > funds(game, question.seat) and command in RULES.answers_to(game, question)
    return {"price": due, **in_debt(game, due, forced=forced)}


def in_debt(game: Ruhr, due: int, *, kept: int = 0, forced: bool = False) -> Facts:
    """RS-130, RS-132, RS-R24, RS-R43: what a price costs beyond the money at hand, if it may be paid so."""
    seat = open_question(game).seat
    may = forced or due <= funds(game, seat, kept=kept)
    return {"case": "in_debt", "burden": burden(game, seat, due)} if may and burden(game, seat, due) else {}


def burden(game: Ruhr, seat: int, due: int) -> dict[str, int]:
    player, board = game.players[seat], game.board
    pledged = pledges(game, seat, due)
    rare = pledged.count("timeline")
    missing = max(0, due - player.thalers - len(pledged) * board.debts.thalers)
    lost = rare * board.debts.timeline_penalty + bool(missing) * board.shortfall.penalty
    parts = {
        "debts": len(pledged) - rare,
        "timeline_debts": rare,
        "missing": missing,
        "lost": min(lost, player.points),
    }
    return {part: count for part, count in parts.items() if count}


def open_question(game: Ruhr) -> Question:
    return cast("Question", game.agenda[0])


def choice_of_option(game: Ruhr, question: ChooseOption) -> Facts:
    """RS-63, RS-R19: where no delivery goes without one, an option must be taken, or nothing can be done."""
    answers = [*RULES.answers_to(game, question)]
    if TakeNoOption() in answers:
        return {}
    return {"case": "stuck" if PassRound() in answers else "bound"}


def arrow_die(game: Ruhr, command: TransportDie) -> Facts:
    return {"pips": next(iter(game.track[command.colour]), 0)}


def depot_die(game: Ruhr, command: RemoveDie | StartAt) -> Facts:
    return {"pips": game.depots.get(command.depot, 0)}


def supplied_die(game: Ruhr, command: RaiseDie) -> Facts:
    return higher_pips(game, command.depot, chosen_option(game, open_question(game).seat).raise_die)


def hauled_die(game: Ruhr, command: HaulCoal) -> Facts:
    return higher_pips(game, command.depot, game.board.white_effects.coal_hauler_raises)


def higher_pips(game: Ruhr, depot: str, by: int) -> Facts:
    """RS-15: a 6 may be named and stays."""
    pips, then = game.depots[depot], pips_when_raised(game, depot, by)
    return {"pips": pips, "raised": then, "case": "in_vain" if pips == then else ""}


def proceeds(game: Ruhr, command: SellAt) -> Facts:
    seat = open_question(game).seat
    depot = game.ship(seat)
    sale = trip(game, seat, depot, command.space, game.depots[depot])
    income = game.board.trips.city_income * sale.owners.count(seat)
    lost = game.depots[depot] - sale.pips
    facts: Facts = {
        "thalers": sale.thalers + sale.port_bonus + sale.demand + income,
        "stones": sale.stones,
    }
    return facts | {"case": "past_obstacles", "lost": lost} if lost else facts


def lock(game: Ruhr, command: BuildLock) -> Facts:
    due, points = lock_price(game), game.river.spaces[command.obstacle].lock_points
    if due is None:
        return {"points": points, "case": "not_yet"}
    forced = isinstance(open_question(game), BuildForcedLock)
    return {"price": due, "points": points, **in_debt(game, due, forced=forced)}


def warehouse(game: Ruhr, command: BuildWarehouse) -> Facts:
    due = game.tile(command.tile).price or next_price(game, command.site)
    points = game.sites[command.site].points
    if due is None:
        return {"points": points, "case": "full"}
    return {"price": due, "points": points, **in_debt(game, due, kept=1)}


def move(game: Ruhr, command: MoveWarehouse) -> Facts:
    due = game.board.port.moving_price
    return {"price": due, **in_debt(game, due)}


def repayment(game: Ruhr, command: RepayDebt) -> Facts:
    return {"price": game.board.debts.repayment}


FACTS: Final = MappingProxyType[type[Command | Item], Callable[[Ruhr, Any], Facts]](
    {
        PayLevy: levy_amount,
        TakeGain: gain_amount,
        VisitInn: inn_amount,
        ChooseOption: choice_of_option,
        TakeOption: option,
        TransportDie: arrow_die,
        RemoveDie: depot_die,
        RaiseDie: supplied_die,
        HaulCoal: hauled_die,
        StartAt: depot_die,
        SellAt: proceeds,
        BuildLock: lock,
        BuildWarehouse: warehouse,
        MoveWarehouse: move,
        RepayDebt: repayment,
    }
)
