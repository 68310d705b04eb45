"""Objects lie in Redis in fewer bytes; whoever reads them does not see it."""

from __future__ import annotations

import hashlib
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import fakeredis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.archive.archive import Archive
from events.codec import encode
from events.entry import BrokenChain, walk_chain
from events.redis_store.packing import LARGEST_BOOK, NEWEST_PHRASES, load_phrases, pack, unpack
from events.redis_store.store import RedisStore
from events.store import Append, Guard
from service.maintenance.archiving import archive_finished
from support.api.books import GAME_NAMES, play_book
from support.api.entries import run_of_entries

LATER = 1 << 50
SILENT_BITS = 4  # at most: one of the head is unused, and another table may say of so few bytes the same

# What was packed with a book of phrases can only be read with the very same one.
PRINTED = {
    3: "3fb26343dbf8703312ff5befe8910cf5a475627b85f8b5c7bf0aaec1ab6e6991",
}


@settings(deadline=None)
@given(
    st.binary()
    | st.binary().map(lambda rest: b"\xff" + rest)
    | st.text().map(lambda said: encode({"said": said}))
)
def test_what_was_packed_is_unpacked(value):
    assert unpack(pack(value)) == value


@settings(deadline=None)  # each is cut off at every byte
@given(st.dictionaries(st.text(), st.integers() | st.text()))
def test_a_packed_object_cut_off_anywhere_cannot_be_read(said):
    packed = pack(encode(said))

    for length in range(1, len(packed)):
        with pytest.raises(ValueError, match=r"."):
            unpack(packed[:length])
    with pytest.raises(ValueError, match=r"."):
        unpack(packed + b"\0")


@pytest.mark.parametrize("length", [1 << 22, 1 << 27, 1 << 32, 1 << 60])
def test_a_spoilt_length_takes_no_memory(length):
    packed = pack(b'{"said":1}')
    mark, rest = (
        packed[:2],
        packed[4:],
    )  # between them the head of the frame: its kind, and a length of one byte
    spoilt = mark + b"\xe0" + length.to_bytes(8, "little") + rest

    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="so few bytes"):
            unpack(spoilt)
        assert tracemalloc.get_traced_memory()[1] < 1 << 16
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("value", [b'{"a":"%s"}' % (b"a" * 10_000_000), b"{" + bytes(300_000), b"{"])
def test_what_shrinks_most_is_not_taken_for_spoilt(value):
    assert unpack(pack(value)) == value


def test_threads_that_pack_and_unpack_at_the_same_time_do_not_disturb_each_other():
    values = [encode({"said": str(number) * (number % 50)}) for number in range(2_000)]

    with ThreadPoolExecutor(8) as threads:
        packed = list(threads.map(pack, values))
        unpacked = list(threads.map(unpack, packed))

    assert packed == [pack(value) for value in values]
    assert unpacked == values


def test_a_book_of_phrases_never_changes():
    assert {number: hashlib.sha256(load_phrases(number)).hexdigest() for number in PRINTED} == PRINTED
    assert max(PRINTED) == NEWEST_PHRASES


def test_the_newest_book_is_not_too_large_for_small_values():
    assert len(load_phrases(NEWEST_PHRASES)) <= LARGEST_BOOK


def test_a_book_of_phrases_that_is_not_here_is_named():
    with pytest.raises(ValueError, match="no book of phrases 200"):
        unpack(b"\xff\xc8rest")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_entries_of_a_match_lie_in_a_third_of_their_bytes(game):
    store, entries = RedisStore(fakeredis.FakeRedis()), list(play_book(game))
    for entry in entries:
        store.append(Append(match="m", entry=entry, metadata=entry.body()))

    stored = store._redis.xrange(store._keys.of_match("m", "book"))
    told = store._redis.xrange(store._keys.feed(0))

    whole = sum(len(entry.body()) for entry in entries)
    assert sum(len(fields[b"e"]) for _, fields in stored) < whole / 3
    assert sum(len(fields[b"n"]) for _, fields in told) < whole / 3
    assert store.entries("m") == entries
    assert [item.metadata for item in store.feed(0, after=0, limit=10_000)] == [
        entry.body() for entry in entries
    ]


def test_what_was_written_before_anything_was_packed_is_read(redis_store):
    entries = run_of_entries(2)
    for entry in entries:
        redis_store.append(Append(match="m", entry=entry, documents={"scores": {"final": b'{"a":1}'}}))
    relay(redis_store, {entry.version: entry.body() for entry in entries})
    redis_store._redis.hset(redis_store._keys.of_match("m", "scores"), "final", b'{"a":1}')

    assert redis_store.entries("m") == entries
    assert redis_store.field("m", "scores", "final") == b'{"a":1}'


def test_every_bit_flipped_in_a_packed_entry_is_found_at_that_entry(redis_store):
    """Or it changes nothing at all."""
    entries = run_of_entries(3)
    for entry in entries:
        redis_store.append(Append(match="m", entry=entry))
    packed = pack(entries[1].body())
    silent = []

    for bit in range(8 * len(packed)):
        spoilt = bytearray(packed)
        spoilt[bit // 8] ^= 1 << bit % 8
        relay(redis_store, {entry.version: pack(entry.body()) for entry in entries} | {2: bytes(spoilt)})
        if first_bad_entry(redis_store) != 2:
            assert redis_store.entries("m") == entries
            silent.append(bit)

    assert len(silent) <= SILENT_BITS


def test_a_note_that_cannot_be_read_holds_up_nobody(redis_store):
    for entry in run_of_entries(3):
        redis_store.append(Append(match="m", entry=entry, metadata=b'{"n":%d}' % entry.version))
    feed = redis_store._keys.feed(0)
    redis_store._redis.delete(feed)
    for number, metadata in enumerate([pack(b'{"n":1}'), b"\xff\x01no", pack(b'{"n":3}')], 1):
        redis_store._redis.xadd(feed, {"m": "m", "v": number, "n": metadata}, id=f"{number}-0")

    assert [item.metadata for item in redis_store.feed(0, after=0)] == [b'{"n":1}', b"\xff\x01no", b'{"n":3}']


def test_a_guard_sees_what_was_put_and_not_how_it_lies(redis_store):
    redis_store.put("m", "leases", {"0": b'{"by":"a"}'})

    assert not redis_store.swap("m", Guard("leases", "0", b'{"by":"b"}'), {})
    assert redis_store.swap("m", Guard("leases", "0", b'{"by":"a"}'), {"leases": {"0": b'{"by":"b"}'}})
    assert redis_store.field("m", "leases", "0") == b'{"by":"b"}'


def test_a_document_that_another_packer_packed_is_archived_all_the_same(redis_store, tmp_path):
    for entry in run_of_entries(2):
        closes = entry.version == 2
        redis_store.append(
            Append(match="m", entry=entry, closes=closes, documents={"scores": {"final": b'{"a":1}'}})
        )
    redis_store._redis.hset(redis_store._keys.of_match("m", "scores"), "final", b'{"a":1}')

    assert archive_finished(redis_store, Archive(tmp_path), LATER).matches == 1
    assert redis_store.document("m", "scores") == {}


def first_bad_entry(store):
    try:
        list(walk_chain(store.entries("m")))
    except BrokenChain as broken:
        return broken.version
    return None


def relay(store, bodies):
    """The same book with these bytes in it."""
    book = store._keys.of_match("m", "book")
    found = store._redis.xrange(book)
    store._redis.delete(book)
    for id_, fields in found:
        store._redis.xadd(book, fields | {b"e": bodies[int(id_.split(b"-")[0])]}, id=id_)


def test_a_frame_with_nothing_in_it_is_no_value():
    with pytest.raises(ValueError, match="nothing was packed"):
        unpack(b"\xff\x03\x20\x00\x01\x00\x00trailing")
