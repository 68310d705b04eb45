"""The agenda: what is asked, by whose turn, and what comes after it, is what the rules could have come to.

From the end to the front: the rest of the round (`course`), the rest of its step, and before that a pile of
effects, each of which waits for those it triggered. The steps are known exactly; of the pile each item is
looked at by itself, and it belongs to the one player whose step it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from games.kernel import Breach, Item, Question
from games.schichtwechsel.agenda import (
    CloseTurn,
    CountEntry,
    DrawCubes,
    FinalScoring,
    NextTurn,
    PayCard,
    PickTile,
    ScoreEntry,
    SellPair,
    ShareOutCubes,
    StowCubes,
    TakeTurn,
    TakeUpperHalf,
    UseBar,
)
from games.schichtwechsel.commands import UseCard
from games.schichtwechsel.laws.course import Phase, items_before, phase_of
from games.schichtwechsel.laws.pile import pile_fits
from games.schichtwechsel.laws.printed import is_in_order
from games.schichtwechsel.lookup import sites_of
from games.schichtwechsel.rules.mining import KINDS
from games.schichtwechsel.rules.performing import perform_all
from games.schichtwechsel.rules.preparation import can_sell
from games.schichtwechsel.rules.tiles import choices_of_tiles
from games.schichtwechsel.rules.turns import use_barred, uses
from games.schichtwechsel.state import Schichtwechsel

Items = tuple[Item, ...]


class Pile(NamedTuple):
    """Effects of a player that come first; none where the step itself asks."""

    seat: int
    items: Sequence[Item] = ()


def agenda_fits(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-43, SW-84, SW-145, SW-146, SW-R53"""
    phase = phase_of(game)
    if phase is None:
        yield Breach("agenda", "/agenda", "no round goes on like this")
    elif phase is Phase.OVER:
        if not game.is_last_round():
            yield Breach("agenda", "/agenda", "the game is not over")
    elif not isinstance(game.agenda[0], Question):
        yield Breach("agenda", "/agenda/0", "nobody is asked")
    elif (pile := PILES[phase](game)) is None:
        yield Breach("agenda", "/agenda", "no game comes to this")
    elif pile.items:
        yield from pile_fits(game, pile.seat, pile.items)


def pile_of_mining(game: Schichtwechsel) -> Pile | None:
    """SW-45, SW-46: nobody but the first player is asked, or whoever has got cubes."""
    first, *later = items_before(game, Phase.MINING)
    if isinstance(first, ShareOutCubes):
        fits = not later and first.seat == game.starter and is_group(game, first.left)
    else:
        fits = isinstance(first, StowCubes) and len(later) == 1 and draws_next(game, first.seat, later[0])
    return Pile(game.starter) if fits else None


def draws_next(game: Schichtwechsel, stowing: int, draw: Item) -> bool:
    """SW-45: for those that have no cubes yet."""
    if not isinstance(draw, DrawCubes) or stowing in draw.left:
        return False
    return not draw.left or is_group(game, draw.left)


def is_group(game: Schichtwechsel, seats: tuple[int, ...]) -> bool:
    return bool(seats) and is_in_order(seats, tuple(game.order(game.starter)))


def hand_fits(game: Schichtwechsel) -> Iterator[Breach]:
    """SW-45 .. SW-48: cubes are at hand only until they are placed, blue ones until all have drawn."""
    hand, first = game.hand, game.agenda[0] if game.agenda else None
    drawn = game.board.bag.drawn_per_player
    if isinstance(first, ShareOutCubes):
        counts = {kind: first.cubes.count(kind) for kind in KINDS}
        fits = 0 < len(first.cubes) <= drawn and counts == {kind: hand[kind] for kind in KINDS}
        fits = fits and first.cubes.count("blue") <= hand["blue"]
    elif isinstance(first, StowCubes):
        fits = 0 < sum(hand[kind] for kind in KINDS) <= drawn
    else:
        fits = not any(hand.values())
    if not fits:
        yield Breach("hand", "/hand")


def pile_of_tiles(game: Schichtwechsel) -> Pile | None:
    """SW-50 .. SW-53"""
    items, steps = items_before(game, Phase.TILES), choices_of_tiles(game)
    pile, later = split_at(items, (PickTile, TakeUpperHalf))
    before = steps[: len(steps) - len(later)]
    if later != steps[len(before) :] or len(later) > len(steps):
        return None
    if not pile:
        return Pile(game.starter)
    return Pile(before[-1].seat, pile) if before and isinstance(before[-1], TakeUpperHalf) else None


def split_at(items: Items, kinds: tuple[type[Item], ...]) -> tuple[Items, Items]:
    """What comes before the first of these kinds, and the rest."""
    first = next((number for number, item in enumerate(items) if isinstance(item, kinds)), len(items))
    return items[:first], items[first:]


def pile_of_sale(game: Schichtwechsel) -> Pile | None:
    """SW-63, SW-65: whoever can sell is asked, clockwise."""
    items = items_before(game, Phase.SALE)
    seats = tuple(item.seat for item in items if isinstance(item, SellPair))
    fits = len(seats) == len(items) and is_group(game, seats) and all(can_sell(game, seat) for seat in seats)
    return Pile(game.starter) if fits and game.round >= game.board.coke_sale.from_round else None


def pile_of_bar(game: Schichtwechsel) -> Pile | None:
    """SW-66"""
    pile, later = split_at(items_before(game, Phase.BAR), (UseBar,))
    order = game.order(game.starter)
    place = len(order) - len(later)
    fits = place > 0 and later == tuple(map(UseBar, order[place:])) and pile
    return Pile(order[place - 1], pile) if fits and game.round >= game.board.bar.from_round else None


def pile_of_actions(game: Schichtwechsel) -> Pile | None:
    """SW-84, SW-85, SW-120: a turn is an action and perhaps a trade, before or after it."""
    *items, following = items_before(game, Phase.ACTIONS)
    if not isinstance(following, NextTurn):
        return None
    seat = (following.seat - 1) % len(game.players)
    if game.players[seat].passed:
        return None
    if items in ([TakeTurn(seat)], [TakeTurn(seat, traded=True)], [CloseTurn(seat)]):
        return Pile(seat)
    if items and isinstance(items[0], PayCard):
        return Pile(seat) if pays(game, seat, items[0], items[1:]) else None
    later = items[-1] if items else None
    return Pile(seat, items[:-1] if later in (CloseTurn(seat), TakeTurn(seat, traded=True)) else items)


def pays(game: Schichtwechsel, seat: int, question: PayCard, later: list[Item]) -> bool:
    """SW-86: a card that could be used, and nothing of it has happened yet."""
    paid_for = UseCard(question.card, question.size)
    usable = [it for it in uses(game, question.seat) if it.command == paid_for]
    if question.seat != seat or not usable or use_barred(game, seat, usable[0]):
        return False
    performed = [*perform_all(seat, usable[0].use.effects, must=True)]
    return later in (performed, [*performed, CloseTurn(seat)])


def pile_of_scoring(game: Schichtwechsel) -> Pile | None:
    """SW-147, SW-172: deeds of a pit, entry by entry, each for all players."""
    order, seats = game.board.final_scoring.order, game.order(game.marker)
    pile, later = split_at(game.agenda, (CountEntry,))
    count, last = later[0] if later else None, game.agenda[-1]
    if not isinstance(last, FinalScoring) or not isinstance(count, CountEntry) or not pile:
        return None
    following = tuple(ScoreEntry(seat, count.entry) for seat in seats[seats.index(count.seat) + 1 :])
    left = order[order.index(count.entry) + 1 :]
    fits = later == (count, *following, FinalScoring(left)) and game.is_last_round()
    has_house = count.entry in sites_of(game.edition) and game.houses(count.seat, count.entry)
    return Pile(count.seat, pile) if fits and has_house else None


PILES: Final[dict[Phase, Callable[[Schichtwechsel], Pile | None]]] = {
    Phase.MINING: pile_of_mining,
    Phase.TILES: pile_of_tiles,
    Phase.SALE: pile_of_sale,
    Phase.BAR: pile_of_bar,
    Phase.ACTIONS: pile_of_actions,
    Phase.SCORING: pile_of_scoring,
}
