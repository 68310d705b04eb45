"""Phase 2: the fields are worked off, lowest first, marker by marker in turn."""

from collections.abc import Iterator

from games.kernel import Play
from games.kernel.language import Offer
from games.schiefer.agenda import CloseTurn, Execute, TakeMarkerBack, WorkOff
from games.schiefer.commands import LetLapse
from games.schiefer.events import ActionLapsed, MarkerTakenBack
from games.schiefer.rules.book import answer, options, step
from games.schiefer.state import Schiefer


@step(WorkOff)
def work_off(play: Play[Schiefer], field: WorkOff) -> None:
    """SF-12, SF-13, SF-14: one execution each, round and round, until the field is empty."""
    markers = play.game.fields[field.die - 1]
    for place, seat in enumerate(play.game.order()):
        if place >= field.place and markers[seat]:
            play.first(*execution(play.game, seat, field.die), WorkOff(field.die, place + 1))
            return
    if any(markers):
        play.first(WorkOff(field.die))
    elif field.die < len(play.game.fields):
        play.first(WorkOff(field.die + 1))


def execution(game: Schiefer, seat: int, die: int) -> tuple[Execute | TakeMarkerBack | CloseTurn, ...]:
    """SF-15, SF-R1: the marker comes back before the action or after it, by option of the match."""
    if game.options.executing_marker_may_pay:
        return TakeMarkerBack(seat, die), Execute(seat, die), CloseTurn(seat)
    return Execute(seat, die), TakeMarkerBack(seat, die), CloseTurn(seat)


@step(TakeMarkerBack)
def take_marker_back(play: Play[Schiefer], marker: TakeMarkerBack) -> None:
    play.happens(MarkerTakenBack(marker.seat, marker.die))


@options(Execute)
def lapse(game: Schiefer, execute: Execute) -> Iterator[Offer]:
    """SF-17, SF-R10"""
    yield LetLapse()


@answer(Execute, LetLapse)
def let_lapse(play: Play[Schiefer], execute: Execute, _: LetLapse) -> None:
    play.happens(ActionLapsed(execute.seat, execute.die))
