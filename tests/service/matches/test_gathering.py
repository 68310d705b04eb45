"""A match that is never started: its host calls it off, or the clock does."""

import pytest

from events.memory_store import MemoryStore
from events.seeds import commitment
from games.catalogue import GAMES
from games.match.commands import CancelMatch, StartMatch
from service.matches.folding import events_of
from service.matches.handler import TIME_TO_START, Matches, Request
from service.matches.opening import Forking, Opening, open_fork, open_new
from service.matches.records.people import Person
from service.problems import GameIsOver, NotNow, NotPermitted, TokenMissing
from service.queries.positions import load_newest
from service.queries.scores import score_position
from service.verification.audit import audit
from support.api.books import file_of
from support.api.room import SECRET, Room
from workers.jobs.clocks import strike_if_due


class Lobby:
    """A match that waits for its players."""

    def __init__(self, game="schiefer", **settings):
        self.now = 1_000_000
        self.store = MemoryStore()
        self.matches = Matches(self.store, SECRET, clock=lambda: self.now, **settings)
        opened = open_new(self.matches, Opening(game=game, seats=2), Request())
        self.id, self.host = opened.match, Request(token=opened.host_token)

    @property
    def match(self):
        return self.matches.repository.fresh(self.id).match

    def sits_down(self):
        return Request(token=self.matches.sit_down(self.id, None, "", Person(), Request()).seat_token)

    def events(self):
        return [type(event).__name__ for event in events_of(self.store.entries(self.id)[-1], self.match.game)]


@pytest.mark.rule("GB-24")
def test_a_match_that_nobody_starts_ends_after_a_week_by_the_clock():
    lobby = Lobby()
    assert lobby.match.deadline == lobby.now + TIME_TO_START
    lobby.now += TIME_TO_START - 1
    lobby.sits_down()
    assert strike_if_due(lobby.matches, lobby.id, lobby.now) is None

    lobby.now += 1
    assert lobby.store.due(0, before=lobby.now + 1) == [(lobby.id, lobby.now)]
    strike_if_due(lobby.matches, lobby.id, lobby.now)

    assert lobby.events() == ["MatchEnded", "SeedDisclosed", "MatchAsked"]
    assert lobby.match.status == "abandoned"
    assert lobby.store.due(0, before=lobby.now + 1) == []


@pytest.mark.rule("GB-24")
def test_the_time_is_a_setting_and_may_be_without_end():
    assert Lobby(time_to_start=5_000).match.deadline == 1_005_000
    assert Lobby(time_to_start=0).match.deadline is None


@pytest.mark.rule("GB-24")
def test_a_match_that_has_begun_does_not_end_by_that_clock():
    room = Room()

    assert room.match.deadline is None
    assert strike_if_due(room.matches, room.id, room.now + 2 * TIME_TO_START) is None


@pytest.mark.rule("GB-24", "GB-6")
@pytest.mark.parametrize("game", GAMES)
def test_the_host_cancels_at_once_and_the_seed_is_disclosed_as_at_any_end(game):
    lobby = Lobby(game)
    lobby.sits_down()
    lobby.matches.handle(lobby.id, CancelMatch(), lobby.host)

    match = lobby.match
    assert commitment(bytes.fromhex(match.seed)) == match.commitment
    assert audit(file_of(lobby.store.entries(lobby.id))).ok
    assert lobby.store.head(lobby.id).closed  # so it is archived like any finished match
    position = load_newest(lobby.matches, lobby.id, None)
    assert score_position(lobby.store, position, "en").final is False
    with pytest.raises(GameIsOver):
        lobby.sits_down()
    with pytest.raises(GameIsOver):
        lobby.matches.handle(lobby.id, CancelMatch(), lobby.host)


@pytest.mark.rule("GB-24", "GB-22")
def test_nobody_but_the_host_cancels_and_nobody_once_it_has_begun():
    lobby = Lobby()
    seat = lobby.sits_down()
    with pytest.raises(NotPermitted):
        lobby.matches.handle(lobby.id, CancelMatch(), seat)
    with pytest.raises(TokenMissing):
        lobby.matches.handle(lobby.id, CancelMatch(), Request())

    lobby.sits_down()
    lobby.matches.handle(lobby.id, StartMatch(), lobby.host)
    with pytest.raises(NotNow):
        lobby.matches.handle(lobby.id, CancelMatch(), lobby.host)


@pytest.mark.rule("GB-24", "GB-14")
def test_a_fork_that_nobody_starts_ends_as_well():
    room = Room()
    room.plays(times=3)
    opened = open_fork(room.matches, room.id, room.live.version, Forking(), Request())

    room.matches.handle(opened.match, CancelMatch(), Request(token=opened.host_token))

    assert room.matches.repository.fresh(opened.match).match.status == "abandoned"
    assert room.match.status == "running"
