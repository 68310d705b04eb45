"""Developing: a marker goes into a box for good. What a box does is told where it is done."""

from collections.abc import Iterator

from games.kernel import Play, Reason, offer
from games.kernel.language import Offer
from games.schiefer.agenda import Execute, PayDevelopment
from games.schiefer.commands import Develop, PayMarkers
from games.schiefer.events import BoxTaken
from games.schiefer.reasons import ALREADY_IN_BOX, BOX_IS_FULL, TOO_FEW_MARKERS_TO_DEVELOP
from games.schiefer.rules.book import answer, options
from games.schiefer.rules.paying import markers_at_hand, ways_to_pay
from games.schiefer.state import Schiefer


@options(Execute)
def boxes_to_develop(game: Schiefer, execute: Execute) -> Iterator[Offer]:
    """SF-27, SF-28, SF-R22; SF-35, SF-36: some boxes are for certain numbers of players only."""
    if "develop" not in game.board.actions(execute.die):
        return
    markers = markers_at_hand(game, execute)
    for box in game.board.boxes_for(len(game.players)):
        yield offer(Develop(box.id), development_barred(game, execute.seat, box.id, markers))


def development_barred(game: Schiefer, seat: int, box: str, markers: int) -> Reason | None:
    inside = game.boxes.get(box, [])
    if seat in inside:
        return ALREADY_IN_BOX
    if len(inside) >= game.board.boxes.markers_per_box[len(game.players)]:
        return BOX_IS_FULL
    return TOO_FEW_MARKERS_TO_DEVELOP if markers < game.board.markers.development_price else None


@answer(Execute, Develop)
def develop(play: Play[Schiefer], execute: Execute, command: Develop) -> None:
    play.first(PayDevelopment(execute.seat, execute.die, command.box))


@options(PayDevelopment)
def markers_for_the_box(game: Schiefer, pay: PayDevelopment) -> Iterator[Offer]:
    """SF-18, SF-R3"""
    yield from ways_to_pay(game, pay, game.board.markers.development_price)


@answer(PayDevelopment, PayMarkers)
def pay_development(play: Play[Schiefer], pay: PayDevelopment, markers: PayMarkers) -> None:
    """SF-27: one marker stays in the box; of a higher price the others go to the reserve, as from a mine."""
    to_reserve = play.game.board.markers.development_price - 1
    play.happens(BoxTaken(pay.seat, pay.box, markers.supply, markers.pending, to_reserve))
