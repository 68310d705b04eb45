"""The check after a crash finds whatever could have gone wrong: each damage is done on purpose here."""

from __future__ import annotations

import fakeredis
import pytest

from events.redis_store.store import RedisStore
from events.store import Append
from support.api.entries import entry_after
from support.servers.agreement import Disagreement, check_agreement

PARTITIONS = 2


class Damaged:
    """Three matches of some entries each, and the keys below them."""

    def __init__(self):
        self.server = fakeredis.FakeRedis()
        self.store = RedisStore(self.server, partitions=PARTITIONS)
        self.acknowledged = []
        for match in ("a", "b", "c"):
            before = None
            for number in range(5):
                before = entry_after(before, cause=f"{match}{number}" if number else None, said=str(number))
                self.store.append(Append(match=match, entry=before, fingerprint="f"))
                self.acknowledged.append((match, before.version, before.hash))

    def key(self, part, match="b"):
        return self.store._keys.of_match(match, part)

    def feed(self, match="b"):
        return self.store._keys.feed(self.store._keys.partition(match))

    def rewrite(self, key, change):
        """A stream once more, with other elements."""
        items = [(name.decode(), fields) for name, fields in self.server.xrange(key)]
        self.server.delete(key)
        for name, fields in change(items):
            self.server.xadd(key, fields, id=name)

    def entry(self, place):
        return lambda items: [*items[:place], *items[place + 1 :]]


def body_of(damaged, items, place, fields):
    name, old = items[place]
    return [*items[:place], (name, old | fields), *items[place + 1 :]]


def last_in_feed(damaged):
    return int(damaged.server.xrevrange(damaged.feed(), count=1)[0][0].split(b"-")[0])


def again_in_feed(damaged):
    told = damaged.server.xrevrange(damaged.feed(), count=1)[0][1]
    damaged.server.xadd(damaged.feed(), told, id=f"{last_in_feed(damaged) + 1}-0")


def never_told(damaged):
    """A book that nobody announced."""
    for part in ("book", "head", "causes"):
        damaged.server.copy(damaged.key(part, "a"), damaged.key(part, "zz"))


def same_cause_twice(damaged):
    """Rightly chained, announced and numbered, but one request is carried out twice."""
    before = damaged.store.entries("b")[-1]
    entry = entry_after(before, cause="b1", said="again")
    damaged.server.hdel(damaged.key("causes"), "b1")
    damaged.store.append(Append(match="b", entry=entry, fingerprint="f"))


def another_head(damaged):
    damaged.server.hset(damaged.key("head"), "h", b"\1" * 32)


DAMAGES = {
    "the newest entry is gone": lambda d: d.rewrite(d.key("book"), d.entry(4)),
    "an entry in the middle is gone": lambda d: d.rewrite(d.key("book"), d.entry(2)),
    "the whole book is gone": lambda d: d.server.delete(d.key("book")),
    "an entry has other bytes": lambda d: d.rewrite(
        d.key("book"), lambda items: body_of(d, items, 2, {b"e": items[1][1][b"e"]})
    ),
    "an entry has another hash": lambda d: d.rewrite(
        d.key("book"), lambda items: body_of(d, items, 4, {b"h": b"\1" * 32})
    ),
    "an entry has another number": lambda d: d.rewrite(
        d.key("book"), lambda items: body_of(d, items, 2, {b"n": b"1"})
    ),
    "the head is behind": lambda d: d.server.hset(d.key("head"), "v", "4"),
    "the head is ahead": lambda d: d.server.hset(d.key("head"), "v", "6"),
    "the head has another hash": another_head,
    "the feed has a gap": lambda d: d.rewrite(d.feed(), d.entry(2)),
    "the feed has lost its end": lambda d: d.rewrite(d.feed(), lambda items: items[:-1]),
    "the feed tells of an entry twice": again_in_feed,
    "a book was never announced": never_told,
    "a cause is forgotten": lambda d: d.server.hdel(d.key("causes"), "b3"),
    "a cause is known that caused nothing": lambda d: d.server.hset(d.key("causes"), "b9", "3:f"),
    "a cause leads elsewhere": lambda d: d.server.hset(d.key("causes"), "b3", "3:f"),
    "a request was carried out twice": same_cause_twice,
}


def test_where_nothing_is_wrong_nothing_is_found():
    damaged = Damaged()

    assert check_agreement(damaged.store, damaged.acknowledged) == 15


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_every_damage_is_found(damage):
    damaged = Damaged()
    damage(damaged)

    with pytest.raises(Disagreement):
        check_agreement(damaged.store)


def test_an_end_that_is_lost_everywhere_is_missed_by_whoever_was_told_of_it():
    """As after a power cut with a server that had answered before its fsync."""
    damaged, half = Damaged(), Damaged()
    half.server.flushall()
    whole = damaged.store.entries("b")
    for entry in whole[:-1]:
        half.store.append(Append(match="b", entry=entry, fingerprint="f"))

    assert check_agreement(half.store, damaged.acknowledged[5:9]) == 4
    with pytest.raises(Disagreement, match="entry 5 of b, which was acknowledged"):
        check_agreement(half.store, damaged.acknowledged[5:10])
