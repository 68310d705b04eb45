"""GB-28: wherever the commands of a match lead, bots and the clock bring it to its end."""

from collections import Counter
from random import Random

import pytest

from events.memory_store import MemoryStore
from games.catalogue import GAMES
from games.match.actor import Actor
from games.match.commands import (
    AnswerPause,
    AnswerUndo,
    CancelMatch,
    LeaveSeat,
    Pause,
    Redo,
    Resume,
    SeatBot,
    SeatedBot,
    StartMatch,
    Undo,
)
from games.match.seating import ResignOwnSeat
from games.match.state import Bot, Clock
from service.matches.handler import Matches, Request
from service.matches.opening import Forking, Opening, open_fork, open_new
from service.matches.records.people import Person
from service.problems import Problem
from service.verification.audit import audit
from support.api.books import file_of
from support.api.room import SECRET
from workers.jobs.bots import bot_asked
from workers.jobs.clocks import strike_if_due

LONGEST = 3_000  # commands that a match may take from anywhere to its end
CLOCKS = (
    None,
    Clock(kind="per_answer", seconds=60, on_expiry="bot_answers"),
    Clock(kind="bank", seconds=90, increment=2, on_expiry="bot_takes_over"),
    Clock(kind="bank", seconds=600, on_expiry="match_ends"),
)


class Session:
    """Somebody presses every button of a match, whether it is the time for it or not."""

    def __init__(self, game, random_seed):
        self.random = Random(f"{game} {random_seed}")
        self.now = 1_000_000
        self.store = MemoryStore()
        self.matches = Matches(self.store, SECRET, clock=lambda: self.now, seeds=lambda: bytes(32))
        self.accepted = Counter()
        self.match, self.hosts, self.tokens = None, {}, {}
        seats = self.random.choice((2, 3, 3))
        self.match = self.opens(
            Opening(
                game=game,
                seats=seats,
                resigning=self.random.choice(("bot", "bot", "bot", "end")),
                undo=self.random.choice(("consent", "consent", "consent", "own")),
                rated=self.random.choice((True, False, False, False)),
                clock=self.random.choice(CLOCKS),
                bots=(SeatedBot(seats - 1, Bot("random")),) * self.random.choice((0, 1)),
            )
        )

    @property
    def live(self):
        return self.matches.repository.fresh(self.match)

    def opens(self, wanted):
        opened = open_new(self.matches, wanted, self.next_match())
        self.hosts[opened.match], self.tokens[opened.match] = opened.host_token, {}
        return opened.match

    def next_match(self):
        """The same id each time, so the same luck."""
        return Request(cause=f"match {len(self.hosts)}", token=self.hosts.get(self.match))

    def host(self):
        return Request(token=self.hosts[self.match])

    def somebody(self):
        return Request(token=self.random.choice([*self.tokens[self.match].values(), self.hosts[self.match]]))

    def presses(self, times):
        for name in self.random.choices(list(WEIGHTS), list(WEIGHTS.values()), k=times):
            self.now += self.random.choice((0, 10, 3_000, 20_000))
            try:
                getattr(self, name)()
            except Problem:
                continue
            self.accepted[name] += 1

    def sit_down(self):
        seated = self.matches.sit_down(self.match, None, "", Person(), Request())
        self.tokens[self.match][seated.seat] = seated.seat_token

    def leave(self):
        self.matches.handle(self.match, LeaveSeat(self.random.randrange(3)), self.somebody())

    def seat_bot(self):
        self.matches.handle(self.match, SeatBot(self.random.randrange(3), Bot("random")), self.host())

    def start(self):
        self.matches.handle(self.match, StartMatch(), self.host())

    def cancel(self):
        self.matches.handle(self.match, CancelMatch(), self.host())

    def plays(self):
        live = self.live
        if live.match.status == "running":
            question = live.match.table.agenda[0]
            command = self.random.choice(live.match.rules.rules.legal(live.match.table, question))
            if live.match.bot_for(question.seat):
                self.matches.handle(self.match, command, Request(actor=Actor.bot(question.seat)))
            else:
                self.matches.handle(
                    self.match, command, Request(token=self.tokens[self.match][question.seat])
                )

    def undo(self):
        back = self.random.randrange(1, 15)
        self.matches.handle(self.match, Undo(max(1, self.live.version - back)), self.somebody())

    def redo(self):
        struck = self.live.match.struck
        token = self.tokens[self.match][struck[-1].seat] if struck else self.hosts[self.match]
        self.matches.handle(self.match, Redo(), Request(token=token))

    def answer_undo(self):
        self.matches.handle(self.match, AnswerUndo(self.random.random() < 0.7), self.somebody())

    def pause(self):
        self.matches.handle(self.match, Pause(), self.somebody())

    def answer_pause(self):
        self.matches.handle(self.match, AnswerPause(self.random.random() < 0.9), self.somebody())

    def resume(self):
        self.matches.handle(self.match, Resume(), self.somebody())

    def resign(self):
        self.matches.handle(self.match, ResignOwnSeat(), self.somebody())

    def strike(self):
        self.now = max(self.now, self.live.match.deadline or 0)
        strike_if_due(self.matches, self.match, self.now)

    def fork(self):
        """The session goes on in the fork; the parent stays as it is."""
        version = self.random.randrange(1, self.live.version + 1)
        opened = open_fork(self.matches, self.match, version, Forking(), self.next_match())
        self.match = opened.match
        self.hosts[self.match], self.tokens[self.match] = opened.host_token, {}

    def all_leave(self, match):
        """Whoever is still there."""
        self.match = match
        for seat in self.live.match.people():
            if self.live.match.status == "running":
                self.matches.handle(match, ResignOwnSeat(), Request(token=self.tokens[match][seat]))

    def comes_to_its_end(self, match):
        """By bots and the clock alone."""
        self.match = match
        for _ in range(LONGEST):
            if self.live.match.seed is not None:
                return
            if bot_asked(self.live):
                self.plays()
            else:
                self.strikes_at_the_deadline()
        pytest.fail(f"it goes on for ever: {self.live.match}")

    def strikes_at_the_deadline(self):
        deadline = self.live.match.deadline
        assert deadline is not None, f"nobody can go on: {self.live.match}"
        self.now = max(self.now, deadline)
        assert strike_if_due(self.matches, self.match, self.now), "the clock strikes in vain"


WEIGHTS = {
    "plays": 20,
    "sit_down": 6,
    "leave": 1,
    "seat_bot": 1,
    "start": 4,
    "cancel": 0.1,
    "undo": 6,
    "redo": 4,
    "answer_undo": 6,
    "pause": 4,
    "answer_pause": 4,
    "resume": 2,
    "resign": 0.4,
    "strike": 0.2,
    "fork": 0.3,
}


@pytest.mark.rule("GB-28", "GB-27", "GB-24", "GB-26")
@pytest.mark.parametrize("game", GAMES)
def test_from_wherever_people_leave_it_a_match_comes_to_its_end(game):
    accepted = Counter()
    for random_seed in range(20):
        session = Session(game, random_seed)
        session.presses(times=150)
        accepted += session.accepted
        for match in session.hosts:
            session.all_leave(match)
            session.comes_to_its_end(match)
            verdict = audit(file_of(session.store.entries(match)))
            assert verdict.ok, verdict.failure

    assert set(accepted) == set(WEIGHTS), "some button was never accepted"


@pytest.mark.rule("GB-28", "GB-17")
@pytest.mark.parametrize("game", GAMES)
def test_with_a_clock_it_ends_even_if_nobody_ever_speaks_again(game):
    ended = 0
    for random_seed in range(12):
        session = Session(game, random_seed)
        session.presses(times=80)
        for match in session.hosts:
            session.match = match
            last = session.live.match
            wants_a_pause = last.paused or last.pause is not None  # only a person ends it
            if not wants_a_pause and (last.clock or last.status == "open"):
                session.comes_to_its_end(match)
                ended += 1

    assert ended
