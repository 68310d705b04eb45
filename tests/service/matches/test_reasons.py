"""Every reason for which a match refuses something: it occurs, with its rule, and with words."""

from __future__ import annotations

import pytest

from events.memory_store import MemoryStore
from games.kernel import Reason
from games.kernel.words import LANGUAGES
from games.match import reasons
from games.match.actor import CLOCK
from games.match.commands import (
    AnswerPause,
    AnswerUndo,
    AskAdvice,
    ExpireClock,
    ExpireGathering,
    ExpireUndo,
    LeaveSeat,
    Pause,
    Redo,
    Resume,
    SeatBot,
    StartMatch,
    Undo,
)
from games.match.seating import ResignOwnSeat
from games.match.state import Bot, Clock
from games.schiefer.commands import OpenMine
from service.matches.handler import Matches, Request
from service.matches.opening import Beside, Forking, Opening, open_fork, open_new, require_rematch
from service.matches.records.people import Person
from service.problems import NotNow, NotRunning, Problem
from service.queries.analysis import require_end
from service.verification.importing import bring_in
from support.api import books
from support.api.room import SECRET, Room

MINUTE_CLOCK = Clock(kind="per_answer", seconds=60)
EVERY = {name: value for name, value in vars(reasons).items() if isinstance(value, Reason)}


class Gathering:
    """A match before its start."""

    def __init__(self, seats=2):
        self.matches = Room().matches
        opened = open_new(self.matches, Opening(game="schiefer", seats=seats), Request())
        self.id, self.host = opened.match, Request(token=opened.host_token)

    def sit(self, seat=None):
        return Request(token=self.matches.sit_down(self.id, seat, "", Person(), Request()).seat_token)


def seat_is_taken():
    match = Gathering()
    match.sit(0)
    match.sit(0)


def every_seat_is_taken():
    match = Gathering(seats=2)
    for _ in range(3):
        match.sit()


def seat_is_free():
    match = Gathering()
    match.matches.handle(match.id, LeaveSeat(0), match.host)


def a_person_sits_here():
    match = Gathering()
    match.sit(0)
    match.matches.handle(match.id, SeatBot(0, Bot("random")), match.host)


def seats_are_free():
    match = Gathering()
    match.matches.handle(match.id, StartMatch(), match.host)


def not_started():
    match = Gathering()
    match.matches.handle(match.id, OpenMine("m1"), match.sit(0))


def played_elsewhere():
    matches = Matches(MemoryStore(), SECRET)
    done = bring_in(matches.store, books.file_of(books.begin_book()), matches.clock())
    matches.handle(done.place, Undo(1), Request(token=Room().host))


def for_somebody_else():
    match = Gathering()
    match.matches.handle(match.id, StartMatch(), match.sit(0))


def gathers_for_ever():
    matches = Matches(MemoryStore(), SECRET, time_to_start=0)
    opened = open_new(matches, Opening(game="schiefer", seats=2), Request())
    matches.handle(opened.match, ExpireGathering(), Request(actor=CLOCK))


def time_to_start_is_left():
    match = Gathering()
    match.matches.handle(match.id, ExpireGathering(), Request(actor=CLOCK))


def luck_counts():
    room = Room(rated=True)
    before, drawn = room.live.version, room.match.draws
    while room.match.draws == drawn:
        room.plays()
    room.undo(0, before)


def token(room, seat):
    return Request(token=room.tokens[seat])


def a_bot_sits_here():
    room = Room(people=3)
    room.resigns(0)
    room.resigns(0)


def match_is_over():
    room = Room(resigning="end")
    room.resigns(0)
    room.resigns(1)


def another_seat_is_asked():
    room = Room()
    room.matches.handle(room.id, room.options()[0], token(room, 1 - room.turn))


def not_among_the_options():
    room = Room()
    room.plays(OpenMine("atlantis"))


def undo_is_off():
    room = Room(undo="off")
    room.undo(0, room.live.version)


def beyond_the_barrier():
    room = Room(undo="own")
    before = room.live.version
    room.plays(times=12)
    room.undo(0, before)


def nothing_to_undo():
    room = Room()
    room.undo(0, room.live.version)


def no_such_position():
    room = Room()
    room.undo(0, 1)


def already_struck():
    room = Room()
    seat, before = room.to_a_free_undo()
    room.undo(seat, before)
    room.undo(seat, before + 1)


def voting():
    """Seat 0 has asked to go back."""
    room = Room(people=3)
    before = room.live.version
    room.plays(times=12)
    room.undo(0, before)
    return room, before


def vote_is_open():
    room, _ = voting()
    room.plays()


def already_agreed():
    room, _ = voting()
    room.answers(0, agree=True)


def already_refused():
    room, before = voting()
    room.answers(1, agree=False)
    room.undo(0, before)


def not_expired_yet():
    room, _ = voting()
    room.matches.handle(room.id, ExpireUndo(), Request(actor=CLOCK))


def nothing_to_redo():
    Room().redo(0)


def not_yours_to_redo():
    room = Room()
    seat, before = room.to_a_free_undo()
    room.undo(seat, before)
    room.redo(1 - seat)


def no_clock_runs():
    room = Room()
    room.matches.handle(room.id, ExpireClock(), Request(actor=CLOCK))


def time_is_left():
    room = Room(clock=MINUTE_CLOCK)
    room.matches.handle(room.id, ExpireClock(), Request(actor=CLOCK))


def time_is_up():
    room = Room(clock=MINUTE_CLOCK)
    room.now = room.match.deadline
    room.matches.handle(room.id, ExpireClock(), Request(actor=CLOCK))
    room.plays()


def advice_is_off():
    room = Room()
    room.matches.handle(room.id, AskAdvice(), Request(token=room.tokens[room.turn]))


def no_clock_to_pause():
    room = Room()
    room.matches.handle(room.id, Pause(), token(room, 0))


def pausing():
    """Seat 0 has asked for a pause."""
    room = Room(people=3, clock=MINUTE_CLOCK)
    room.matches.handle(room.id, Pause(), token(room, 0))
    return room


def pause_is_asked_for():
    room = pausing()
    room.matches.handle(room.id, Pause(), token(room, 1))


def pause_is_refused():
    room = pausing()
    room.matches.handle(room.id, AnswerPause(agree=False), token(room, 1))
    room.matches.handle(room.id, Pause(), token(room, 0))


def already_agreed_to_pause():
    room = pausing()
    room.matches.handle(room.id, AnswerPause(agree=True), token(room, 0))


def no_pause_is_asked_for():
    room = Room(clock=MINUTE_CLOCK)
    room.matches.handle(room.id, AnswerPause(agree=True), token(room, 0))


def match_is_paused():
    room = Room(people=1, bots=1, clock=MINUTE_CLOCK)
    room.matches.handle(room.id, Pause(), token(room, 0))
    room.plays()


def seat_is_reserved():
    store = MemoryStore()
    matches = Matches(store, SECRET)
    wanted = Opening(game="schiefer", seats=2, reserved=(0, 1))
    opened = open_new(matches, wanted, Request(), Beside(codes=(0, 1)))
    matches.sit_down(opened.match, 1, "", Person(), Request())


def renewal_by_host_is_off():
    room = Room()
    room.matches.renew_token(room.id, 0, None, Request(token=room.host))


def not_over():
    room = Room()
    require_rematch(room.live, room.host)


def not_over_for_review():
    require_end(Room().live)


PROVOKED = {
    "NOT_OVER": not_over,
    "NOT_OVER_FOR_REVIEW": not_over_for_review,
    "SEAT_IS_RESERVED": seat_is_reserved,
    "RENEWAL_BY_HOST_IS_OFF": renewal_by_host_is_off,
    "SEAT_IS_TAKEN": seat_is_taken,
    "SEAT_IS_FREE": seat_is_free,
    "A_PERSON_SITS_HERE": a_person_sits_here,
    "SEATS_ARE_FREE": seats_are_free,
    "A_BOT_SITS_HERE": a_bot_sits_here,
    "GATHERS_FOR_EVER": gathers_for_ever,
    "TIME_TO_START_IS_LEFT": time_to_start_is_left,
    "LUCK_COUNTS": luck_counts,
    "UNDO_IS_OFF": undo_is_off,
    "BEYOND_THE_BARRIER": beyond_the_barrier,
    "NOTHING_TO_UNDO": nothing_to_undo,
    "NO_SUCH_POSITION": no_such_position,
    "ALREADY_STRUCK": already_struck,
    "ALREADY_REFUSED": already_refused,
    "NOTHING_TO_REDO": nothing_to_redo,
    "NOT_YOURS_TO_REDO": not_yours_to_redo,
    "VOTE_IS_OPEN": vote_is_open,
    "ALREADY_AGREED": already_agreed,
    "NOT_EXPIRED_YET": not_expired_yet,
    "NO_CLOCK_RUNS": no_clock_runs,
    "TIME_IS_LEFT": time_is_left,
    "TIME_IS_UP": time_is_up,
    "NO_CLOCK_TO_PAUSE": no_clock_to_pause,
    "ADVICE_IS_OFF": advice_is_off,
    "PAUSE_IS_ASKED_FOR": pause_is_asked_for,
    "PAUSE_IS_REFUSED": pause_is_refused,
    "NO_PAUSE_IS_ASKED_FOR": no_pause_is_asked_for,
    "ALREADY_AGREED_TO_PAUSE": already_agreed_to_pause,
    "MATCH_IS_PAUSED": match_is_paused,
    "SEAT_IS_ASKED": another_seat_is_asked,
    "NOT_AMONG_THE_OPTIONS": not_among_the_options,
    "NOT_STARTED": not_started,
    "MATCH_IS_OVER": match_is_over,
    "FOR_SOMEBODY_ELSE": for_somebody_else,
    "PLAYED_ELSEWHERE": played_elsewhere,
}


@pytest.mark.rule("GB-21", "GB-22", "GB-23")
@pytest.mark.parametrize("name", EVERY)
def test_every_reason_of_a_match_occurs_with_its_rule_and_words(name):
    with pytest.raises(Problem) as refusal:
        PROVOKED[name]()
    facts = refusal.value.facts

    assert (facts["reason"], facts["rule"]) == EVERY[name]
    assert len({facts["words"][lang] for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.rule("GB-1")
def test_a_full_match_says_so_with_the_same_reason():
    with pytest.raises(Problem) as refusal:
        every_seat_is_taken()

    assert (refusal.value.facts["reason"], refusal.value.facts["rule"]) == reasons.SEAT_IS_TAKEN


BEGUN_ONLY = {
    "resign": lambda matches, match, who: matches.handle(match, ResignOwnSeat(), who),
    "undo": lambda matches, match, who: matches.handle(match, Undo(1), who),
    "redo": lambda matches, match, who: matches.handle(match, Redo(), who),
    "answer_undo": lambda matches, match, who: matches.handle(match, AnswerUndo(agree=True), who),
    "pause": lambda matches, match, who: matches.handle(match, Pause(), who),
    "answer_pause": lambda matches, match, who: matches.handle(match, AnswerPause(agree=True), who),
    "resume": lambda matches, match, who: matches.handle(match, Resume(), who),
}


@pytest.mark.rule("GB-4")
@pytest.mark.parametrize("name", BEGUN_ONLY)
def test_what_needs_a_game_under_way_says_that_it_has_not_begun(name):
    match = Gathering()
    who = match.sit(0)

    with pytest.raises(NotRunning) as refusal:
        BEGUN_ONLY[name](match.matches, match.id, who)

    assert (refusal.value.facts["reason"], refusal.value.facts["rule"]) == reasons.NOT_STARTED


@pytest.mark.rule("GB-14")
def test_a_fork_of_what_does_not_run_says_why():
    before, after = Gathering(), Room(resigning="end")
    after.resigns(0)

    for matches, match, why in (
        (before.matches, before.id, reasons.NOT_STARTED),
        (after.matches, after.id, reasons.MATCH_IS_OVER),
    ):
        version = matches.repository.fresh(match).version
        with pytest.raises(NotNow) as refusal:
            open_fork(matches, match, version, Forking(), Request())
        assert (refusal.value.facts["reason"], refusal.value.facts["rule"]) == why
