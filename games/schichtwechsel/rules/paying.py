"""Paying for cards: what is within one's means is the same in every match, so it is listed once for all."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from games.kernel.language import Barred, Unlisted
from games.schichtwechsel.board import BOARDS, Card, Cost, Use
from games.schichtwechsel.commands import Pay, UseCard
from games.schichtwechsel.lookup import cards_for
from games.schichtwechsel.reasons import NOT_IN_THIS_GAME
from games.schichtwechsel.state import Player


class Means(NamedTuple):
    """What a player can pay with."""

    white: int
    token: bool
    coins: int


def means_of(player: Player, more_coins: int = 0) -> Means:
    return Means(player.white, player.token, player.coins + more_coins)


@lru_cache(maxsize=2_000)
def ways_to_pay(means: Means, cost: Cost) -> tuple[Pay, ...]:
    """SW-87, SW-88, SW-89, SW-R23, SW-R24: a coin for any token, the player token for a white one."""
    tokens, ways = cost.player + cost.white, []
    for white in range(min(cost.white, means.white), -1, -1):
        for own in range(min(int(means.token), tokens - white), -1, -1):
            coins = cost.coin + tokens - white - own
            if coins <= means.coins:
                ways.append(Pay(white, own, coins))
    return tuple(ways)


class Usable(NamedTuple):
    """A use of a card in this game, and whether it is within one's means."""

    card: Card
    use: Use
    command: UseCard
    payable: bool


@lru_cache(maxsize=2_000)
def list_uses(edition: str, seats: int, means: Means) -> tuple[Usable, ...]:
    return tuple(
        Usable(card, use, UseCard(card.id, use.size), bool(ways_to_pay(means, use.cost)))
        for card in cards_for(edition, seats).values()
        for use in card.uses
    )


@cache
def uses_out_of_play(edition: str, seats: int) -> tuple[Unlisted, ...]:
    """SW-171"""
    in_play = cards_for(edition, seats)
    return tuple(
        Unlisted(Barred(UseCard(card.id, use.size), NOT_IN_THIS_GAME))
        for card in BOARDS[edition].action_cards.list
        if card.id not in in_play
        for use in card.uses
    )
