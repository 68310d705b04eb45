"""An undo to a version leads to the position of that version, or is refused."""

from contextlib import suppress

import msgspec
import pytest

from events.codec import encode
from games.match.events import Rewound
from service.matches.folding import fold_entries
from service.matches.repository import RecentAnswers, way_back
from service.problems import NotNow
from service.verification.replay import Replay
from support.api.room import Room


@pytest.mark.rule("GB-10")
def test_nobody_goes_to_a_version_before_which_something_was_brought_back():
    room = Room(people=1, bots=1)
    started = room.live.version
    room.plays(times=2)
    room.undo(0, started + 1)
    without = room.live.version
    room.redo(0)
    room.plays(times=2)

    with pytest.raises(NotNow) as refusal:
        room.undo(0, without)
    assert refusal.value.facts["reason"] == "already_struck"
    table = fold_entries(room.store.entries(room.id, limit=started + 2)).table
    room.undo(0, started + 2)
    assert room.match.table == table


@pytest.mark.rule("GB-10")
def test_nor_to_one_that_is_not_struck_out_though_all_that_was_played_before_it_is():
    """Somebody had resigned: that is of the match, and stays."""
    room = Room(people=3)
    started = room.live.version
    room.plays(times=4)
    room.resigns(2)
    resigned = room.live.version
    room.undo(0, started + 1)
    room.answers(1, agree=True)
    room.plays(times=2)

    with pytest.raises(NotNow) as refusal:
        room.undo(0, resigned)
    assert refusal.value.facts["reason"] == "already_struck"


@pytest.mark.rule("GB-10")
@pytest.mark.parametrize("seed", range(3))
def test_wherever_one_goes_back_to_the_game_stands_as_it_stood(seed):
    """Undone, redone and played on at random; every version is tried after every step."""
    room, replay = Room(people=1, bots=1, random_seed=seed), Replay()
    started = room.live.version
    for _ in range(30):
        with suppress(NotNow):
            goes_somewhere(room, started)
        entries = room.store.entries(room.id)
        for entry in entries[len(replay.entries) :]:
            replay.take(entry)
        for to in range(1, len(entries) + 1):
            way = way_back(room.store, room.id, to, len(entries))
            assert seen_on(replay.way_back(to)) == seen_on(way)
            if way and way.since and not way.struck:
                gone = tuple(turn.version for turn in way.since)
                after = after_an_undo(entries, to, gone)
                assert (after.table, after.draws) == (way.stand().table, way.stand().draws)
        assert room.match == room.read_again()
        recent = RecentAnswers(room.store, room.id, len(entries))
        for to in recent.list_ways():
            assert seen_on(recent.way_back(to)) == seen_on(replay.way_back(to))


def seen_on(way):
    return way and (way.since, way.struck, way.stand())


def goes_somewhere(room, started):
    way = room.random.choice(("on", "on", "forward", "back"))
    if way == "on":
        room.plays()
    elif way == "forward":
        room.redo(0)
    else:
        room.undo(0, room.random.randint(started, room.live.version))


def after_an_undo(entries, to, gone):
    rewound = encode([Rewound(0, to, gone)])
    return fold_entries(
        [*entries, msgspec.structs.replace(entries[-1], version=0, events=msgspec.Raw(rewound))]
    )
