"""Which lists of effects are printed anywhere, and so can lie on an agenda."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from games.schichtwechsel.board import BOARDS, Board
from games.schichtwechsel.effects import AnyEffect, Benefits, Choose, Effect, Effects
from games.schichtwechsel.state import Schichtwechsel


@cache
def printed_effects(edition: str) -> frozenset[AnyEffect]:
    """Each by itself."""
    return frozenset(each for effects in lists_in(BOARDS[edition]) for each in effects)


@cache
def rests(edition: str) -> frozenset[Effects]:
    """What is left of a printed list when its first effect is being carried out (SW-R53)."""
    return frozenset(
        effects[first:] for effects in lists_in(BOARDS[edition]) for first in range(1, len(effects))
    )


def is_rest(game: Schichtwechsel, effects: Effects) -> bool:
    """The bar spaces are carried out as one list, those among them that are free (SW-66)."""
    return effects in rests(game.edition) or is_in_order(effects, bar_effects(game.edition))


def is_in_order(some: tuple[object, ...], all_of_them: tuple[object, ...]) -> bool:
    """Some of them, in their order, none twice."""
    left = iter(all_of_them)
    return all(each in left for each in some)


@cache
def bar_effects(edition: str) -> Effects:
    return tuple(each for space in BOARDS[edition].bar.spaces for each in space.effects)


def lists_in(board: Board) -> Iterator[Effects]:
    """Those that stand inside others, too."""
    for effects in (*lists_of_boards(board), *lists_of_cards(board), *lists_of_deeds(board)):
        yield effects
        for each in effects:
            if isinstance(each, Choose):
                yield from (benefit.effects for benefit in each.benefits)


def lists_of_boards(board: Board) -> Iterator[Effects]:
    yield board.coke_sale.reward
    yield bar_effects(board.edition)
    yield from (space.effects for space in board.coking_plant.grey_spaces)
    yield from board.headframe_in_play.effects
    yield from board.barriers.kinds.values()
    yield from (space.effects for space in board.shift.spaces)
    yield board.shift.already_at_exit
    yield from (space.effects for space in (*board.headframe_bonuses.big, *board.headframe_bonuses.small))


def lists_of_cards(board: Board) -> Iterator[Effects]:
    for card in (*board.action_cards.list, board.personal_card.card):
        yield from (use.effects for use in card.uses)
    yield from (trade.effects for trade in board.spoil_trades.list)
    for tile in board.tiles.list:
        yield tile.upper
        yield from (benefit.effects for benefit in tile.lower)
        yield tile.if_impossible


def lists_of_deeds(board: Board) -> Iterator[Effects]:
    """Each deed of a pit once for each house (SW-157)."""
    for site in board.sites.list:
        for houses in range(1, len(board.bar.spaces) + 1):
            yield tuple(deed for deed in site.deeds for _ in range(houses))


@cache
def choices_in(edition: str) -> frozenset[tuple[Benefits, bool]]:
    """What can be chosen from, and whether it may be declined; the halves of tiles may not (SW-R17)."""
    board = BOARDS[edition]
    chosen = {(each.benefits, each.optional) for each in printed_effects(edition) if isinstance(each, Choose)}
    return frozenset(chosen | {(tile.lower, False) for tile in board.tiles.list})


E = TypeVar("E", bound=Effect)


@cache
def effects_of(edition: str, kind: type[E]) -> tuple[E, ...]:
    """Every printed effect of a kind."""
    return tuple(each for each in printed_effects(edition) if isinstance(each, kind))
