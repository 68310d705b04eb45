"""The digits of causes are stored in half of their bytes."""

import fakeredis
import pytest

from events.entry import cause_at_version
from events.redis_store.packing import (
    CAUSE_AHEAD,
    NEWEST_PHRASES,
    pack,
    pack_digest,
    unpack,
    unpack_digest,
)
from events.redis_store.store import RedisStore
from events.store import Append, Replayed
from support.api.entries import entry_after

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


def test_a_lifted_cause_without_its_place_cannot_be_read():
    body = pack(BODY % CAUSE.encode())
    no_place = pack(b'{"said":1}')[2:]

    with pytest.raises(ValueError, match="no place for its cause"):
        unpack(body[:18] + no_place)


@pytest.mark.parametrize("text", [CAUSE, "f", "", CAUSE.upper(), CAUSE + "0"])
def test_a_digest_comes_back_as_it_was(text):
    assert unpack_digest(pack_digest(text)) == text
    assert unpack_digest(text.encode()) == text


def test_a_cause_that_follows_from_its_version_is_in_its_entry_alone():
    redis = fakeredis.FakeRedis()
    store = RedisStore(redis)
    first = entry_after()
    told = entry_after(first, cause=cause_at_version("seat", "m", 1))
    for entry in (first, told):
        store.append(Append(match="m", entry=entry))
    assert redis.hgetall(store._keys.of_match("m", "causes")) == {}

    again = store.append(Append(match="m", entry=entry_after(first, cause=told.cause, said="other")))

    assert again == Replayed(2)
    assert store.belongings("m", {"causes"}).causes == {told.cause: ("", 2)}
