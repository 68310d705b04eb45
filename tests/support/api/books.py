"""Books for tests: whole matches of every game, eventful ones, and what a forger makes of them."""

from functools import cache

import msgspec

from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.export import export_book
from games.match.actor import CLOCK, Actor
from games.match.commands import AnswerPause, ExpireClock, ExpireUndo, Pause, Resume
from games.match.play import decide
from games.match.state import Clock
from service.matches.handler import Request
from support.api.room import Room

GAME_NAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")


@cache
def play_book(game, seats=2, random_seed=1):
    """A random match to its end, with people and their words for the luck."""
    room = Room(people=seats, game=game, random_seed=random_seed)
    to_the_end(room)
    return tuple(room.store.entries(room.id))


@cache
def begin_book(game="schiefer", answers=6):
    """A match in the middle: its seed is a secret."""
    room = Room(game=game)
    room.plays(times=answers)
    return tuple(room.store.entries(room.id))


@cache
def lively(game, random_seed=1):
    """With everything around a game: votes for and against, undo, redo, time-out, resigning."""
    room = Room(people=3, game=game, random_seed=random_seed)
    room.undo(*room.to_a_free_undo())
    for agree in (True, False, True):
        seat, _ = ask_for_undo(room)
        for other in sorted({0, 1, 2} - {seat}):
            if room.match.vote:
                room.answers(other, agree=agree)
        if agree:
            room.redo(seat)
    ask_for_undo(room)
    room.now = room.match.vote.until
    room.matches.handle(room.id, ExpireUndo(), Request(actor=CLOCK))
    seat, others = ask_for_undo(room)
    room.answers(others[0], agree=True)
    room.resigns(others[1])  # the last one who had not agreed: the game goes back
    to_the_end(room)
    return tuple(room.store.entries(room.id))


def ask_for_undo(room):
    """Somebody wants to go back beyond the barrier; returns the seat and the others."""
    before = room.live.version
    room.plays(times=12)
    seat = room.turn
    room.now += 1000
    room.undo(seat, before)
    assert room.match.vote
    return seat, sorted({0, 1, 2} - {seat})


def to_the_end(room):
    room.now += 1000
    while room.match.status == "running":
        room.plays()


def file_of(entries):
    return export_book(list(entries))


def plain(entries):
    """Entries that can be changed."""
    return [msgspec.json.decode(encode(entry)) for entry in entries]


def reseal(entries):
    """What a forger does: makes numbers, links and hashes again, so that the chain holds."""
    forged, prev = [], FIRST_PREV
    for version, entry in enumerate(entries, 1):
        fields = {name: entry[name] for name in ("at", "actor", "rules", "cause")}
        command, events = encode(entry["command"]), encode(entry["events"])
        forged.append(seal(version=version, command=command, events=events, prev=prev, **fields))
        prev = forged[-1].hash
    return forged


@cache
def play_timed_book(game, on_expiry="bot_answers"):
    """With a clock: time used, undone and run out, a pause, a bot that stands in; several answers at once."""
    room = Room(people=3, game=game, clock=Clock(kind="bank", seconds=600, increment=5, on_expiry=on_expiry))
    for _ in range(8):
        room.now += 7_000
        room.plays()
    ask_for_undo(room)
    for seat in sorted({0, 1, 2} - {room.match.vote.seat}):
        room.answers(seat, agree=True)
    room.matches.handle(room.id, Pause(), Request(token=room.tokens[0]))
    for seat in (1, 2):
        room.matches.handle(room.id, AnswerPause(agree=True), Request(token=room.tokens[seat]))
    room.now += 1_000_000
    room.matches.handle(room.id, Resume(), Request(token=room.tokens[1]))
    runs_out(room)
    while room.match.status == "running":
        room.now += 1
        room.plays()
    return tuple(room.store.entries(room.id))


def runs_out(room):
    room.now = room.match.deadline
    room.matches.handle(room.id, ExpireClock(), Request(actor=CLOCK))
    if room.match.stand_in is not None:
        answer = room.random.choice(room.options())
        room.matches.handle(room.id, answer, Request(actor=Actor.bot(room.turn)))


@cache
def in_one_breath():
    """Schiefer, with two answers of one seat in one request, as often as possible."""
    room = Room()
    while room.match.status == "running":
        room.plays()
        if room.match.status == "running":
            answer_twice(room)
    return tuple(room.store.entries(room.id))


def answer_twice(room):
    """If the same seat is asked again after its answer: that answer and any next one."""
    seat, first = room.turn, room.options()[0]
    trial = decide(room.match, Actor.person(seat), first, room.live.seed).match
    if trial.status != "running" or trial.table.agenda[0].seat != seat:
        return
    second = trial.rules.rules.legal(trial.table, trial.table.agenda[0])[0]
    request = Request(token=room.tokens[seat], cause=f"both-{room.live.version}", fingerprint="f")
    room.matches.handle_all(room.id, [first, second], request)


@cache
def with_words(*words):
    """A match of Schiefer whose players gave words for the luck."""
    speaking = type("SpeakingRoom", (Room,), {"words": dict(enumerate(words))})
    room = speaking(people=len(words))
    to_the_end(room)
    return tuple(room.store.entries(room.id))
