"""Who has already had a turn in the round or phase, read off the agenda."""

from __future__ import annotations

from games.kernel import Item, Question
from games.ruhrschifffahrt.agenda import ChooseOption, HistoricalEvent, OpenPurchases, Sail
from games.ruhrschifffahrt.state import Ruhr

BEFORE_SALES = ("event", "water_and_demand", "start_space_and_option")


def open_item(game: Ruhr) -> Item | None:
    return game.agenda[0] if game.agenda else None


def seats_waiting(game: Ruhr, kind: type[Question | OpenPurchases]) -> set[int]:
    return {item.seat for item in game.agenda if isinstance(item, kind)}


def seats_that_sailed(game: Ruhr) -> set[int]:
    """RS-80: this round; whoever passed is among them."""
    if game.phase in BEFORE_SALES:
        return set()
    return set(game.order) - seats_waiting(game, Sail)


def sales_of(game: Ruhr, seat: int) -> int:
    """RS-64: one a round at most."""
    return game.round - 1 + (seat in seats_that_sailed(game))


def seats_not_departed(game: Ruhr) -> set[int]:
    """RS-56: the seat that is asked is among them; everybody before phase 3, nobody after it."""
    if game.phase in BEFORE_SALES[:2]:
        return set(game.order)
    if game.phase != BEFORE_SALES[2]:
        return set()
    asked = game.agenda[0]
    return seats_waiting(game, ChooseOption) | ({asked.seat} if isinstance(asked, Question) else set())


def occasions(game: Ruhr, seat: int, event: str, question: type[Question]) -> int:
    """How often an event of the timeline has come to a seat."""
    rounds = game.board.timeline.rounds_with(event)
    pending = HistoricalEvent(event) in game.agenda or seat in seats_waiting(game, question)
    return sum(number <= game.round for number in rounds) - (pending and game.round in rounds)
