"""5.3, debts: a warehouse on a debt space for 2 Thaler."""

from games.kernel import Play
from games.ruhrschifffahrt.events.buildings import DebtTaken, PaymentFellShort
from games.ruhrschifffahrt.quantities import DebtSource
from games.ruhrschifffahrt.state import Player, Ruhr


def funds(game: Ruhr, seat: int, *, kept: int = 0) -> int:
    """RS-130, RS-R25: money, and what the supply would bring; RS-R45: `kept` warehouses are not pledged."""
    player = game.players[seat]
    return player.thalers + _loan(game, player, player.supply - kept)


def forced_funds(game: Ruhr, seat: int) -> int:
    """RS-132, RS-R43: a payment that must be made reaches for the timeline too."""
    player = game.players[seat]
    return player.thalers + _loan(game, player, player.supply + len(player.timeline))


def _loan(game: Ruhr, player: Player, warehouses: int) -> int:
    debts = game.board.debts
    return debts.thalers * max(0, min(warehouses, debts.spaces - player.debts))


def raise_money(play: Play[Ruhr], seat: int, price: int) -> int:
    """RS-130, RS-132, RS-R25: debts, no more than needed. What can be paid of the price then.

    Whether the timeline may be used was settled when the payment was offered.
    """
    for source in pledges(play.game, seat, price):
        if source == "own_supply":
            take_debt(play, seat)
        else:
            take_rare_debt(play, seat)
    return min(price, play.game.players[seat].thalers)


def pledges(game: Ruhr, seat: int, price: int) -> list[DebtSource]:
    """RS-130, RS-132, RS-R25: where the warehouses come from that are pledged for a price, in turn."""
    player, debts = game.players[seat], game.board.debts
    if player.thalers >= price:
        return []
    wanted = -((player.thalers - price) // debts.thalers)
    first: list[DebtSource] = ["own_supply" for _ in range(player.supply)]
    then: list[DebtSource] = ["timeline" for _ in player.timeline]
    return (first + then)[: min(wanted, debts.spaces - player.debts)]


def take_debt(play: Play[Ruhr], seat: int) -> None:
    play.happens(DebtTaken(seat, "own_supply", play.game.board.debts.thalers, lost=0))


def take_rare_debt(play: Play[Ruhr], seat: int) -> None:
    """RS-17, RS-132, RS-R26: the next warehouse of the timeline, at the price of points."""
    debts = play.game.board.debts
    lost = min(debts.timeline_penalty, play.game.players[seat].points)
    play.happens(DebtTaken(seat, "timeline", debts.thalers, lost))


def pay_what_there_is(play: Play[Ruhr], seat: int, price: int) -> int:
    """RS-R24: where even debts do not help, all money goes and points with it."""
    paid = raise_money(play, seat, price)
    if paid < price:
        lost = min(play.game.board.shortfall.penalty, play.game.players[seat].points)
        play.happens(PaymentFellShort(seat, lost))
    return paid
