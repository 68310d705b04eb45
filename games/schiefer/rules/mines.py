"""Opening mines, from the mouth of a valley upwards."""

from collections.abc import Iterator

from games.kernel import Play, Reason, offer
from games.kernel.language import Offer
from games.schiefer.agenda import Execute, PayEntrance
from games.schiefer.board import Mine, Valley
from games.schiefer.commands import OpenMine, PayMarkers
from games.schiefer.events import MineOpened
from games.schiefer.reasons import MOUTH_COMES_FIRST, TOO_FEW_MARKERS_TO_OPEN
from games.schiefer.rules.book import answer, options
from games.schiefer.rules.paying import markers_at_hand, ways_to_pay
from games.schiefer.state import Schiefer


@options(Execute)
def mines_to_open(game: Schiefer, execute: Execute) -> Iterator[Offer]:
    """SF-21, SF-22, SF-R17: the lowest free mine of each valley; none once all are taken."""
    if "open_mine" not in game.board.actions(execute.die):
        return
    markers = markers_at_hand(game, execute)
    for valley in game.board.valleys.list:
        for place, mine in enumerate(free_mines(game, valley)):
            yield offer(OpenMine(mine.id), opening_barred(place, mine, markers))


def opening_barred(place: int, mine: Mine, markers: int) -> Reason | None:
    if place > 0:
        return MOUTH_COMES_FIRST
    return TOO_FEW_MARKERS_TO_OPEN if markers < mine.entrance else None


def free_mines(game: Schiefer, valley: Valley) -> list[Mine]:
    return [mine for mine in valley.mines if mine.id not in game.mines]


@answer(Execute, OpenMine)
def open_mine(play: Play[Schiefer], execute: Execute, command: OpenMine) -> None:
    play.first(PayEntrance(execute.seat, execute.die, command.mine))


@options(PayEntrance)
def markers_for_the_entrance(game: Schiefer, pay: PayEntrance) -> Iterator[Offer]:
    """SF-18, SF-22, SF-R12"""
    yield from ways_to_pay(game, pay, game.mine(pay.mine).entrance)


@answer(PayEntrance, PayMarkers)
def pay_entrance(play: Play[Schiefer], pay: PayEntrance, markers: PayMarkers) -> None:
    """SF-22, SF-R2: one marker stays on the mine, the others go to the reserve."""
    to_reserve = play.game.mine(pay.mine).entrance - 1
    play.happens(MineOpened(pay.seat, pay.mine, markers.supply, markers.pending, to_reserve))
