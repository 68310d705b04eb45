"""The action phase: one action a turn, paid for on a card; before or after it spoil may be traded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.kernel import Reason, offer
from games.kernel.language import Offer
from games.schichtwechsel.agenda import CloseTurn, NextTurn, PayCard, TakeActions, TakeTurn
from games.schichtwechsel.board import BOARDS, Card, Trade
from games.schichtwechsel.commands import EndTurn, Pass, Pay, TradeSpoil, UseCard
from games.schichtwechsel.effects import Coin
from games.schichtwechsel.events import CardUsed, SpoilTraded, TurnPassed
from games.schichtwechsel.reasons import (
    ALREADY_TRADED,
    ALREADY_USED,
    CANNOT_PAY,
    CHANGES_NOTHING,
    MUST_ACT,
    NO_CARD_AFTERWARDS,
    NO_COIN_LEFT,
    NO_HEADFRAME_IN_PLAY,
    TOO_LITTLE_FOR_COIN,
    TOO_LITTLE_FOR_MIDDLE_TRADE,
    TOO_LITTLE_FOR_SMALL_TRADE,
)
from games.schichtwechsel.rules.book import Play, answer, options, step
from games.schichtwechsel.rules.paying import Usable, list_uses, means_of, uses_out_of_play, ways_to_pay
from games.schichtwechsel.rules.performing import changes, perform_all
from games.schichtwechsel.state import Schichtwechsel


@step(TakeActions)
def take_actions(play: Play, _: TakeActions) -> None:
    play.first(NextTurn(play.game.starter))


@step(NextTurn)
def next_turn(play: Play, turn: NextTurn) -> None:
    """SW-84, SW-94: clockwise, until all have passed."""
    for seat in play.game.order(turn.seat):
        if not play.game.players[seat].passed:
            play.first(TakeTurn(seat), NextTurn((seat + 1) % len(play.game.players)))
            return


@options(TakeTurn)
def cards_to_use(game: Schichtwechsel, question: TakeTurn) -> Iterator[Offer]:
    """SW-85, SW-92, SW-171"""
    for each in uses(game, question.seat):
        yield offer(each.command, use_barred(game, question.seat, each))
    yield from uses_out_of_play(game.edition, len(game.players))


def uses(game: Schichtwechsel, seat: int, more_coins: int = 0) -> tuple[Usable, ...]:
    return list_uses(game.edition, len(game.players), means_of(game.players[seat], more_coins))


def use_barred(game: Schichtwechsel, seat: int, usable: Usable) -> Reason | None:
    """SW-90, SW-93, SW-125, SW-R54"""
    if usable.card.id in game.laid and is_used(game, seat, usable.card):
        return ALREADY_USED
    if not usable.payable:
        return CANNOT_PAY
    if usable.card.family == "headframe" and not game.headframes_in_play(seat):
        return NO_HEADFRAME_IN_PLAY
    return None if changes(game, seat, usable.use.effects) else CHANGES_NOTHING


def is_used(game: Schichtwechsel, seat: int, card: Card) -> bool:
    """SW-90, SW-91, SW-92, SW-R25: a personal card counts only for its owner."""
    if card.white_rimmed or card.id not in game.laid:
        return False
    return card.family != "personal" or any(payment.seat == seat for payment in game.laid[card.id])


@options(TakeTurn)
def trades_before_the_action(game: Schichtwechsel, question: TakeTurn) -> Iterator[Offer]:
    """SW-120, SW-R63: not unless an action can follow; a traded coin may pay for it."""
    seat = question.seat
    for each in list_trades(game.edition):
        barred = ALREADY_TRADED if question.traded else trade_barred(game, seat, each)
        if barred is None and not some_card_can_follow(game, seat, each.trade):
            barred = NO_CARD_AFTERWARDS
        yield offer(each.command, barred)


TOO_LITTLE_SPOIL = (TOO_LITTLE_FOR_SMALL_TRADE, TOO_LITTLE_FOR_MIDDLE_TRADE, TOO_LITTLE_FOR_COIN)


class Tradable(NamedTuple):
    """A trade, and what is said where there is too little spoil for it."""

    trade: Trade
    command: TradeSpoil
    too_little: Reason


@cache
def list_trades(edition: str) -> tuple[Tradable, ...]:
    return tuple(
        Tradable(trade, TradeSpoil(trade.spoil), TOO_LITTLE_SPOIL[min(place, len(TOO_LITTLE_SPOIL) - 1)])
        for place, trade in enumerate(BOARDS[edition].spoil_trades.list)
    )


def trade_barred(game: Schichtwechsel, seat: int, each: Tradable) -> Reason | None:
    """SW-121 .. SW-123, SW-R22"""
    if game.players[seat].spoil < each.trade.spoil:
        return each.too_little
    return None if changes(game, seat, each.trade.effects) else NO_COIN_LEFT


def some_card_can_follow(game: Schichtwechsel, seat: int, trade: Trade) -> bool:
    coins = sum(each.n for each in trade.effects if isinstance(each, Coin))
    return any(use_barred(game, seat, each) is None for each in uses(game, seat, coins))


@options(TakeTurn)
def passing(game: Schichtwechsel, question: TakeTurn) -> Iterator[Offer]:
    """SW-93, SW-R20; SW-R63: a player who traded before acting has to act."""
    seat = question.seat
    bound = question.traded and any(use_barred(game, seat, each) is None for each in uses(game, seat))
    yield offer(Pass(), MUST_ACT if bound else None)


@answer(TakeTurn, UseCard)
def use_card(play: Play, turn: TakeTurn, command: UseCard) -> None:
    """SW-85, SW-18: one card, and of a card with two prices one."""
    use = next(use for use in play.game.cards()[command.card].uses if use.size == command.size)
    after = () if turn.traded else (CloseTurn(turn.seat),)
    pay = PayCard(turn.seat, command.card, command.size)
    play.first(pay, *perform_all(turn.seat, use.effects, must=True), *after)


@answer(TakeTurn, TradeSpoil)
def trade_before_acting(play: Play, turn: TakeTurn, command: TradeSpoil) -> None:
    """SW-120, SW-124"""
    play.first(TakeTurn(turn.seat, traded=True))
    trade(play, turn.seat, command.spoil)


@answer(TakeTurn, Pass)
def pass_for_good(play: Play, turn: TakeTurn, command: Pass) -> None:
    """SW-94, SW-R21: no trade without an action."""
    play.happens(TurnPassed(turn.seat))


@options(PayCard)
def payments(game: Schichtwechsel, question: PayCard) -> tuple[Pay, ...]:
    use = next(use for use in game.cards()[question.card].uses if use.size == question.size)
    return ways_to_pay(means_of(game.players[question.seat]), use.cost)


@answer(PayCard, Pay)
def pay_card(play: Play, question: PayCard, pay: Pay) -> None:
    """SW-86"""
    play.happens(CardUsed(question.seat, question.card, question.size, pay.white, pay.own, pay.coins))


@options(CloseTurn)
def trades_after_the_action(game: Schichtwechsel, question: CloseTurn) -> Iterator[Offer]:
    """SW-120, SW-124"""
    for each in list_trades(game.edition):
        yield offer(each.command, trade_barred(game, question.seat, each))
    yield EndTurn()


@answer(CloseTurn, TradeSpoil)
def trade_after_acting(play: Play, question: CloseTurn, command: TradeSpoil) -> None:
    trade(play, question.seat, command.spoil)


@answer(CloseTurn, EndTurn)
def end_turn(play: Play, question: CloseTurn, command: EndTurn) -> None:
    """Nothing happens: the agenda goes on."""


def trade(play: Play, seat: int, spoil: int) -> None:
    """SW-121 .. SW-124"""
    play.happens(SpoilTraded(seat, spoil))
    gains = next(each.effects for each in play.game.board.spoil_trades.list if each.spoil == spoil)
    play.first(*perform_all(seat, gains))
