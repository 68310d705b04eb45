"""What comes straight from the supply, and choices between gains. An empty supply gives nothing (SW-R22)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.kernel import offer
from games.kernel.language import Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import Perform, PickBenefit, TakeOrLeave
from games.schichtwechsel.commands import Accept, Choose, Decline
from games.schichtwechsel.events import (
    CoalGained,
    CoinsGained,
    PointsScored,
    SpoilGained,
    TokensGained,
    ToolsDiscarded,
    ToolsGained,
)
from games.schichtwechsel.reasons import NOT_TO_BE_DECLINED
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.performing import (
    always,
    effect,
    never,
    perform_all,
    something_changed,
    whole,
)
from games.schichtwechsel.state import Schichtwechsel

PLAYED_CATEGORY = "played"


@effect(printed.Points, able=always)
def score_points(play: Play, item: Perform, points: printed.Points) -> None:
    """SW-170"""
    play.happens(PointsScored(item.seat, points.n, PLAYED_CATEGORY))


def coins_are_left(game: Schichtwechsel, seat: int, coin: printed.Coin) -> bool:
    return game.supply["coin"] > 0


@effect(printed.Coin, able=coins_are_left)
def gain_coins(play: Play, item: Perform, coin: printed.Coin) -> None:
    count = min(coin.n, play.game.supply["coin"])
    if count:
        play.happens(CoinsGained(item.seat, count))


def white_tokens_are_left(game: Schichtwechsel, seat: int, token: printed.WhiteToken) -> bool:
    return game.supply["white"] > 0


@effect(printed.WhiteToken, able=white_tokens_are_left)
def gain_white_tokens(play: Play, item: Perform, token: printed.WhiteToken) -> None:
    gain_tokens(play, item.seat, token.n)


def gain_tokens(play: Play, seat: int, wanted: int) -> None:
    count = min(wanted, play.game.supply["white"])
    if count:
        play.happens(TokensGained(seat, count))


@effect(printed.GainTool, able=never)
def take_tools(play: Play, item: Perform, tool: printed.GainTool) -> None:
    gain_tools(play, item.seat, tool.n)


def gain_tools(play: Play, seat: int, wanted: int) -> None:
    """SW-R22: a tool marker too lapses when none is left."""
    count = min(wanted, play.game.supply["tool"])
    if count:
        play.happens(ToolsGained(seat, count))


def has_tools(game: Schichtwechsel, seat: int, tool: printed.DiscardTool) -> bool:
    return game.players[seat].tools > 0


@effect(printed.DiscardTool, able=has_tools)
def discard_tools(play: Play, item: Perform, tool: printed.DiscardTool) -> None:
    """SW-110, SW-161, SW-R55: it can only help, so nobody is asked."""
    count = min(tool.n, play.game.players[item.seat].tools)
    if count:
        play.happens(ToolsDiscarded(item.seat, count))


def coal_fits_above(game: Schichtwechsel, seat: int, coal: printed.CoalAbove) -> bool:
    return min(game.coal_room(seat), game.supply["coal"]) >= coal.n


@effect(printed.CoalAbove, able=coal_fits_above)
def gain_coal(play: Play, item: Perform, coal: printed.CoalAbove) -> None:
    """SW-R15: nothing where it does not fit."""
    if not coal_fits_above(play.game, item.seat, coal):
        return
    if coal.optional:
        play.first(TakeOrLeave(item.seat, coal))
    else:
        play.happens(CoalGained(item.seat, coal.n))


def spoil_fits_on_tip(game: Schichtwechsel, seat: int, spoil: printed.SpoilOnTip) -> bool:
    """SW-26, SW-82, SW-R61"""
    if spoil.beside_own and not game.players[seat].spoil:
        return False
    return min(game.tip_room(seat), game.supply["spoil"]) >= spoil.n


@effect(printed.SpoilOnTip, able=spoil_fits_on_tip)
def gain_spoil(play: Play, item: Perform, spoil: printed.SpoilOnTip) -> None:
    if not spoil_fits_on_tip(play.game, item.seat, spoil):
        return
    if spoil.optional:
        play.first(TakeOrLeave(item.seat, spoil))
    else:
        play.happens(SpoilGained(item.seat, spoil.n))


@options(TakeOrLeave)
def taking_or_leaving(game: Schichtwechsel, question: TakeOrLeave) -> Iterator[Accept | Decline]:
    """SW-R55: coal may cost an action token, spoil may block the tip."""
    yield Accept()
    yield Decline()


@answer(TakeOrLeave, Accept)
def take(play: Play, question: TakeOrLeave, command: Accept) -> None:
    something_changed(play)
    wanted = question.effect
    if isinstance(wanted, printed.CoalAbove | printed.SpoilOnTip):
        wanted = replace(wanted, optional=False)
    play.first(*perform_all(question.seat, (wanted,)))


@answer(TakeOrLeave, Decline)
def leave(play: Play, question: TakeOrLeave, command: Decline) -> None:
    """Nothing happens."""


def some_benefit_is_possible(game: Schichtwechsel, seat: int, choice: printed.Choose) -> bool:
    return any(whole(game, seat, benefit.effects) for benefit in choice.benefits)


@effect(printed.Choose, able=some_benefit_is_possible)
def choose_benefit(play: Play, item: Perform, choice: printed.Choose) -> None:
    """SW-R4, SW-R62: only what can be carried out may be chosen."""
    possible = tuple(benefit for benefit in choice.benefits if whole(play.game, item.seat, benefit.effects))
    if possible:
        play.first(PickBenefit(item.seat, possible, choice.optional and not item.must))


@options(PickBenefit)
def possible_benefits(game: Schichtwechsel, question: PickBenefit) -> Iterator[Offer]:
    for benefit in question.benefits:
        yield Choose(benefit.id)
    yield offer(Decline(), None if question.optional else NOT_TO_BE_DECLINED)


@answer(PickBenefit, Choose)
def take_benefit(play: Play, question: PickBenefit, command: Choose) -> None:
    something_changed(play)
    chosen = next(benefit for benefit in question.benefits if benefit.id == command.benefit)
    play.first(*perform_all(question.seat, chosen.effects))


@answer(PickBenefit, Decline)
def take_no_benefit(play: Play, question: PickBenefit, command: Decline) -> None:
    """Nothing happens."""
