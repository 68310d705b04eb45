"""Selling slate: a black marker on a mine, coins to all opened mines of its valley."""

from collections.abc import Iterator
from itertools import cycle, islice

from games.kernel import Play, offer
from games.kernel.language import Offer
from games.schiefer.agenda import Execute
from games.schiefer.commands import SellSlate
from games.schiefer.events import SaleBonusReceived, ShareReceived, SlateSold
from games.schiefer.reasons import ALREADY_SOLD
from games.schiefer.rules.book import answer, options
from games.schiefer.state import Schiefer


@options(Execute)
def mines_to_sell_from(game: Schiefer, execute: Execute) -> Iterator[Offer]:
    """SF-23: one's own or another player's."""
    if "sell" not in game.board.actions(execute.die):
        return
    for valley in game.board.valleys.list:
        for mine in game.opened(valley):
            yield offer(SellSlate(mine), ALREADY_SOLD if game.mines[mine].sold else None)


@answer(Execute, SellSlate)
def sell_slate(play: Play[Schiefer], execute: Execute, sale: SellSlate) -> None:
    """SF-24, SF-26, SF-32, SF-R14"""
    game = play.game
    play.happens(SlateSold(execute.seat, sale.mine, game.mine(sale.mine).value))
    for seat, coins in enumerate(shares(game, sale.mine)):
        if coins:
            play.happens(ShareReceived(seat, coins))
    for box in game.board.boxes.list:
        if box.sale_bonus and game.has_box(execute.seat, box.id):
            play.happens(SaleBonusReceived(execute.seat, box.sale_bonus))


def shares(game: Schiefer, mine: str) -> list[int]:
    """What each seat gets from a sale (SF-25, SF-R13, SF-R15).

    Coin by coin from the sold mine down to the mouth, then again from the highest opened mine down, and
    so on: one walk in a circle, even to within one coin.
    """
    downstream = list(reversed(game.opened(game.valley_of(mine))))
    start = downstream.index(mine)
    walk = cycle(downstream[start:] + downstream[:start])
    coins = [0] * len(game.players)
    for place in islice(walk, game.mine(mine).value):
        coins[game.mines[place].owner] += 1
    return coins
