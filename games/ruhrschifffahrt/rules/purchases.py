"""6.6, phase 6: a player's turn of buying, moving and repaying, in any sequence."""

from collections.abc import Iterator

from games.kernel import Play, offer
from games.kernel.language import Offer
from games.ruhrschifffahrt.agenda import BeginPurchases, BuildForcedLock, OpenPurchases, Purchase
from games.ruhrschifffahrt.commands import FinishPurchases, RepayDebt
from games.ruhrschifffahrt.events.buildings import DebtRepaid
from games.ruhrschifffahrt.reasons import REPAYMENT_TOO_DEAR
from games.ruhrschifffahrt.rules.book import answer, options, step
from games.ruhrschifffahrt.rules.locks import must_build_lock
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.state import Ruhr


@step(BeginPurchases)
def begin_purchases(play: Play[Ruhr], _: BeginPurchases) -> None:
    play.first(*map(OpenPurchases, begin_phase(play, "purchases")))


@step(OpenPurchases)
def open_purchases(play: Play[Ruhr], turn: OpenPurchases) -> None:
    """RS-54, RS-115, RS-R27, RS-R49: one player after another; a forced lock comes first."""
    forced = (BuildForcedLock(turn.seat),) if must_build_lock(play.game, turn.seat) else ()
    play.first(*forced, Purchase(turn.seat))


@options(Purchase)
def repayments(game: Ruhr, question: Purchase) -> Iterator[Offer]:
    """RS-128, RS-131, RS-R25"""
    player = game.players[question.seat]
    if player.debts:
        short = player.thalers < game.board.debts.repayment
        yield offer(RepayDebt(), REPAYMENT_TOO_DEAR if short else None)


@answer(Purchase, RepayDebt)
def repay_debt(play: Play[Ruhr], question: Purchase, _: RepayDebt) -> None:
    play.happens(DebtRepaid(question.seat, play.game.board.debts.repayment))
    play.first(question)


@options(Purchase)
def nothing_more(game: Ruhr, question: Purchase) -> Iterator[Offer]:
    """RS-115"""
    yield FinishPurchases()


@answer(Purchase, FinishPurchases)
def finish_purchases(play: Play[Ruhr], question: Purchase, command: FinishPurchases) -> None:
    """Nothing happens: the agenda goes on."""
