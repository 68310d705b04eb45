"""What is waited for is what the rules could have come to (RS-1, RS-14, RS-R60)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from games.kernel import Breach, Item, Question
from games.ruhrschifffahrt.agenda import (
    AwardTiles,
    BeginDepartures,
    BeginPurchases,
    BeginVoyages,
    BuildForcedLock,
    ChooseDieToRaise,
    ChooseDieToRemove,
    ChooseGain,
    ChooseLevy,
    ChooseOption,
    ChooseStart,
    ChooseTarget,
    ChooseTransport,
    DrawDemand,
    EndRound,
    HistoricalEvent,
    OpenPurchases,
    Purchase,
    ReturnDie,
    Sail,
    ScoreExports,
)
from games.ruhrschifffahrt.board import COLOURS
from games.ruhrschifffahrt.commands import TransportDie
from games.ruhrschifffahrt.laws.turns import open_item
from games.ruhrschifffahrt.rules import RULES
from games.ruhrschifffahrt.rules.locks import must_build_lock
from games.ruhrschifffahrt.rules.special_options import delivers
from games.ruhrschifffahrt.rules.starts import Starts, chosen_option
from games.ruhrschifffahrt.state import Ruhr

Agenda = tuple[Item, ...]
AFTER_PURCHASES: Final[Agenda] = (ScoreExports(), EndRound())
AFTER_VOYAGES: Final[Agenda] = (AwardTiles(), BeginPurchases(), *AFTER_PURCHASES)
AFTER_DEPARTURES: Final[Agenda] = (BeginVoyages(), *AFTER_VOYAGES)
AFTER_EVENTS: Final[Agenda] = (DrawDemand(), BeginDepartures(), *AFTER_DEPARTURES)


def agenda_fits(game: Ruhr) -> Iterator[Breach]:
    """After its first item an agenda is no choice any more."""
    item = open_item(game)
    if item is None:
        if game.round < len(game.board.timeline.rounds) or game.phase != "export_and_round_end":
            yield Breach("agenda", "/agenda", "the game is not over")
    elif isinstance(item, Question):
        if game.phase not in PHASES_OF_QUESTIONS[type(item)]:
            yield Breach("phase", "/phase", "nobody is asked that in it")
        elif game.agenda not in list(agendas(game, item)):
            yield Breach("agenda", "/agenda", "no game comes to this")


def agendas(game: Ruhr, item: Question) -> Iterator[Agenda]:
    """All that can begin with this question."""
    if game.phase == "event":
        yield from agendas_of_events(game, item)
    elif game.phase == "start_space_and_option":
        yield (*departure(game, item), *map(ChooseOption, after(game, item.seat)), *AFTER_DEPARTURES)
    elif game.phase == "move_and_sell":
        returned = (item,) if isinstance(item, ReturnDie) and returns(game, item) else ()
        sails = [Sail(seat) for seat in game.order if game.loaded(seat)]
        yield (*returned, *sails, *AFTER_VOYAGES)
    else:
        first = (item, Purchase(item.seat)) if isinstance(item, BuildForcedLock) else (item,)
        yield (*first, *map(OpenPurchases, after(game, item.seat)), *AFTER_PURCHASES)


def after(game: Ruhr, seat: int) -> tuple[int, ...]:
    return game.order[game.order.index(seat) + 1 :]


def departure(game: Ruhr, item: Question) -> Agenda:
    """RS-73: the supply raises a die, then the ship starts."""
    return (item, ChooseStart(item.seat, "")) if isinstance(item, ChooseDieToRaise) else (item,)


def agendas_of_events(game: Ruhr, item: Question) -> Iterator[Agenda]:
    """RS-R60: the events of the round come in their order."""
    events = game.year.events
    name = EVENTS[type(item)]
    if name in events:
        later = events[events.index(name) + 1 :]
        for first in askings(game, item):
            yield (*first, *map(HistoricalEvent, later), *AFTER_EVENTS)


def askings(game: Ruhr, item: Question) -> Iterator[Agenda]:
    """What one event can still ask."""
    if isinstance(item, ReturnDie):
        if returns(game, item) and dice_dropped_are_due(game, game.agenda):
            yield tuple(it for it in game.agenda if isinstance(it, ReturnDie))
    elif isinstance(item, ChooseDieToRemove):
        yield from removals(game, item)
    elif isinstance(item, ChooseLevy | ChooseGain):
        yield (item, *map(type(item), after(game, item.seat)))


def returns(game: Ruhr, item: ReturnDie) -> bool:
    """RS-38, RS-R13: by the start player of the phase, in a round with arms."""
    return bool(game.year.arms) and item.seat == game.order[0]


def dice_dropped_are_due(game: Ruhr, agenda: Agenda) -> bool:
    """RS-44, RS-R30: the lowest dice of each column, black ones first, no more than the columns differ."""
    columns = [it for it in game.board.transport_track.columns if it.from_round <= game.round]
    old, new = columns[-2:] if len(columns) > 1 else (columns[0], columns[0])
    dice = [it for it in agenda if isinstance(it, ReturnDie)]
    colours = [it.colour for it in dice]
    most = {colour: max(0, old.spaces.get(colour, 0) - new.spaces[colour]) for colour in COLOURS}
    few = all(colours.count(colour) <= most[colour] for colour in COLOURS)
    return few and colours == sorted(colours) and all(it.seat == game.order[0] for it in dice)


def removals(game: Ruhr, item: ChooseDieToRemove) -> Iterator[Agenda]:
    """RS-30, RS-31, RS-R50: each pick takes one of those due; RS-R29: none has lapsed before a question."""
    due = game.board.timeline.remove_coal[len(game.players)]
    pickers = game.order[::-1][: sum(due.values())]
    left = {colour: count for colour, count in item.due.items() if 0 <= count <= due.get(colour, 0)}
    picked = sum(due.values()) - sum(left.values())
    if set(left) == set(due) and picked < len(pickers):
        yield (ChooseDieToRemove(pickers[picked], item.due, pickers[picked + 1 :]),)


def question_can_be_asked(game: Ruhr) -> Iterator[Breach]:
    """What was chosen before leads to it, and on from it."""
    item = open_item(game)
    if item is not None and not CONDITIONS.get(type(item), any_time)(game, item):
        yield Breach("question", "/agenda/0", "nothing leads to it")


def any_time(game: Ruhr, item: Question) -> bool:
    return True


def is_transported(game: Ruhr, item: ChooseTransport) -> bool:
    """RS-71"""
    return chosen_option(game, item.seat).transport


def is_at_the_arrow(game: Ruhr, item: ChooseTarget) -> bool:
    """RS-R14"""
    asked = ChooseTransport(item.seat)
    return is_transported(game, asked) and TransportDie(item.colour) in RULES.legal(game, asked)


def raises_a_die(game: Ruhr, item: ChooseDieToRaise) -> bool:
    """RS-73, RS-63: and a start is left for after it."""
    option = chosen_option(game, item.seat)
    return option.raise_die > 0 and delivers(game, Starts(game, item.seat), option)


def is_bound_by_tow_and_transport(game: Ruhr, item: ChooseStart) -> bool:
    """RS-77, RS-R15"""
    option = chosen_option(game, item.seat)
    return bool(item.bound_to) == (option.tow and option.transport)


def has_no_disc(game: Ruhr, item: ChooseOption) -> bool:
    """RS-65"""
    return not game.players[item.seat].option


def is_forced(game: Ruhr, item: BuildForcedLock) -> bool:
    """RS-54, RS-R27"""
    return must_build_lock(game, item.seat)


PHASES_OF_QUESTIONS: Final = MappingProxyType[type[Item], tuple[str, ...]](
    {
        ChooseLevy: ("event",),
        ChooseGain: ("event",),
        ChooseDieToRemove: ("event",),
        ReturnDie: ("event", "move_and_sell"),
        ChooseOption: ("start_space_and_option",),
        ChooseTransport: ("start_space_and_option",),
        ChooseTarget: ("start_space_and_option",),
        ChooseDieToRaise: ("start_space_and_option",),
        ChooseStart: ("start_space_and_option",),
        Sail: ("move_and_sell",),
        BuildForcedLock: ("purchases",),
        Purchase: ("purchases",),
    }
)
EVENTS: Final = MappingProxyType[type[Item], str](
    {
        ChooseLevy: "levy",
        ChooseGain: "gain",
        ChooseDieToRemove: "remove_coal",
        ReturnDie: "change_column",
    }
)
CONDITIONS: Final = MappingProxyType[type[Item], Callable[[Ruhr, Any], bool]](
    {
        ChooseTransport: is_transported,
        ChooseTarget: is_at_the_arrow,
        ChooseDieToRaise: raises_a_die,
        ChooseStart: is_bound_by_tow_and_transport,
        ChooseOption: has_no_disc,
        BuildForcedLock: is_forced,
    }
)
ASKING = (agenda_fits, question_can_be_asked)
