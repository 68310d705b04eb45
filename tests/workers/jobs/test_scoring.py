"""A score sheet for each round and for the end, as of its version, the same however often it is written."""

import json

import pytest

from events import snapshots
from events.memory_store import MemoryStore
from events.snapshots import SNAPSHOT_DOCUMENT
from service.matches.folding import fold_entries
from service.matches.handler import Request
from service.matches.opening import Forking, open_fork
from service.matches.records.sheets import SHEETS, missing_sheets
from service.queries.scores import score_series
from service.verification.importing import bring_in
from support.api.books import file_of
from support.api.room import Room
from workers.dispatcher.open_work import owed_sheets, read_metadata
from workers.jobs.bots import answer_all
from workers.jobs.results import sheets_at, write_sheets_into


@pytest.fixture
def played(context, open_match):
    """A match of bots, played to its end."""
    match = open_match("greedy", "random", "greedy")
    answer_all(context, match, 2, lambda: False)
    return match


@pytest.fixture
def store(context):
    return context.matches.store


def write_all(store, match):
    for version in range(1, store.head(match).version + 1):
        write_sheets_into(store, match, version)
    return store.document(match, SHEETS.name)


def test_the_series_has_every_round_and_the_end(store, played):
    sheets = write_all(store, played)
    rounds = json.loads(sheets["final"])["round"]
    assert set(sheets) == {f"round:{number}" for number in range(1, rounds)} | {"final"}
    versions = [json.loads(sheets[f"round:{number}"])["version"] for number in range(1, rounds)]
    assert versions == sorted(set(versions))


def test_a_sheet_is_computed_from_the_entries_and_trusts_no_snapshot(store, played, monkeypatch):
    end = store.head(played).version
    right = sheets_at(store, played, end)
    store.put(played, SNAPSHOT_DOCUMENT, {str(end - 1): b"of another table"})

    def load(*_):
        raise AssertionError("a snapshot was asked for")

    monkeypatch.setattr(snapshots, "load_snapshot", load)

    assert sheets_at(store, played, end) == right


def test_a_sheet_says_how_the_table_stood_at_its_version(store, played):
    for name, sheet in write_all(store, played).items():
        said = json.loads(sheet)
        match = fold_entries(store.entries(played, limit=said["version"]))
        sums = [0, 0, 0]
        for line in said["lines"]:
            sums[line["seat"]] += line["points"]
        assert said["totals"] == sums
        assert said.get("places") == (match.rules.places(match.table) if name == "final" else None)
        assert len(said["lines"]) == len(match.rules.score(match.table))


def test_a_repeated_job_writes_the_same_bytes(store, played):
    before = write_all(store, played)
    store.put(played, SHEETS.name, {"round:1": None, "final": None})
    assert write_all(store, played) == before
    assert write_all(store, played) == before


def as_of_next_version(sheet):
    return json.dumps({**sheet, "version": sheet["version"] + 1}).encode()


def test_a_late_job_does_not_replace_a_newer_sheet(store, played):
    """As after an undo: the round has ended again, at a later version."""
    sheet = json.loads(write_all(store, played)["round:1"])
    version, newer = sheet["version"], as_of_next_version(sheet)
    store.put(played, SHEETS.name, {"round:1": newer})
    write_sheets_into(store, played, version)
    assert store.document(played, SHEETS.name)["round:1"] == newer
    assert missing_sheets(store, played, version, ["round:1"]) == []
    assert missing_sheets(store, played, version + 2, ["round:1"]) == ["round:1"]


def test_a_sheet_that_comes_a_moment_late_does_not_replace_a_newer_one(store, played, monkeypatch):
    """Two workers: the round ended, was undone and has ended again, and the first sheet is written last."""
    sheet = json.loads(write_all(store, played)["round:1"])
    store.put(played, SHEETS.name, {"round:1": None})
    version, newer, field = sheet["version"], as_of_next_version(sheet), store.field

    def looked_up(*where):
        found = field(*where)
        monkeypatch.undo()
        store.put(played, SHEETS.name, {"round:1": newer})
        return found

    monkeypatch.setattr(store, "field", looked_up)
    write_sheets_into(store, played, version)
    assert store.document(played, SHEETS.name)["round:1"] == newer


def test_a_round_that_was_taken_back_is_not_in_the_series():
    room = Room(undo="consent")
    while room.match.table.round < 2:
        before = room.live.version
        room.plays()
    write_all(room.store, room.id)
    assert [sheet.round for sheet in score_series(room.store, room.match, room.live.version)] == [1]

    for seat in (0, 1):
        if room.match.vote is None:
            room.undo(seat, before)
        else:
            room.answers(seat, agree=True)
    assert room.match.table.round == 1
    assert score_series(room.store, room.match, room.live.version) == []


def test_a_sheet_that_cannot_be_read_is_written_again(store, played):
    before = write_all(store, played)
    store.put(played, SHEETS.name, {"round:1": b"spoilt", "final": b"{}"})
    assert write_all(store, played) == before


def test_an_entry_that_ends_nothing_has_no_sheet(store, played):
    assert sheets_at(store, played, 1) == {}
    assert sheets_at(store, played, 2) == {}
    assert sheets_at(store, played, 1_000_000) == {}
    assert sheets_at(store, "nowhere", 3) == {}


def turned(room):
    """The book of a match that went back over a round's end and forward again, and a fork from there."""
    while room.match.table.round < 3:
        before = room.live.version
        room.plays()
    ended = room.live.version
    room.undo(0, before)
    if room.match.vote is not None:
        room.answers(1, agree=True)
    room.redo(0)
    fork = open_fork(room.matches, room.id, room.live.version, Forking(), Request(token=room.host)).match
    return ended, fork


def test_the_job_writes_what_the_feed_asks_for_whichever_way_a_match_goes():
    """The dispatcher reads metadata, the job the book: what only one of them expects stays open for ever."""
    room = Room(undo="consent")
    _, fork = turned(room)
    elsewhere = MemoryStore()
    for match in (room.id, fork):
        bring_in(elsewhere, file_of(room.store.entries(match)), room.now)
    for store in (room.store, elsewhere):
        asked = {}
        for item in store.feed(0, after=0, limit=100_000):
            asked[item.match, item.version] = owed_sheets(read_metadata(item), item.version)
        assert {place: tuple(sheets_at(store, *place)) for place in asked} == asked
        assert len({match for match, _ in asked}) == 2


def test_the_sheet_of_a_round_that_was_brought_back_is_that_of_its_end():
    room = Room(undo="consent")
    ended, fork = turned(room)
    sheets = write_all(room.store, room.id)
    assert json.loads(sheets["round:2"])["version"] == ended
    assert [sheet.round for sheet in score_series(room.store, room.match, room.live.version)] == [1, 2]
    assert write_all(room.store, fork) == {}
