"""People who play while their server is backed up, and the contents of its folder."""

from random import Random

from events.entry import walk_chain
from events.redis_store.store import connect_redis
from games.match.commands import StartMatch
from service.maintenance.backup import read_files
from service.matches.handler import Matches, Request
from service.matches.index import question_of
from service.matches.opening import Opening, open_new
from service.matches.records.people import Person

SECRET = b"s" * 32


def silent():
    """Nobody watches the progress."""


class BackedUpTable:
    """Two people at a match; one plays for both."""

    def __init__(self, url, number=0):
        self.store = connect_redis(url)
        self.matches = Matches(self.store, SECRET)
        opened = open_new(self.matches, Opening(game="schiefer", seats=2), Request(cause=f"open {number}"))
        self.id, self.count, self.random = opened.match, 0, Random(number)
        self.tokens = [
            self.matches.sit_down(self.id, seat, "", Person(name="Ada"), Request()).seat_token
            for seat in range(2)
        ]
        self.matches.handle(self.id, StartMatch(), Request(token=opened.host_token))

    def at(self, url):
        """The same people at another server."""
        self.store.close()
        self.store = connect_redis(url)
        self.matches = Matches(self.store, SECRET)

    def play(self, times):
        for _ in range(times):
            live = self.matches.repository.fresh(self.id)
            question = question_of(live.match)
            command = self.random.choice(live.match.rules.rules.legal(live.match.table, question))
            self.count += 1
            cause = f"{self.id} {self.count}"
            self.matches.handle(self.id, command, Request(token=self.tokens[question.seat], cause=cause))

    def written(self):
        """Book, head, causes and documents."""
        store, entries = self.store, list(walk_chain(self.store.entries(self.id)))
        head = store.head(self.id)
        assert (head.version, head.hash) == (len(entries), entries[-1].hash)
        causes = [store.cause(self.id, entry.cause) for entry in entries if entry.cause]
        assert [version for _, version in causes] == [entry.version for entry in entries if entry.cause]
        documents = {name: store.document(self.id, name) for name in ("tokens", "people", "seed")}
        return entries, head, causes, documents


def lying(data):
    return {kept.name: kept.content for kept in read_files(data)}
