"""The digits of causes lie in half of their bytes; books of earlier versions are read and written on."""

import fakeredis
import pytest

from events.causes import cause_at_version
from events.redis_book.packing import CAUSE_AHEAD, pack, pack_digest, unpack, unpack_digest
from events.redis_book.phrases import LAST_DEFLATED, NEWEST_PHRASES
from events.redis_book.redis_store import RedisStore
from events.store import Append, Appended, Misused, Replayed
from support.desk.earlier_packing import deflate, deflate_without_cause
from support.desk.entries import entry_after, run_of_entries

CAUSE = "0123456789abcdef" * 2
DIGEST = bytes.fromhex(CAUSE)
BODY = b'{"actor":"seat:0","at":1700000000000,"cause":"%s","command":{"said":"\\"cause\\":\\"=\\""}}'


@pytest.mark.parametrize("cause", [CAUSE.encode(), b"=", b"c", b"0" * 31, b"A" * 32])
def test_whatever_the_cause_the_very_bytes_come_back(cause):
    assert unpack(pack(BODY % cause)) == BODY % cause


def test_a_digest_is_lifted_out_of_an_entry_and_nothing_else_is():
    packed = pack(BODY % CAUSE.encode())

    assert packed[:2] == bytes([255, NEWEST_PHRASES + CAUSE_AHEAD])
    assert packed[2:18].hex() == CAUSE
    assert pack(b'{"said":"%s"}' % CAUSE.encode())[1] == NEWEST_PHRASES


@pytest.mark.parametrize("number", range(1, LAST_DEFLATED + 1))
@pytest.mark.parametrize("lifted", [False, True])
def test_an_entry_of_an_earlier_version_is_read(lifted, number):
    body = BODY % CAUSE.encode()
    stored = deflate_without_cause(DIGEST, BODY % b"=", number) if lifted else deflate(body, number)

    assert unpack(stored) == body


def test_a_lifted_cause_without_its_place_cannot_be_read():
    body = pack(BODY % CAUSE.encode())
    no_place = pack(b'{"said":1}')[2:]

    for spoilt in (deflate_without_cause(DIGEST, b'{"said":1}', 1), body[:18] + no_place):
        with pytest.raises(ValueError, match="no place for its cause"):
            unpack(spoilt)


@pytest.mark.parametrize("text", [CAUSE, "f", "", CAUSE.upper(), CAUSE + "0"])
def test_a_digest_comes_back_as_it_was(text):
    assert unpack_digest(pack_digest(text)) == text
    assert unpack_digest(text.encode()) == text


@pytest.fixture
def book():
    """A match with an entry whose cause and fingerprint lie there as earlier versions wrote them."""
    redis = fakeredis.FakeRedis()
    store = RedisStore(redis)
    for entry in run_of_entries(2):
        store.append(Append(match="m", entry=entry))
    caused = entry_after(store.entries("m")[-1], cause=CAUSE)
    store.append(Append(match="m", entry=caused, fingerprint=CAUSE[::-1]))
    key = store._keys.of_match("m", "causes")
    assert redis.hgetall(key) == {pack_digest(CAUSE): b"3:" + pack_digest(CAUSE[::-1])}
    redis.delete(key)
    redis.hset(key, CAUSE, f"3:{CAUSE[::-1]}")
    return store, caused


def test_a_cause_of_an_earlier_version_is_known(book):
    store, caused = book
    again = entry_after(caused, cause=CAUSE)

    assert store.cause("m", CAUSE) == (CAUSE[::-1], 3)
    assert store.append(Append(match="m", entry=again, fingerprint=CAUSE[::-1])) == Replayed(3)
    assert store.append(Append(match="m", entry=again, fingerprint="0" * 32)) == Misused(3)
    assert isinstance(store.append(Append(match="m", entry=entry_after(caused, cause="c"))), Appended)
    assert store.belongings("m", {"causes"}).causes == {CAUSE: (CAUSE[::-1], 3), "c": ("", 4)}


@pytest.mark.parametrize("lies_beside", [False, True])
def test_a_cause_that_follows_from_its_version_lies_in_its_entry(lies_beside):
    """Beside it as well only in a book of an earlier version."""
    redis = fakeredis.FakeRedis()
    store = RedisStore(redis)
    first = entry_after()
    told = entry_after(first, cause=cause_at_version("seat", "m", 1))
    for entry in (first, told):
        store.append(Append(match="m", entry=entry))
    key = store._keys.of_match("m", "causes")
    assert redis.hgetall(key) == {}
    if lies_beside:
        redis.hset(key, pack_digest(told.cause), b"2:")

    again = store.append(Append(match="m", entry=entry_after(first, cause=told.cause, said="other")))

    assert again == Replayed(2)
    assert store.belongings("m", {"causes"}).causes == {told.cause: ("", 2)}
