"""Ten thousand undos and redos cost no more than a hundred: what is read and folded is counted."""

import pytest

from events.codec import encode
from events.entry import seal
from events.snapshots import list_snapshots
from events.store import Append
from service.matches import folding
from service.matches.folding import fold_entries
from service.matches.repository import MatchRepository, fold_match
from service.queries import entries, statistics
from support.api import api
from support.api.room import Room
from workers.jobs.snapshots import check_match, take_missing

FEW, MANY = 50, 5_000


class CountedRoom(Room):
    """A match in which one answer was taken back and brought back again and again."""

    def __init__(self, pairs, monkeypatch):
        super().__init__()
        self.plays(times=20)
        self.seat, self.before = self.to_a_free_undo()
        self.undo(self.seat, self.before)
        self.redo(self.seat)
        turns = self.store.entries(self.id)[-2:]
        for _ in range(pairs):
            for turn in turns:
                self.repeats(turn)
        self.matches.repository.forget(self.id)
        self.newest = self.live.version
        self.client = api.client(self.store)
        self.cost = 0
        for module in (folding, entries, statistics):
            monkeypatch.setattr(module, "events_of", self.counted(module.events_of, lambda _: 1))
        monkeypatch.setattr(self.store, "entries", self.counted(self.store.entries, len))

    def repeats(self, turn):
        """As any client may write it, only faster."""
        head = self.store.head(self.id)
        entry = seal(
            version=head.version + 1,
            at=turn.at,
            actor=turn.actor,
            command=bytes(turn.command),
            events=bytes(turn.events),
            rules=turn.rules,
            cause=None,
            prev=head.hash,
        )
        self.store.append(Append(match=self.id, entry=entry, summary=head.summary))
        if entry.version % 100 == 0:
            take_missing(self.store, self.id, entry.version)

    def counted(self, does, weigh):
        def do(*said, **named):
            found = does(*said, **named)
            self.cost += weigh(found)
            return found

        return do

    def cost_of(self, act):
        self.cost = 0
        act(self)
        return self.cost

    def gets(self, part):
        assert self.client.get(f"/v1/matches/{self.id}{part}").status_code == 200


ACTS = {
    "undo": lambda room: room.undo(room.seat, room.before),
    "undo and redo": lambda room: (room.undo(room.seat, room.before), room.redo(room.seat)),
    "another process takes it in": lambda room: MatchRepository(room.store).get(room.id),
    "a version in the middle": lambda room: room.gets(f"/table?version={room.newest // 2}"),
    "a version near the end": lambda room: room.gets(f"/score?version={room.newest - 1}"),
    "what may be done": lambda room: room.gets("/commands"),
    "a page of the story": lambda room: room.gets(f"/story?after={room.newest - 50}"),
    "a page of entries": lambda room: room.gets(f"/entries?after={room.newest - 50}&limit=20"),
    "a job takes a snapshot": lambda room: take_missing(room.store, room.id, room.newest),
}
MOST = 200 + 100  # entries from one snapshot to the next, read and folded, and a little more


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_ten_thousand_undos_and_redos_cost_what_a_hundred_cost(act, monkeypatch):
    few = CountedRoom(FEW, monkeypatch).cost_of(act)
    many = CountedRoom(MANY, monkeypatch).cost_of(act)
    assert many <= few + MOST


def test_statistics_read_the_book_once_and_decode_little_of_it(monkeypatch):
    room = CountedRoom(FEW, monkeypatch)
    assert room.cost_of(lambda _: room.gets("/statistics")) <= 2 * room.newest


def test_snapshots_do_not_grow_with_undos_beyond_one_in_a_hundred_versions(monkeypatch):
    room = CountedRoom(MANY, monkeypatch)
    assert len(list_snapshots(room.store, room.id)) == room.newest // 100
    check_match(room.store, room.id)
    assert len(list_snapshots(room.store, room.id)) == room.newest // 100


@pytest.fixture
def evasive_room():
    """Whenever a snapshot is taken, all that was played is undone; the next entry brings it back."""
    room = Room(people=1, bots=3, random_seed=3)
    started = room.live.version
    while room.live.version < 460:
        if room.live.version % 100 == 99:
            room.undo(0, started)
            take_missing(room.store, room.id, room.live.version)
            room.redo(0)
        room.plays()
    return room


def test_nobody_plays_so_that_no_snapshot_is_of_use(evasive_room, monkeypatch):
    room, read = evasive_room, []
    entries = room.store.entries

    def counted(*said, **named):
        found = entries(*said, **named)
        read.extend(found)
        return found

    monkeypatch.setattr(room.store, "entries", counted)
    then = fold_match(room.store, room.id)
    assert len(read) <= 300
    assert encode(then.match) == encode(fold_entries(entries(room.id)))


def test_every_version_of_such_a_match_is_folded_right(evasive_room):
    room = evasive_room
    for version in range(1, room.live.version + 1, 7):
        then = fold_match(room.store, room.id, version).match
        assert encode(then) == encode(fold_entries(room.store.entries(room.id, limit=version)))
