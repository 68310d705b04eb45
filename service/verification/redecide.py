"""Recorded matches, decided again under today's rules: where would they come out differently?

Nothing follows from it: what was recorded stays as it is and is read as it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from events.codec import encode
from events.entry import Entry
from events.upcasting import lift_shapes
from games.catalogue import GAMES
from games.kernel import Chance, Command, Event, Game, Play
from games.kernel.copying import clone
from games.kernel.play import evolve
from service.verification.checks import describe_difference, describe_failure
from service.verification.replay import Replay


class Departure(NamedTuple):
    entry: int
    detail: str


def redecide_entries(entries: Sequence[Entry]) -> Departure | None:
    """Decide the entries of an export again, whatever rules they name; return where that first differs."""
    replay = Replay()
    for entry in entries:
        try:
            detail = describe_difference(replay.events(entry), replay.decided(entry))
        except Exception as failure:  # noqa: BLE001  other rules may refuse or stumble in any way
            detail = describe_failure(failure)
        if detail:
            return Departure(entry.version, detail)
        replay.take(entry)
    return None


class GoldenMatch(msgspec.Struct, frozen=True):
    """A golden match, see tests/support/games/golden.py: no commands, but all their events."""

    rules: str
    edition: str
    seats: int
    options: dict[str, Any]
    seed: int
    events: list[msgspec.Raw]  # the set-up first, then one list for each decision

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.rules.partition("/")[0]]


class SeededLuck(Chance):
    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)  # noqa: S311  the luck these matches were recorded with

    def next_below(self, bound: int) -> int:
        return self.source.randrange(bound)


class Departed(Exception):  # noqa: N818  the name says it
    """This does not lead to what was recorded."""


class RecordedPlay(Play[Any]):
    """Gives up at the first event that was not recorded."""

    def __init__(self, game: Game[Any], table: Any, luck: Chance, recorded: list[Event]) -> None:
        super().__init__(game.rules, clone(table), luck)
        self.recorded = recorded

    def happens(self, *events: Event) -> None:
        place = len(self.events)
        if list(events) != self.recorded[place : place + len(events)]:
            raise Departed
        super().happens(*events)


def redecide_golden(history: GoldenMatch) -> Departure | None:
    """Return the first decision at which no legal command leads to the events that were recorded."""
    game, luck = history.game, SeededLuck(history.seed)
    options = msgspec.convert(history.options, game.options)
    table = game.blank(history.seats, history.edition, options)
    for number, batch in enumerate(history.events, 1):
        recorded: list[Event] = msgspec.json.decode(lift_shapes(batch, game.name), type=list[game.event_type])  # type: ignore[name-defined]
        tries: list[Command | None] = [None]
        if number > 1:
            tries = [*game.rules.answers_to(table, table.agenda[0])] if table.agenda else []
        if not any(leads_to_recorded(game, table, luck, recorded, command) for command in tries):
            return Departure(number, f"nothing leads to {encode(recorded[:1])[:200].decode()} …")
        for event in recorded:
            evolve(table, event)
    return None


def leads_to_recorded(
    game: Game[Any], table: Any, luck: SeededLuck, recorded: list[Event], command: Command | None
) -> bool:
    """Return whether the command, or the set-up without one, leads to the recorded events.

    If not, the luck is put back as it was.
    """
    before = luck.source.getstate()
    play = RecordedPlay(game, table, luck, recorded)
    try:
        if command is None:
            play.first(*game.opening)
            play.run()
        else:
            play.answer(command)
        there = len(play.events) == len(recorded)
    except Exception:  # noqa: BLE001  other rules may stumble in any way, most only depart
        there = False
    if not there:
        luck.source.setstate(before)
    return there
