"""Any position, from the first entry, from a snapshot, and as it was when it was played: the same bytes."""

import msgspec
import pytest

from events.codec import encode
from events.entry import BrokenChain
from events.snapshots import SNAPSHOT_DOCUMENT, keep_snapshot, list_snapshots, load_snapshot
from service.matches.folding import fold_entries
from service.matches.handler import Request
from service.matches.opening import Opening, open_new
from service.matches.repository import SHAPES, MatchRepository, fold_match
from service.problems import UnknownEntry
from service.queries.positions import load_position
from support.api import api
from support.api.room import Room
from workers.jobs.snapshots import check_some_matches, take_missing

GAMES = ("schiefer", "ruhrschifffahrt", "schichtwechsel")


def fold_from_the_first(room, version):
    return encode(fold_entries(room.store.entries(room.id, limit=version)))


def fold_from_snapshots(room, version):
    return encode(fold_match(room.store, room.id, version).match)


def wild_room():
    """Played on, undone, redone and played otherwise, with snapshots in every place."""
    room = Room(random_seed=11)
    for _ in range(4):
        room.plays(times=9)
        seat, before = room.to_a_free_undo()
        take_missing(room.store, room.id, room.live.version)
        room.undo(seat, before)
        take_missing(room.store, room.id, room.live.version)
        room.redo(seat)
        room.undo(seat, before)
        room.plays(times=3)
        take_missing(room.store, room.id, room.live.version)
    back = room.live.version - 15
    room.undo(0, back)
    room.answers(1, agree=True)
    take_missing(room.store, room.id, room.live.version)
    room.plays(times=5)
    return room


def test_every_position_is_the_same_with_and_without_snapshots():
    room = wild_room()
    versions = range(1, room.live.version + 1)
    assert len(list_snapshots(room.store, room.id)) >= 13
    assert [fold_from_snapshots(room, version) for version in versions] == [
        fold_from_the_first(room, version) for version in versions
    ]


def test_another_process_reads_the_match_from_a_snapshot():
    room = wild_room()
    assert MatchRepository(room.store).get(room.id) == room.live


def test_a_fold_begins_at_the_snapshot():
    """Shown by a snapshot that lies: what is before it is not read."""
    room = Room()
    room.plays(times=30)
    take_missing(room.store, room.id, 20)
    at_20 = room.store.document(room.id, SNAPSHOT_DOCUMENT)["20"]
    room.store.put(room.id, SNAPSHOT_DOCUMENT, {"20": None})
    take_missing(room.store, room.id, 10)
    room.store.put(room.id, SNAPSHOT_DOCUMENT, {"10": at_20})
    assert fold_from_snapshots(room, 10) == fold_from_the_first(room, 20)


def test_the_check_finds_a_snapshot_that_lies_and_leaves_the_others(caplog):
    room = Room()
    room.plays(times=30)
    for version in (10, 20, 30):
        take_missing(room.store, room.id, version)
    liar = room.store.document(room.id, SNAPSHOT_DOCUMENT)["10"]
    room.store.put(room.id, SNAPSHOT_DOCUMENT, {"20": liar})

    check_some_matches(room.store, float("inf"))

    assert list_snapshots(room.store, room.id) == [10, 30]
    assert "[20]" in caplog.text


def test_the_check_finds_one_that_only_makes_somebody_richer():
    """Same shape, same version, same hash; one number in its state is another."""
    room = Room()
    room.plays(times=30)
    for version in (10, 20, 30):
        take_missing(room.store, room.id, version)
    richer = load_snapshot(room.store, room.id, 20, SHAPES)
    state = msgspec.json.decode(richer.state)
    state["table"]["players"][0]["money"] += 5
    keep_snapshot(room.store, room.id, msgspec.structs.replace(richer, state=msgspec.Raw(encode(state))))
    assert fold_match(room.store, room.id, 25).match.table.players != fold_25(room).table.players

    check_some_matches(room.store, float("inf"))

    assert list_snapshots(room.store, room.id) == [10, 30]
    assert fold_match(room.store, room.id, 25).match == fold_25(room)


def fold_25(room):
    return fold_entries(room.store.entries(room.id, limit=25))


@pytest.mark.parametrize("state", [b"{}", b"[]", b"null", b'{"match":{},"table":{}}'])
def test_a_snapshot_that_cannot_be_read_is_passed_over_until_it_is_dropped(state, caplog):
    room = Room()
    room.plays(times=30)
    take_missing(room.store, room.id, 20)
    snapshot = load_snapshot(room.store, room.id, 20, SHAPES)
    keep_snapshot(room.store, room.id, msgspec.structs.replace(snapshot, state=msgspec.Raw(state)))

    assert MatchRepository(room.store).get(room.id) == room.live
    assert fold_match(room.store, room.id, 20).match == fold_entries(room.store.entries(room.id, limit=20))
    assert "its snapshot cannot be read" in caplog.text

    check_some_matches(room.store, float("inf"))
    assert list_snapshots(room.store, room.id) == []


def test_a_match_that_cannot_be_read_keeps_no_other_from_being_checked(monkeypatch, caplog):
    room = Room()
    others = [open_new(room.matches, Opening(game="schiefer", seats=2), Request()).match for _ in range(2)]
    for match in (others[0], room.id, others[1]):
        take_missing(room.store, match, 1)
    entries = room.store.entries

    def broken(match, **part):
        if match != room.id:
            raise BrokenChain(1, "it is not what was written")
        return entries(match, **part)

    monkeypatch.setattr(room.store, "entries", broken)
    spoilt = load_snapshot(room.store, others[0], 1, SHAPES)
    keep_snapshot(room.store, room.id, spoilt)

    check_some_matches(room.store, float("inf"))

    assert list_snapshots(room.store, room.id) == []
    for other in others:
        assert f"match {other}: its snapshots cannot be checked" in caplog.text


def test_no_snapshot_is_ever_taken_while_somebody_waits_for_an_answer(store, client, monkeypatch):
    """Played past two hundred, undone, looked at in the past, gone on from in a fork: all over HTTP."""
    written = []
    put, append = store.put, store.append
    monkeypatch.setattr(
        store, "put", lambda match, name, fields: (written.append(name), put(match, name, fields))
    )
    monkeypatch.setattr(store, "append", lambda new: (written.extend(new.documents), append(new))[1])
    table = api.running(client)
    table.play(210)
    newest = table.get().json["version"]
    table.post("/undo", json={"to": newest - 3}, token=table.seats[0])
    for part in ("/table?version=150", "/score?version=101", "/commands?version=199", "/audit", "/story"):
        assert table.get(part).status_code == 200
    client.post(f"{table.path}/forks", json={"version": 120})

    assert {"seed", "tokens"} <= set(written)
    assert SNAPSHOT_DOCUMENT not in written
    assert list_snapshots(store, table.match) == []


def test_a_snapshot_lost_is_taken_with_the_next():
    room = Room(random_seed=3)
    room.plays(times=205)
    take_missing(room.store, room.id, 200)
    assert list_snapshots(room.store, room.id) == [100, 200]


def test_no_snapshot_is_taken_of_what_is_not_there():
    room = Room()
    take_missing(room.store, room.id, 300)
    take_missing(room.store, "nowhere", 100)
    assert list_snapshots(room.store, room.id) == list_snapshots(room.store, "nowhere") == []


def test_a_time_is_found_between_the_entries():
    room = Room()
    for _ in range(20):
        room.now += 10
        room.plays()
    take_missing(room.store, room.id, 10)
    entries = room.store.entries(room.id)
    for at in range(entries[0].at, entries[-1].at + 10):
        last = [entry for entry in entries if entry.at <= at][-1]
        seen = load_position(room.matches, room.id, None, at=at)
        assert (seen.version, seen.hash) == (last.version, last.hash)
    with pytest.raises(UnknownEntry):
        load_position(room.matches, room.id, None, at=entries[0].at - 1)


@pytest.mark.parametrize("game", GAMES)
def test_what_could_be_done_then_is_what_was_done_then(store, client, game):
    """Over HTTP: the command of each entry was legal at the version before it."""
    table = api.running(client, game)
    table.play(60)
    take_missing(store, table.match, 40)
    for entry in store.entries(table.match, after=4):
        then = table.get(f"/commands?version={entry.version - 1}").json
        assert then["version"] == entry.version - 1
        assert entry.actor == f"seat:{then['turn']}"
        offered = [offer["command"] for offer in then["commands"]]
        assert msgspec.json.decode(entry.command) in offered
        at = table.get(f"/commands?at={entry.at - 1}").json
        assert at == then


def test_a_score_at_a_time_is_that_of_its_version(store, client):
    table = api.running(client)
    table.play(50)
    entry = store.entries(table.match)[29]
    assert table.get(f"/score?at={entry.at}").json == table.get("/score?version=30").json
    assert table.get("/score?at=1&version=1").status_code == 400
