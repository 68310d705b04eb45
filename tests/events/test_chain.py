"""The hash chain: known answers, and every spoilt byte found where it is."""

from __future__ import annotations

import fakeredis
import msgspec
import pytest

from events.entry import FIRST_PREV, BrokenChain, hash_of, seal, walk_chain
from events.redis_store.store import RedisStore
from events.store import Append
from support.api.entries import entry_after, run_of_entries

BODY = (
    '{"actor":"host","at":1700000000000,"cause":null,"command":{"seats":2,"type":"open","words":"Glück auf"},'
    '"events":[{"type":"opened"}],"rules":"talk/1","version":1}'
).encode()
HASH = "45f35a43378d3476cc933399b1913fe5caafe2460895eb5c59d387cf88aa7b9a"  # by sha256sum of 64 zeros and BODY


@pytest.fixture
def store():
    return RedisStore(fakeredis.FakeRedis())


def test_an_entry_has_the_bytes_and_the_hash_that_others_compute():
    entry = seal(
        version=1,
        at=1_700_000_000_000,
        actor="host",
        command='{"seats":2,"type":"open","words":"Glück auf"}'.encode(),
        events=b'[{"type":"opened"}]',
        rules="talk/1",
        cause=None,
        prev=FIRST_PREV,
    )

    assert entry.body() == BODY
    assert entry.hash == hash_of(FIRST_PREV, BODY) == HASH


def test_any_spoilt_byte_of_a_body_is_found_at_its_entry(store):
    entries = run_of_entries(3)
    body = entries[1].body()

    for place in range(len(body)):
        for flip in (0x01, 0x20, 0x80):
            spoilt = bytearray(body)
            spoilt[place] ^= flip
            rewrite(store, entries, bodies={2: bytes(spoilt)})
            assert first_bad_entry(store) == 2, f"byte {place} with {flip:#x}"


def test_any_spoilt_byte_of_a_hash_is_found_at_its_entry(store):
    entries = run_of_entries(3)

    for place in range(32):
        spoilt = bytearray.fromhex(entries[1].hash)
        spoilt[place] ^= 1
        rewrite(store, entries, hashes={2: bytes(spoilt)})
        assert first_bad_entry(store) == 2


def test_a_field_slipped_into_a_body_is_found(store):
    entries = run_of_entries(2)
    rewrite(store, entries, bodies={2: entries[1].body()[:-1] + b',"zebra":1}'})

    assert first_bad_entry(store) == 2


def test_entries_missing_swapped_or_foreign_are_found():
    first, second, third = run_of_entries(3)
    stranger = msgspec.structs.replace(second, prev="f" * 64)
    leap = entry_after(msgspec.structs.replace(first, version=2))  # version 3, rightly hashed after the first

    assert broken_at([first, third]) == 2
    assert broken_at([second, third]) == 1
    assert broken_at([first, third, second]) == 2
    assert broken_at([first, stranger, third]) == 2
    assert broken_at([first, second, first]) == 3
    assert broken_at([first, leap]) == 2


def test_a_run_from_the_middle_is_checked_from_there():
    entries = run_of_entries(4)

    assert list(walk_chain(entries[2:], after=2, prev=entries[1].hash)) == entries[2:]
    assert broken_at(entries[2:], after=2, prev=entries[0].hash) == 3


def rewrite(store, entries, *, bodies=None, hashes=None):
    """As somebody with access to the server could: other bytes under the same numbers."""
    store._redis.flushall()
    for entry in entries:
        store.append(Append(match="m", entry=entry))
    book = store._keys.of_match("m", "book")
    store._redis.delete(book)
    for entry in entries:
        body = (bodies or {}).get(entry.version, entry.body())
        hash_ = (hashes or {}).get(entry.version, bytes.fromhex(entry.hash))
        store._redis.xadd(book, {"e": body, "h": hash_, "n": entry.version}, id=f"{entry.version}-0")


def first_bad_entry(store):
    with pytest.raises(BrokenChain) as broken:
        list(walk_chain(store.entries("m")))
    return broken.value.version


def broken_at(entries, **start):
    with pytest.raises(BrokenChain) as broken:
        list(walk_chain(entries, **start))
    return broken.value.version
