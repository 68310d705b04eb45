"""Going through a whole book: at every entry as the fold has it, and at a cost that grows with the book."""

import pytest

import service.matches.folding
from service.matches.folding import fold_entries
from service.verification.audit import audit
from service.verification.redecide import redecide_entries
from service.verification.replay import Replay
from support.api import books
from support.api.room import Room


@pytest.mark.parametrize("game", books.GAME_NAMES)
@pytest.mark.parametrize("kind", [books.lively, books.play_timed_book])
def test_the_match_is_at_every_entry_as_the_fold_has_it(game, kind):
    entries, replay = kind(game), Replay()

    for count, entry in enumerate(entries, 1):
        assert replay.take(entry) == fold_entries(entries[:count])


def test_undos_that_pile_up_and_come_back_over_tables_that_are_kept():
    room = Room(people=1, bots=1)
    started = room.live.version
    room.plays(times=100)
    for to in (90, 61, 33, 32, 31, 1):
        room.undo(0, started + to)
    for _ in range(6):
        room.redo(0)
    room.undo(0, started + 40)
    room.plays(times=30)

    entries, replay = room.store.entries(room.id), Replay()
    for entry in entries[:-36]:
        replay.take(entry)
    for count, entry in enumerate(entries[-36:], len(entries) - 35):
        assert replay.take(entry) == fold_entries(entries[:count])


def going_back(times):
    """Somebody plays three answers and goes back to the start, again and again."""
    room = Room(people=1, bots=1)
    started = room.live.version
    for _ in range(times):
        room.plays(times=3)
        room.undo(0, started)
    return room.store.entries(room.id)


@pytest.fixture
def work(monkeypatch):
    """Events that are read out of entries and applied: what going through a book consists of."""
    done = []

    def counted(entry, game, real=service.matches.folding.events_of):
        done.append(1)
        return real(entry, game)

    for module in ("service.matches.folding", "service.verification.replay"):
        monkeypatch.setattr(f"{module}.events_of", counted)
    return done


@pytest.mark.parametrize("look", [lambda e: audit(books.file_of(e)), redecide_entries])
def test_many_undos_cost_no_more_than_as_many_entries(work, look):
    costs = []
    for times in (20, 40, 80):
        entries = going_back(times)
        work.clear()
        look(entries)
        costs.append(len(work))

    assert costs[1] - costs[0] > 20
    assert costs[2] - costs[1] == 2 * (costs[1] - costs[0])
