"""A match of any length: two people who keep agreeing to go back to the beginning."""

from random import Random

from events.snapshots import SNAPSHOT_EVERY
from games.match.commands import AnswerUndo, StartMatch, Undo
from service.matches.handler import Matches, Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person
from workers.jobs.snapshots import take_missing

SECRET = b"s" * 32
STRETCH = 60  # answers between two requests to go back


class LongMatch:
    def __init__(self, store, game="schiefer"):
        self.matches = Matches(store, SECRET, seeds=lambda: bytes(32))
        self.random = Random(1)
        begun = open_new(self.matches, Opening(game=game, seats=2, undo="consent", rated=False), Request())
        self.id = begun.match
        self.tokens = [
            self.matches.sit_down(self.id, seat, "", Person(), Request()).seat_token for seat in range(2)
        ]
        self.matches.handle(self.id, StartMatch(), Request(token=begun.host_token))
        self.start = self.version

    @property
    def live(self):
        return self.matches.repository.get(self.id)

    @property
    def version(self):
        return self.live.version

    def answer(self, cause=None, fingerprint=""):
        """Any of the legal commands; False if the match is over."""
        question = question_of(self.live.match)
        if question is None:
            return False
        command = self.random.choice(self.live.match.rules.rules.legal(self.live.match.table, question))
        request = Request(token=self.tokens[question.seat], cause=cause, fingerprint=fingerprint)
        self.matches.handle(self.id, command, request)
        return True

    def go_back(self):
        self.matches.handle(self.id, Undo(self.start), Request(token=self.tokens[0]))
        if self.live.match.vote:
            self.matches.handle(self.id, AnswerUndo(agree=True), Request(token=self.tokens[1]))
        take_missing(self.matches.store, self.id, self.version)

    def grow(self, until):
        """Snapshots are taken as the workers would."""
        while self.version < until:
            for _ in range(min(STRETCH, until - self.version)):
                self.answer()
                if self.version % SNAPSHOT_EVERY == 0:
                    take_missing(self.matches.store, self.id, self.version)
            if self.version < until - 2:
                self.go_back()
