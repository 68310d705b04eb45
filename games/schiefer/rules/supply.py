"""The action supply, and buying markers with a box."""

from collections.abc import Iterator

from games.kernel import Play, Reason, offer
from games.kernel.language import Barred, Offer
from games.schiefer.agenda import CloseTurn, Execute
from games.schiefer.board import Box
from games.schiefer.commands import BuyMarker, EndTurn, TakeSupply
from games.schiefer.events import MarkerBought, SupplyTaken
from games.schiefer.reasons import (
    ALREADY_BOUGHT_HERE,
    NO_MARKER_TO_BUY,
    NO_MARKER_TO_TAKE,
    NOT_ENOUGH_MONEY_TO_BUY,
)
from games.schiefer.rules.book import answer, options
from games.schiefer.state import Schiefer


@options(Execute)
def marker_from_the_reserve(game: Schiefer, execute: Execute) -> Iterator[Offer]:
    """SF-20, SF-R9"""
    if "supply" in game.board.actions(execute.die):
        yield offer(TakeSupply(), None if game.players[execute.seat].reserve else NO_MARKER_TO_TAKE)


@answer(Execute, TakeSupply)
def take_supply(play: Play[Schiefer], execute: Execute, _: TakeSupply) -> None:
    markers = from_the_reserve(play.game, execute.seat, play.game.board.markers.supplied)
    play.happens(SupplyTaken(execute.seat, markers))


def from_the_reserve(game: Schiefer, seat: int, markers: int) -> int:
    """SF-R4, SF-R9: as many as there still are."""
    return min(markers, game.players[seat].reserve)


@options(Execute)
def purchases_before_the_action(game: Schiefer, execute: Execute) -> Iterator[Offer]:
    """SF-R7"""
    yield from purchases(game, execute.seat)


@answer(Execute, BuyMarker)
def buy_before_the_action(play: Play[Schiefer], execute: Execute, purchase: BuyMarker) -> None:
    buy(play, execute.seat, purchase.box)
    play.first(execute)


@options(CloseTurn)
def purchases_after_the_action(game: Schiefer, close: CloseTurn) -> Iterator[Offer]:
    """SF-R7"""
    yield from purchases(game, close.seat)
    yield EndTurn()


@answer(CloseTurn, BuyMarker)
def buy_after_the_action(play: Play[Schiefer], close: CloseTurn, purchase: BuyMarker) -> None:
    buy(play, close.seat, purchase.box)
    play.first(close)


@answer(CloseTurn, EndTurn)
def end_turn(play: Play[Schiefer], close: CloseTurn, command: EndTurn) -> None:
    """Nothing happens: the agenda goes on."""


def purchases(game: Schiefer, seat: int) -> Iterator[Offer]:
    """SF-29, SF-30, SF-R8: once a round from each box the player is in."""
    for box in game.board.shops:
        if game.has_box(seat, box.id):
            yield offer(BuyMarker(box.id), purchase_barred(game, seat, box))


def purchase_barred(game: Schiefer, seat: int, box: Box) -> Reason | None:
    player = game.players[seat]
    if box.id in player.used_boxes:
        return ALREADY_BOUGHT_HERE
    if player.money < box.marker_price:
        return NOT_ENOUGH_MONEY_TO_BUY
    return None if player.reserve else NO_MARKER_TO_BUY


def can_buy(game: Schiefer, seat: int) -> bool:
    return any(not isinstance(purchase, Barred) for purchase in purchases(game, seat))


def buy(play: Play[Schiefer], seat: int, box: str) -> None:
    price = next(printed.marker_price for printed in play.game.board.boxes.list if printed.id == box)
    markers = from_the_reserve(play.game, seat, play.game.board.markers.bought)
    play.happens(MarkerBought(seat, box, price, markers))
