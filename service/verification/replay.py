"""A book replayed: what it holds, entry by entry, and what today's rules say to each command."""

from __future__ import annotations

from typing import Any

import msgspec

from events.entry import Entry
from games.catalogue import GAMES
from games.kernel import Event, Game, Table
from games.kernel.laws import require_lawful
from games.match.actor import HOST, Actor
from games.match.commands import OpenMatch
from games.match.events import LuckDrawn, MatchOpened, SeedDisclosed
from games.match.luck import RecordedLuck
from games.match.past import Past, WayBack
from games.match.play import decide_with, evolve_foreign, first_table, open_match
from games.match.state import Match
from service.matches.folding import begin, command_of, events_of, game_of
from service.matches.opening import Opening, check_bots, checked_opening
from service.verification.timeline import Timeline


class Replay:
    """`match` is how things stand before the next entry; None before the first."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.entries: list[Entry] = []
        self._timeline = Timeline(lambda version: self.events(self.entries[version - 1]))

    def game(self, entry: Entry) -> Game[Any]:
        return GAMES[self.match.game if self.match else game_of(entry)]

    def events(self, entry: Entry) -> list[Event]:
        return events_of(entry, self.game(entry).name)

    def decided(self, entry: Entry) -> list[Event]:
        """What follows from the entry's command today, with the luck drawn then."""
        if self.match is None:
            return decide_opening(entry)
        match, events = self.match, self.events(entry)
        command = command_of(entry, match.game)
        past = Past(now=entry.at, way_back=self.way_back)
        return decide_with(
            luck_of(events, match.draws), match, Actor.parse(entry.actor), command, past
        ).events

    def way_back(self, to: int) -> WayBack | None:
        if self.match is None or not 0 < to <= len(self.entries):
            return None
        return self._timeline.way_back(to, self.match)

    def take(self, entry: Entry) -> Match:
        """How things stand after it."""
        events = self.events(entry)
        if self.match is None:
            self.match = begin(entry)
        else:
            for number, event in enumerate(events):
                evolve_foreign(self.match, event, f"/events/{number}")
        self.entries.append(entry)
        self._timeline.take(entry, events, self.match)
        require_lawful(self.match.rules, self.match.table)
        return self.match


def luck_of(events: list[Event], first: int) -> RecordedLuck:
    drawn = next((event.draws for event in events if isinstance(event, LuckDrawn)), ())
    seed = next((event.seed for event in events if isinstance(event, SeedDisclosed)), "")
    return RecordedLuck(bytes.fromhex(seed), first, drawn)


def decide_opening(entry: Entry) -> list[Event]:
    """Id, commitment and the table of a fork come from elsewhere; the rest follows from the command."""
    opened = events_of(entry, game_of(entry))[0]
    command = command_of(entry, game_of(entry))
    if not isinstance(opened, MatchOpened) or not isinstance(command, OpenMatch):
        raise TypeError("it does not open a match")
    if entry.actor != str(HOST):
        raise ValueError("a match is opened by its host")
    table = first_table(opened) if opened.table is not None else None
    if table is None:
        check_opening(command)
    else:
        check_fork(command, table)
    return open_match(opened.match, command, opened.commitment, table).events


def check_opening(command: OpenMatch) -> None:
    """Checks it as the desk checks every new match; raises Invalid."""
    said = {name: getattr(command, name) for name in Opening.__struct_fields__}
    wanted = checked_opening(Opening(**said))
    wanted = msgspec.structs.replace(wanted, laws=command.laws, gathers_until=command.gathers_until)
    if command.edition_digest is None:  # nor was anything said of its board
        wanted = msgspec.structs.replace(wanted, edition_digest=None)
    if command.laws == 1:  # GB-29: nothing was said of ratings then, and every match waited without end
        wanted = msgspec.structs.replace(wanted, rated=None, gathers_until=None)
    if command.parent is not None or wanted != command:
        raise ValueError("no match is opened like this")


def check_fork(command: OpenMatch, table: Table) -> None:
    """Its first table comes from its parent; from here one can only see that it fits the match."""
    options = msgspec.to_builtins(getattr(table, "options", None))
    players = len(getattr(table, "players", ()))
    wanted = (command.edition, command.options, command.seats)
    known = command.edition in GAMES[command.game].editions and command.seats in GAMES[command.game].seats
    rated_as_then = command.rated is (None if command.laws == 1 else False)
    like_a_fork = rated_as_then and not command.reserved and command.rematch_of is None
    fits = known and like_a_fork and (table.edition, options, players) == wanted
    if command.parent is None or not fits:
        raise ValueError("no fork is opened like this")
    check_bots(command.bots, command.seats)
