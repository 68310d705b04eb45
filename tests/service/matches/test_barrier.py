"""The barrier, at every step of random matches of every game; and that no undo ever changes the luck."""

from typing import NamedTuple

import pytest

from games.catalogue import GAMES
from games.match.actor import Actor
from games.match.commands import Undo
from games.match.past import Past
from games.match.play import decide
from service.matches.folding import command_of, events_of
from service.matches.repository import way_back
from service.verification.replay import Replay
from support.api import books
from support.api.room import Room

PEOPLE = {"schiefer": 3, "ruhrschifffahrt": 2, "schichtwechsel": 4}


class Step(NamedTuple):
    before: int  # the version at which it was asked
    seat: int
    drew: bool


def played_to_the_end(game, at_every_step):
    room, steps = Room(people=PEOPLE[game], game=game, random_seed=3), []
    while room.match.status == "running":
        before, draws = room.live.version, room.match.draws
        seat = room.plays()
        steps.append(Step(before, seat, room.match.draws != draws))
        if room.match.status == "running":
            at_every_step(room, steps)
    return room, steps


def what_an_undo_leads_to(room, asker, to):
    """Decided and not written."""
    live = room.live
    past = Past(now=room.now, way_back=lambda to: way_back(room.store, room.id, to, live.version))
    decided = decide(live.match, Actor.person(asker), Undo(to), live.seed, past)
    return type(decided.events[0]).__name__


@pytest.mark.rule("GB-9")
@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_an_undo_is_free_exactly_if_nobody_can_have_learned_anything(game):
    """All answers since are the asker's own, no luck was drawn in them, and the asker is still asked."""
    seen = set()

    def look(room, steps):
        asked = room.turn
        for back in (1, 2, 3, 5, len(steps)):
            since = steps[-back:]
            for asker in range(PEOPLE[game]):
                own = all(step.seat == asker for step in since)
                drew = any(step.drew for step in since)
                free = asker == asked and own and not drew
                led = what_an_undo_leads_to(room, asker, since[0].before)
                assert led == ("Rewound" if free else "UndoRequested"), (room.live.version, back, asker)
                seen.add((asker == asked, own, drew))

    played_to_the_end(game, look)

    assert (True, True, False) in seen  # free
    assert {(False, True, False), (True, False, False), (True, True, True)} & seen  # and only just not


@pytest.mark.rule("GB-7", "GB-9", "GB-13")
@pytest.mark.parametrize("game", books.GAME_NAMES)
def test_an_undo_followed_by_the_same_commands_gives_the_same_luck(game):
    """At every tenth step the last answers are taken back, by whatever way, and given once more."""
    drawn_again = []

    def look(room, steps):
        if len(steps) % 10 != 9:
            return
        back = 1 + len(steps) // 10 % 8
        since, table, draws = steps[-back:], room.match.table, room.match.draws
        written = room.store.entries(room.id, after=since[0].before)
        answers = [entry for entry in written if "seat:" in entry.actor and is_answer(entry, game)][-back:]

        room.undo(room.turn, since[0].before)
        for other in range(PEOPLE[game]):
            if room.match.vote and other != room.match.vote.seat:
                room.answers(other, agree=True)
        for entry in answers:
            room.plays(command_of(entry, game))

        assert (room.match.table, room.match.draws) == (table, draws)
        again = room.store.entries(room.id)[-back:]
        assert [of_the_game(entry, game) for entry in again] == [
            of_the_game(entry, game) for entry in answers
        ]
        drawn_again.extend(entry for entry in again if b"luck_drawn" in bytes(entry.events))
        steps[-back:] = [
            Step(entry.version - 1, step.seat, step.drew) for entry, step in zip(again, since, strict=True)
        ]

    room, _ = played_to_the_end(game, look)

    assert drawn_again
    replay = Replay()
    for entry in room.store.entries(room.id):
        replay.take(entry)
    assert replay.match == room.match


def is_answer(entry, game):
    return isinstance(command_of(entry, game), GAMES[game].commands)


def of_the_game(entry, game):
    """Who answered what, and all that came of it, luck included; what belongs to the match left out."""
    events = [event for event in events_of(entry, game) if type(event).__name__ != "UndoForgotten"]
    return entry.actor, bytes(entry.command), events
