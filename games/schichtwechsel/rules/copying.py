"""Copying cards, and the marker of the first player."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import Reason, offer
from games.kernel.language import Barred, Offer
from games.schichtwechsel import effects as printed
from games.schichtwechsel.agenda import Perform, PickCopy
from games.schichtwechsel.board import Card, Use
from games.schichtwechsel.commands import CopyCard, Decline
from games.schichtwechsel.events import CardCopied, MarkerTaken
from games.schichtwechsel.quantities import Size
from games.schichtwechsel.reasons import CHANGES_NOTHING, COPY_PROTECTED, MUST_CHANGE_SOMETHING
from games.schichtwechsel.rules.book import Play, answer, options
from games.schichtwechsel.rules.performing import changes, effect, perform_all, something_changed
from games.schichtwechsel.state import Schichtwechsel


def copies(game: Schichtwechsel, seat: int, sizes: tuple[Size, ...]) -> Iterator[Offer]:
    """SW-114, SW-133, SW-134, SW-171, SW-R28: any card of the size in this game, used or not."""
    for card in game.cards().values():
        for use in card.uses:
            if use.size in sizes:
                yield offer(CopyCard(card.id, use.size), copy_barred(game, seat, card, use))


def copy_barred(game: Schichtwechsel, seat: int, card: Card, use: Use) -> Reason | None:
    if card.copy_protected:
        return COPY_PROTECTED
    return None if changes(game, seat, use.effects) else CHANGES_NOTHING


def some_card_can_be_copied(game: Schichtwechsel, seat: int, copy: printed.Copy) -> bool:
    return any(not isinstance(each, Barred) for each in copies(game, seat, copy.sizes))


@effect(printed.Copy, able=some_card_can_be_copied)
def copy_a_card(play: Play, item: Perform, copy: printed.Copy) -> None:
    play.first(PickCopy(item.seat, copy.sizes, item.must))


@options(PickCopy)
def cards_to_copy(game: Schichtwechsel, question: PickCopy) -> Iterator[Offer]:
    """SW-135, SW-136, SW-R30: copying may be declined."""
    offers = list(copies(game, question.seat, question.sizes))
    yield from offers
    bound = question.must and not all(isinstance(each, Barred) for each in offers)
    yield offer(Decline(), MUST_CHANGE_SOMETHING if bound else None)


@answer(PickCopy, CopyCard)
def copy_card(play: Play, question: PickCopy, command: CopyCard) -> None:
    """SW-R29: with all effects of the card, whose price and state do not matter."""
    something_changed(play)
    use = next(use for use in play.game.cards()[command.card].uses if use.size == command.size)
    play.happens(CardCopied(question.seat, command.card, command.size))
    play.first(*perform_all(question.seat, use.effects, must=True))


@answer(PickCopy, Decline)
def copy_nothing(play: Play, question: PickCopy, command: Decline) -> None:
    """Nothing happens."""


def marker_is_elsewhere(game: Schichtwechsel, seat: int, marker: printed.TakeMarker) -> bool:
    """SW-R54"""
    return game.marker != seat


@effect(printed.TakeMarker, able=marker_is_elsewhere)
def take_marker(play: Play, item: Perform, marker: printed.TakeMarker) -> None:
    """SW-136, SW-R31, SW-R32: the marker moves at once, the order of this round stays."""
    if marker_is_elsewhere(play.game, item.seat, marker):
        play.happens(MarkerTaken(item.seat))
