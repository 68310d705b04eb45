"""5.1, the transport track: sold dice wait there until they are wanted on the river again."""

from collections.abc import Iterator

from games.kernel import Play
from games.kernel.language import Offer
from games.ruhrschifffahrt.agenda import ReturnDie
from games.ruhrschifffahrt.board import COLOURS
from games.ruhrschifffahrt.commands import PutDie
from games.ruhrschifffahrt.events.coal import (
    CoalLaidOnTrack,
    ColumnChanged,
    DieLeftGame,
    DiePushedOff,
    DieReturned,
)
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.rules.book import answer, options
from games.ruhrschifffahrt.state import Ruhr


def lay_on_track(play: Play[Ruhr], colour: Colour, pips: int) -> None:
    """RS-34 .. RS-37, RS-95: a full column lets its lowest die go first."""
    room = play.game.track_column(play.game.column).spaces[colour]
    full = len(play.game.track[colour]) == room
    returning = push_off(play, colour) if full else ()
    play.happens(CoalLaidOnTrack(colour, pips))
    play.first(*returning)


def change_column(play: Play[Ruhr]) -> None:
    """RS-44, RS-R30: the columns are level at the top, so the lowest dice drop out."""
    columns = play.game.board.transport_track.columns
    new = next(column for column in columns if column.from_round == play.game.round)
    old = play.game.track_column(play.game.column)
    play.happens(ColumnChanged(new.id))
    returning: list[ReturnDie] = []
    for colour in COLOURS:
        for _ in range(old.spaces.get(colour, 0) - new.spaces[colour]):
            returning += push_off(play, colour)
    play.first(*returning)


def push_off(play: Play[Ruhr], colour: Colour) -> tuple[ReturnDie, ...]:
    """RS-38, RS-R12: the start player of the phase puts it back; RS-R13: without arms it is gone."""
    if not play.game.track[colour]:
        return ()
    pips = play.game.track[colour][0]
    play.happens(DiePushedOff(colour, pips))
    if play.game.year.arms:
        return (ReturnDie(play.game.order[0], colour, pips),)
    play.happens(DieLeftGame(colour, pips))
    return ()


@options(ReturnDie)
def depots_for_the_return(game: Ruhr, question: ReturnDie) -> Iterator[Offer]:
    """RS-39, RS-40, RS-41, RS-146"""
    everywhere = empty_depots(game, question.colour)
    at_the_arms = [depot for depot in everywhere if game.river.spaces[depot].territory == game.year.arms]
    yield from map(PutDie, at_the_arms or everywhere)


def empty_depots(game: Ruhr, colour: Colour) -> list[str]:
    """RS-18, RS-R17: depots of this colour's territories on which no die lies."""
    filled = game.depots
    return [depot for depot in game.river.depots_of[colour] if depot not in filled]


@answer(ReturnDie, PutDie)
def return_die(play: Play[Ruhr], question: ReturnDie, command: PutDie) -> None:
    coal = play.game.river.coal[command.depot]
    play.happens(DieReturned(question.seat, command.depot, coal, question.pips))
