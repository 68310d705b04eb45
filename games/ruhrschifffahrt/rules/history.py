"""6.1, phase 1: what the timeline says for the round."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final

from games.kernel import Play
from games.kernel.language import Offer
from games.ruhrschifffahrt.agenda import (
    BeginEvents,
    ChooseDieToRemove,
    ChooseGain,
    ChooseLevy,
    HistoricalEvent,
    RemoveDice,
)
from games.ruhrschifffahrt.commands import PayLevy, RemoveDie, TakeGain
from games.ruhrschifffahrt.events.coal import DieRemoved, RemovalLapsed, TrackCoalRaised
from games.ruhrschifffahrt.events.history import (
    CountryMarkerTurned,
    GainReceived,
    LevyPaid,
    TimelineWarehouseReceived,
)
from games.ruhrschifffahrt.events.rounds import StartPlayerDrawn
from games.ruhrschifffahrt.quantities import Colour
from games.ruhrschifffahrt.rules.book import answer, options, step
from games.ruhrschifffahrt.rules.debts import funds, pay_what_there_is
from games.ruhrschifffahrt.rules.rounds import begin_phase
from games.ruhrschifffahrt.rules.track import change_column
from games.ruhrschifffahrt.state import Ruhr


@step(BeginEvents)
def begin_events(play: Play[Ruhr], _: BeginEvents) -> None:
    """RS-R60: the board lists the events of a round in their order."""
    begin_phase(play, "event")
    play.first(*map(HistoricalEvent, play.game.year.events))


@step(HistoricalEvent)
def carry_out_event(play: Play[Ruhr], item: HistoricalEvent) -> None:
    HISTORICAL_EVENTS[item.event](play)


def draw_start_player(play: Play[Ruhr]) -> None:
    """RS-12, RS-20, RS-R11"""
    seats = range(len(play.game.players))
    start = play.chance.pick(seats)
    play.happens(StartPlayerDrawn(start, (*seats[start:], *seats[:start])))


def levy(play: Play[Ruhr]) -> None:
    """RS-22"""
    play.first(*map(ChooseLevy, play.game.order))


def gain(play: Play[Ruhr]) -> None:
    """RS-25, RS-29"""
    play.first(*map(ChooseGain, play.game.order))


def timeline_warehouse(play: Play[Ruhr]) -> None:
    """RS-4, RS-25, RS-26, RS-28, RS-29, RS-32; RS-R26: unless a debt has already used it."""
    for seat in play.game.order:
        if play.game.round in play.game.players[seat].timeline:
            play.happens(TimelineWarehouseReceived(seat))


def raise_track(play: Play[Ruhr]) -> None:
    """RS-28, RS-R4"""
    board = play.game.board
    raised = {
        colour: tuple(min(board.coal.max_pips, pips + board.timeline.raise_track) for pips in column)
        for colour, column in play.game.track.items()
    }
    if any(raised.values()):
        play.happens(TrackCoalRaised(black=raised["black"], white=raised["white"]))


def remove_coal(play: Play[Ruhr]) -> None:
    """RS-30, RS-31, RS-R50: from the last ship of the order upstream, one die each."""
    due = play.game.board.timeline.remove_coal[len(play.game.players)]
    pickers = play.game.order[::-1][: sum(due.values())]
    play.first(RemoveDice(due, pickers))


def turn_country_marker(play: Play[Ruhr]) -> None:
    """RS-8, RS-23"""
    countries = play.game.board.country_markers.counts  # in this order, whatever the order in the table
    down = {country: play.game.countries_down[country] for country in countries}
    play.happens(CountryMarkerTurned(play.chance.draw(down)))


HISTORICAL_EVENTS: Final = MappingProxyType[str, Callable[[Play[Ruhr]], None]](
    {
        event.__name__: event
        for event in (
            draw_start_player,
            levy,
            change_column,
            timeline_warehouse,
            gain,
            raise_track,
            remove_coal,
            turn_country_marker,
        )
    }
)


@options(ChooseLevy)
def levies(game: Ruhr, question: ChooseLevy) -> Iterator[Offer]:
    """RS-22, RS-R44: a player without points must find the money. What is left alone is not asked."""
    price = game.board.timeline.levy
    pointless = game.players[question.seat].points < price.points
    if pointless or funds(game, question.seat) >= price.thalers:
        yield PayLevy("thalers")
    if not pointless:
        yield PayLevy("points")


@answer(ChooseLevy, PayLevy)
def pay_levy(play: Play[Ruhr], question: ChooseLevy, command: PayLevy) -> None:
    """RS-22, RS-R24, RS-R43"""
    price = play.game.board.timeline.levy
    if command.coin == "points":
        play.happens(LevyPaid(question.seat, 0, price.points))
    else:
        paid = pay_what_there_is(play, question.seat, price.thalers)
        play.happens(LevyPaid(question.seat, paid, 0))


@options(ChooseGain)
def gains(game: Ruhr, question: ChooseGain) -> Iterator[Offer]:
    """RS-25, RS-29"""
    yield TakeGain("thalers")
    yield TakeGain("points")


@answer(ChooseGain, TakeGain)
def take_gain(play: Play[Ruhr], question: ChooseGain, command: TakeGain) -> None:
    gain = play.game.board.timeline.gain
    if command.coin == "points":
        play.happens(GainReceived(question.seat, 0, gain.points))
    else:
        play.happens(GainReceived(question.seat, gain.thalers, 0))


@step(RemoveDice)
def remove_dice(play: Play[Ruhr], removal: RemoveDice) -> None:
    """RS-30, RS-31; RS-R29: a pick that finds nothing lapses."""
    if not removal.seats:
        return
    picker, *others = removal.seats
    if removable(play.game, removal.due):
        play.first(ChooseDieToRemove(picker, removal.due, tuple(others)))
    else:
        play.happens(RemovalLapsed(picker))
        play.first(RemoveDice(removal.due, tuple(others)))


def removable(game: Ruhr, due: dict[Colour, int]) -> list[str]:
    """RS-147: on depots, never on the track."""
    return [depot for depot in game.list_dice() if due.get(game.river.coal[depot])]


@options(ChooseDieToRemove)
def dice_to_remove(game: Ruhr, question: ChooseDieToRemove) -> Iterator[Offer]:
    """RS-R29"""
    yield from map(RemoveDie, removable(game, question.due))


@answer(ChooseDieToRemove, RemoveDie)
def remove_die(play: Play[Ruhr], question: ChooseDieToRemove, command: RemoveDie) -> None:
    colour = play.game.river.coal[command.depot]
    play.happens(DieRemoved(question.seat, command.depot, colour))
    play.first(RemoveDice(question.due | {colour: question.due[colour] - 1}, question.then))
