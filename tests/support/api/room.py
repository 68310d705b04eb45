"""A running match on a memory store, with people and bots in its seats and a clock of its own."""

from random import Random

import pytest

from events.memory_store import MemoryStore
from games.match.actor import Actor
from games.match.commands import AnswerUndo, Redo, SeatedBot, StartMatch, Undo
from games.match.seating import ResignOwnSeat
from games.match.state import Bot
from service.matches.folding import events_of
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from service.matches.repository import MatchRepository

SECRET = b"s" * 32


class Room:
    words = {}  # for the luck, by seat

    def __init__(  # noqa: PLR0913  what a match may differ in
        self,
        people=2,
        bots=0,
        random_seed=5,
        seeds=lambda: bytes(32),
        game="schiefer",
        *,
        store=None,
        called="room",
        **opening,
    ):
        self.now = 1_000_000
        self.store = store or MemoryStore()
        self.matches = Matches(self.store, SECRET, clock=lambda: self.now, seeds=seeds)
        seats = people + bots
        robots = tuple(SeatedBot(seat, Bot("random")) for seat in range(people, seats))
        terms = {"rated": False} | opening  # so that people may go back past luck
        wanted = Opening(game=game, seats=seats, bots=robots, **terms)
        opened = open_new(
            self.matches, wanted, Request(cause=called)
        )  # the same id, so the same luck each time
        self.id, self.host, self.watch = opened.match, opened.host_token, opened.watch_token
        self.tokens = [
            self.matches.sit_down(
                self.id, seat, self.words.get(seat, ""), Person(), Request(token=self.host)
            ).seat_token
            for seat in range(people)
        ]
        self.matches.handle(self.id, StartMatch(), Request(token=self.host))
        self.random = Random(random_seed)

    @property
    def live(self):
        return self.matches.repository.fresh(self.id)

    @property
    def match(self):
        return self.live.match

    @property
    def turn(self):
        return self.match.table.agenda[0].seat

    def options(self):
        return self.match.rules.rules.legal(self.match.table, self.match.table.agenda[0])

    def plays(self, command=None, times=1):
        """The seat that is asked answers; returns the seat."""
        for _ in range(times):
            chosen = command or self.random.choice(self.options())
            seat = self.turn
            if seat in self.match.people():
                self.matches.handle(self.id, chosen, Request(token=self.tokens[seat]))
            else:
                self.matches.handle(self.id, chosen, Request(actor=Actor.bot(seat)))
        return seat

    def undo(self, seat, to):
        return self.matches.handle(self.id, Undo(to), Request(token=self.tokens[seat]))

    def redo(self, seat):
        return self.matches.handle(self.id, Redo(), Request(token=self.tokens[seat]))

    def answers(self, seat, *, agree):
        return self.matches.handle(self.id, AnswerUndo(agree), Request(token=self.tokens[seat]))

    def resigns(self, seat):
        return self.matches.handle(self.id, ResignOwnSeat(), Request(token=self.tokens[seat]))

    def events(self):
        """Of the newest entry."""
        return events_of(self.store.entries(self.id)[-1], self.match.game)

    def last(self):
        """The kinds of event in the newest entry."""
        return [type(event).__name__ for event in self.events()]

    def to_a_free_undo(self):
        """Until a seat has answered without luck and is asked again; returns seat and version before."""
        for _ in range(2000):
            before, drawn = self.live.version, self.match.draws
            seat = self.plays()
            if self.turn == seat and self.match.draws == drawn:
                return seat, before
        return pytest.fail("that never happened")

    def read_again(self):
        """The match as another process reads it from the book."""
        return MatchRepository(self.store).get(self.id).match
