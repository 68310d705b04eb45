"""A match in the making, for tests: who does what, one after another."""

from random import Random

from games.match.actor import Actor
from games.match.commands import OpenMatch, SeatBot, SeatedBot, StartMatch, TakeSeat
from games.match.play import decide, open_match
from games.match.state import LAWS_TODAY, Bot

MATCH_SEED = bytes(range(32))


def opening(**changes):
    wanted = {
        "game": "schiefer",
        "edition": "reconstructed-1",
        "seats": 2,
        "options": {},
        "visibility": "public",
        "resigning": "bot",
        "laws": LAWS_TODAY,
        "rated": False,
    }
    return OpenMatch(**(wanted | changes))


class MatchTable:
    """Remembers the match and every event of its book."""

    def __init__(self, seed=MATCH_SEED, **changes):
        self.seed = seed
        opened = open_match("m1", opening(**changes), "the-commitment")
        self.match = opened.match
        self.events = list(opened.events)

    def does(self, actor, command):
        decided = decide(self.match, Actor.parse(actor), command, self.seed)
        self.match = decided.match
        self.events += decided.events
        return decided.events

    def started(self, words=("", "")):
        for seat, word in enumerate(words):
            self.does("guest", TakeSeat(seat, word))
        self.does("host", StartMatch())
        return self

    def options(self):
        return self.match.rules.rules.legal(self.match.table, self.question)

    @property
    def question(self):
        return self.match.table.agenda[0]

    def plays_on(self, *, decisions=None, random_seed=1):
        """Random answers, to the end or this many."""
        random = Random(random_seed)
        while self.match.status == "running" and decisions != 0:
            self.does(f"seat:{self.question.seat}", random.choice(self.options()))
            decisions = decisions and decisions - 1
        return self


def with_bots(*seats):
    return tuple(SeatedBot(seat, Bot("random")) for seat in seats)


def bot(seat, mind="random"):
    return SeatBot(seat, Bot(mind))
