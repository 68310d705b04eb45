"""A finished match in a file: as if it had never left, and at no moment in neither place."""

from __future__ import annotations

import lzma
import os
from random import Random

import msgspec
import pytest

from events.archive.archive import Archive, ArchiveSpoilt, pack_book, unpack_book
from events.archive.archived_store import ArchivedStore
from events.snapshots import SNAPSHOT_DOCUMENT
from events.store import (
    Append,
    Closed,
    Conflict,
    FollowingEntry,
    Guard,
    Misused,
    Replayed,
    ServerScope,
    StoreUnavailable,
    new_nonce,
)
from service.maintenance import archiving
from service.maintenance.archiving import archive_finished
from support.api.entries import NOON, run_of_entries
from support.servers.concurrent_counting import count_by_many

LATER = NOON + 1
SHIFT = ServerScope("shift")


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "archive")


@pytest.fixture
def instance(redis_store, archive):
    """What every process has: the book with the archive beside it."""
    return ArchivedStore(redis_store, archive)


def play(store, match, *, ends=True, length=5):
    """Entries with causes, the first with documents; the last one ends the match."""
    entries = run_of_entries(length, cause=f"cause of {match}")
    for entry in entries:
        closes = ends and entry.version == length
        documents = {
            "people": {"0": b"Ada", "1": b"Bob"},
            "seed": {"seed": bytes(32)},
            SNAPSHOT_DOCUMENT: {"1": b"x"},
        }
        store.append(
            Append(
                match=match,
                entry=entry,
                fingerprint="f" if entry.cause else "",
                closes=closes,
                summary=b'{"so":"far"}',
                labels_added=("in",),
                documents=documents if entry.version == 1 else {},
            )
        )
    return entries


def seen(store, match):
    """All that can be asked about a match."""
    length = 5
    return {
        "head": store.head(match),
        "entries": store.entries(match),
        "pages": [store.entries(match, after=after, limit=2) for after in range(-1, length + 2)],
        "none": store.entries(match, limit=0),
        "causes": [store.cause(match, f"cause of {match}"), store.cause(match, "never")],
        "people": store.document(match, "people"),
        "names": sorted(store.fields(match, "people")),
        "name": [store.field(match, "people", seat) for seat in "01x"],
        "some names": store.chosen(match, "people", ["0", "x"]),
        "empty": store.document(match, "tokens"),
        "listed": store.listing("in").heads,
    }


def names_in_redis(store, match):
    return store.parts().get(match, set())


def test_nobody_sees_the_difference(instance, redis_store, archive):
    play(instance, "m")
    before = seen(instance, "m")

    done = archive_finished(redis_store, archive, LATER)

    assert (done.matches, done.entries) == (1, 5)
    assert names_in_redis(redis_store, "m") == {"head"}
    assert seen(instance, "m") == before
    assert seen(ArchivedStore(redis_store, archive), "m") == before


def test_repeated_requests_get_their_first_answer(instance, redis_store, archive):
    entries = play(instance, "m")
    archive_finished(redis_store, archive, LATER)

    last = Append(match="m", entry=entries[-1], fingerprint="f", closes=True)
    assert instance.append(last) == Replayed(5)
    assert instance.append(msgspec.structs.replace(last, fingerprint="other")) == Misused(5)
    assert instance.append(Append(match="m", entry=entries[2])) == Conflict(5, entries[-1].hash)
    *_, further = run_of_entries(6)
    assert isinstance(instance.append(Append(match="m", entry=further)), Closed | Conflict)
    stranger = run_of_entries(3, cause="new")[-1]
    assert instance.append(Append(match="m", entry=stranger)) == Conflict(5, entries[-1].hash)


def test_who_lost_the_answer_to_the_last_entry_meets_it_in_the_archive_and_nobody_else_does(
    instance, redis_store, archive
):
    first, *others = run_of_entries(4)
    instance.append(Append(match="m", entry=first))
    following = tuple(FollowingEntry(entry, b"{}") for entry in others[1:])
    last = Append(match="m", entry=others[0], following=following, closes=True)
    outcome = instance.append(last)
    archive_finished(redis_store, archive, LATER)

    assert instance.append(last) == outcome
    somebody_elses = msgspec.structs.replace(last, nonce=new_nonce())
    assert instance.append(somebody_elses) == Conflict(4, others[-1].hash)


def test_running_matches_and_young_ones_stay(instance, redis_store, archive):
    play(instance, "running", ends=False)
    play(instance, "young")
    instance.put(SHIFT, "checkpoints", {"0": b"x"})

    assert archive_finished(redis_store, archive, NOON).matches == 0
    assert archive_finished(redis_store, archive, LATER).matches == 1

    assert names_in_redis(redis_store, "running") >= {"head", "book", "causes", "people"}
    assert instance.document(SHIFT, "checkpoints") == {"0": b"x"}


def test_a_second_run_finds_nothing_to_do(instance, redis_store, archive):
    play(instance, "m")
    assert [archive_finished(redis_store, archive, LATER).matches for _ in range(2)] == [1, 0]


def test_a_person_is_erased_from_the_file_as_well(instance, redis_store, archive):
    play(instance, "m")
    archive_finished(redis_store, archive, LATER)

    instance.put("m", "people", {"0": None, "1": b"Cy"})

    assert instance.document("m", "people") == {"1": b"Cy"}
    assert b"Ada" not in lzma.decompress(archive.path("m").read_bytes())
    assert ArchivedStore(redis_store, archive).document("m", "people") == {"1": b"Cy"}
    assert archive_finished(redis_store, archive, LATER).matches == 1  # the new name goes the same way
    assert names_in_redis(redis_store, "m") == {"head"}
    assert instance.document("m", "people") == {"1": b"Cy"}
    assert instance.entries("m") == run_of_entries(5, cause="cause of m")


def test_a_sheet_that_comes_late_joins_the_others(instance, redis_store, archive):
    play(instance, "m")
    instance.put("m", "scores", {"round:1": b"{}"})
    archive_finished(redis_store, archive, LATER)
    redis_store.put("m", "scores", {"final": b"{}"})

    assert set(instance.document("m", "scores")) == {"round:1", "final"}
    assert instance.field("m", "scores", "final") == b"{}"
    archive_finished(redis_store, archive, LATER)
    assert names_in_redis(redis_store, "m") == {"head"}
    assert set(instance.document("m", "scores")) == {"round:1", "final"}


def test_what_lies_in_the_file_alone_is_swapped(instance, redis_store, archive):
    play(instance, "m")
    archive_finished(redis_store, archive, LATER)

    assert not instance.swap("m", Guard("people", "0", b"Eve"), {"people": {"0": b"Cy"}})
    assert instance.swap("m", Guard("people", "0", b"Ada"), {"people": {"0": b"Cy", "1": None}})
    assert not instance.swap("m", Guard("people", "0", b"Ada"), {"people": {"0": b"Di"}})
    assert instance.swap("m", Guard("people", "2", None), {"people": {"2": b"Flo"}})

    for store in (instance, ArchivedStore(redis_store, archive)):
        assert store.document("m", "people") == {"0": b"Cy", "2": b"Flo"}
    archive_finished(redis_store, archive, LATER)
    assert names_in_redis(redis_store, "m") == {"head"}
    assert instance.document("m", "people") == {"0": b"Cy", "2": b"Flo"}


def test_of_many_who_swap_in_an_archived_match_each_is_kept(instance, redis_store, archive):
    play(instance, "m")
    archive_finished(redis_store, archive, LATER)

    assert count_by_many(instance, "people", 12) == 12


def test_a_file_is_not_written_again_for_what_it_says_already(instance, redis_store, archive):
    play(instance, "m")
    archive_finished(redis_store, archive, LATER)
    before = archive.mark("m")

    instance.put("m", "people", {"0": b"Ada", "7": None})

    assert archive.mark("m") == before


class Crash(BaseException):
    """As if the process had died here."""


def steps_of(redis_store, archive, monkeypatch, last):
    """Every call that a run makes to the outside, of which the one after `last` never comes back."""
    calls = []

    def counted(of, name):
        real = getattr(of, name)

        def call(*words, **named):
            calls.append(name)
            if len(calls) > last:
                raise Crash
            return real(*words, **named)

        monkeypatch.setattr(of, name, call)

    counted(redis_store, "belongings")
    counted(redis_store, "let_go")
    counted(archive, "load")
    for name in ("fsync", "open"):
        counted(os, name)
    return calls


@pytest.mark.parametrize("redis_store", ["fakeredis"], indirect=True)
def test_a_crash_at_any_moment_loses_nothing_and_a_rerun_completes(redis_store, archive, monkeypatch):
    instance = ArchivedStore(redis_store, archive)
    for last in range(30):
        match = f"m{last}"
        play(instance, match)
        before = seen(instance, match) | {"listed": None}
        with monkeypatch.context() as patch:
            steps_of(redis_store, archive, patch, last)
            try:
                archive_finished(redis_store, archive, LATER)
            except Crash:
                completed = False
            else:
                completed = True

        assert seen(instance, match) | {"listed": None} == before
        archive_finished(redis_store, archive, LATER)
        assert names_in_redis(redis_store, match) == {"head"}
        assert seen(instance, match) | {"listed": None} == before
        if completed:
            break
    assert completed
    assert last > 6


def test_a_document_changed_meanwhile_is_archived_as_it_is(instance, redis_store, archive, monkeypatch):
    play(instance, "m")
    real, changes = redis_store.let_go, iter([b"Cy", b"Di"])

    def let_go(*words):
        if name := next(changes, None):
            redis_store.put("m", "people", {"0": name})
        return real(*words)

    monkeypatch.setattr(redis_store, "let_go", let_go)
    archive_finished(redis_store, archive, LATER)

    assert names_in_redis(redis_store, "m") == {"head"}
    assert instance.document("m", "people")["0"] == b"Di"


def test_a_document_that_never_rests_keeps_its_match_in_redis(instance, redis_store, archive, monkeypatch):
    play(instance, "m")
    monkeypatch.setattr(redis_store, "let_go", lambda *_: False)
    done = archive_finished(redis_store, archive, LATER)
    assert (done.matches, done.failures) == (0, {"m": "it is finished, but its documents keep changing"})
    assert "book" in names_in_redis(redis_store, "m")


def test_a_book_that_does_not_fit_its_head_is_left_alone(instance, redis_store, archive, monkeypatch):
    play(instance, "m")
    head = redis_store.head("m")
    monkeypatch.setattr(redis_store, "head", lambda _: msgspec.structs.replace(head, hash="ab" * 32))
    assert "left alone" in archive_finished(redis_store, archive, LATER).failures["m"]
    assert "book" in names_in_redis(redis_store, "m")
    assert archive.mark("m") is None


def test_a_file_that_is_not_what_was_written_keeps_the_match_in_redis(
    instance, redis_store, archive, monkeypatch
):
    play(instance, "m")
    monkeypatch.setattr(archiving.Archive, "load", lambda *_: None)
    failures = archive_finished(redis_store, archive, LATER).failures
    assert "does not hold what was written" in failures["m"]
    assert "book" in names_in_redis(redis_store, "m")


def test_matches_that_cannot_be_moved_keep_no_other_from_it(instance, redis_store, archive):
    for number in range(8):
        play(instance, f"m{number}")
    client, keys = redis_store._redis, redis_store._keys
    client.xdel(keys.of_match("m0", "book"), "5-0")
    client.hset(keys.of_match("m2", "people"), "0", b"\xff\x01cut off")
    client.delete(keys.of_match("m4", "head"))
    client.rpush(keys.of_match("m4", "head"), "x")
    archive.path("m6").mkdir(parents=True)

    done = archive_finished(redis_store, archive, LATER)

    assert (done.matches, done.entries) == (4, 20)
    assert done.failures.keys() == {"m0", "m2", "m4", "m6"}
    assert [names_in_redis(redis_store, f"m{number}") for number in (1, 3, 5, 7)] == [{"head"}] * 4


def test_without_its_server_a_run_ends(instance, redis_store, archive, monkeypatch):
    play(instance, "m")

    def gone(*_):
        raise StoreUnavailable("gone")

    for name in ("belongings", "ping"):
        monkeypatch.setattr(redis_store, name, gone)
    with pytest.raises(StoreUnavailable, match="gone"):
        archive_finished(redis_store, archive, LATER)


@pytest.mark.parametrize("redis_store", ["fakeredis"], indirect=True)
def test_every_flipped_bit_of_a_file_is_found(instance, redis_store, archive):
    play(instance, "m")
    archive_finished(redis_store, archive, LATER)
    whole, random = archive.path("m").read_bytes(), Random(3)
    assert unpack_book("m", whole) == archive.load("m")
    for _ in range(200):
        spoilt = bytearray(whole)
        spoilt[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        with pytest.raises(ArchiveSpoilt):
            unpack_book("m", bytes(spoilt))
    for length in (0, 1, len(whole) // 2, len(whole) - 1):
        with pytest.raises(ArchiveSpoilt):
            unpack_book("m", whole[:length])


@pytest.mark.parametrize("redis_store", ["fakeredis"], indirect=True)
def test_the_file_of_another_match_is_not_taken_for_it(instance, redis_store, archive):
    play(instance, "m")
    archive_finished(redis_store, archive, LATER)
    with pytest.raises(ArchiveSpoilt, match="not what was written"):
        unpack_book("n", archive.path("m").read_bytes())
    kept = archive.load("m")
    shortened = msgspec.structs.replace(kept, numbers=kept.numbers[:-1])
    with pytest.raises(ArchiveSpoilt):
        unpack_book("m", pack_book("m", shortened))


def test_what_cannot_be_a_match_is_in_no_file(instance):
    assert instance.entries("../../etc") == []
    assert instance.cause("a.b", "c") is None


def test_the_feed_is_trimmed_but_for_its_newest(redis_store):
    play(redis_store, "m")
    partition = redis_store._keys.partition("m")
    assert redis_store.trim_feed(partition, -5) == 0
    assert redis_store.trim_feed(partition, 4) == 3
    assert [item.number for item in redis_store.feed(partition, after=0)] == [4, 5]
    assert redis_store.trim_feed(partition, 1_000) == 1
    play(redis_store, "n", length=2)  # the numbers go on, wherever this match lies
    numbers = [item.number for item in redis_store.feed(partition, after=0)]
    assert numbers in ([5], [5, 6, 7])
