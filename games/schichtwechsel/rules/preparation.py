"""Preparation, steps III to VI: water, action tokens, selling coke, the bar."""

from __future__ import annotations

from collections.abc import Iterator

from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import (
    GainActionTokens,
    Perform,
    RaisePitWater,
    SellOnePair,
    SellPair,
    UseBar,
    UseBarSpaces,
)
from games.schichtwechsel.commands import Decline, SellCoke
from games.schichtwechsel.events import CokeSold
from games.schichtwechsel.lookup import coal_beside_token
from games.schichtwechsel.rules.book import Play, answer, options, step
from games.schichtwechsel.rules.gains import gain_tokens
from games.schichtwechsel.rules.performing import effect, perform_all
from games.schichtwechsel.rules.water import raise_water
from games.schichtwechsel.state import Schichtwechsel


@step(RaisePitWater)
def raise_pit_water(play: Play, _: RaisePitWater) -> None:
    """SW-60"""
    for seat in play.game.order(play.game.starter):
        raise_water(play, seat, play.game.board.pit_water.rise_per_round)


@step(GainActionTokens)
def gain_action_tokens(play: Play, _: GainActionTokens) -> None:
    """SW-61, SW-62"""
    for seat in play.game.order(play.game.starter):
        gain_tokens(play, seat, action_tokens(play.game, seat))


def action_tokens(game: Schichtwechsel, seat: int) -> int:
    most = game.board.action_tokens.most_per_round
    return min(most, sum(token_spaces(game, seat).values()))


def token_spaces(game: Schichtwechsel, seat: int) -> dict[str, bool]:
    """SW-61, SW-R18, SW-R60: which of the three token spaces are free."""
    player = game.players[seat]
    return {
        "pit_water": player.water != game.board.pit_water.token_level,
        "coal_wagon": player.coal <= coal_beside_token(game.edition),
        "own_coking_space": not player.own_space,
    }


@step(SellOnePair)
def sell_one_pair(play: Play, _: SellOnePair) -> None:
    """SW-65: not before the second round."""
    game = play.game
    if game.round >= game.board.coke_sale.from_round:
        play.first(*(SellPair(seat) for seat in game.order(game.starter) if can_sell(game, seat)))


def can_sell(game: Schichtwechsel, seat: int) -> bool:
    """SW-63, SW-28, SW-R41"""
    player = game.players[seat]
    return player.coke >= game.pair and player.pairs < len(game.board.coke_sale.worth)


@options(SellPair)
def selling_or_not(game: Schichtwechsel, question: SellPair) -> Iterator[SellCoke | Decline]:
    """SW-R19"""
    yield SellCoke()
    yield Decline()


@answer(SellPair, SellCoke)
def sell_pair(play: Play, question: SellPair, command: SellCoke) -> None:
    """SW-64"""
    sell(play, question.seat)
    play.first(*perform_all(question.seat, play.game.board.coke_sale.reward))


@answer(SellPair, Decline)
def sell_nothing(play: Play, question: SellPair, command: Decline) -> None:
    """Nothing happens."""


def sell(play: Play, seat: int) -> None:
    """SW-64: the leftmost free column."""
    game = play.game
    pairs = game.players[seat].pairs
    play.happens(CokeSold(seat, pairs + 1, game.board.coke_sale.worth[pairs], game.pair))


def pair_can_be_sold(game: Schichtwechsel, seat: int, sale: printed.SellPairs) -> bool:
    return can_sell(game, seat)


@effect(printed.SellPairs, able=pair_can_be_sold)
def sell_pairs(play: Play, item: Perform, sale: printed.SellPairs) -> None:
    """SW-157, SW-R55, SW-R68: in the final scoring it can only help."""
    for _ in range(sale.n):
        if can_sell(play.game, item.seat):
            sell(play, item.seat)


@step(UseBarSpaces)
def use_bar_spaces(play: Play, _: UseBarSpaces) -> None:
    """SW-66: not before the second round."""
    game = play.game
    if game.round >= game.board.bar.from_round:
        play.first(*map(UseBar, game.order(game.starter)))


@step(UseBar)
def use_bar(play: Play, item: UseBar) -> None:
    """SW-66, SW-70, SW-73: the spaces that are free now, from left to right."""
    covered = play.game.players[item.seat].bar
    free = [space.effects for space in play.game.board.bar.spaces if space.id not in covered]
    play.first(*perform_all(item.seat, tuple(each for effects in free for each in effects)))
