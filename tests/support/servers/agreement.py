"""What must hold in a store after any kills: book, head, feed and causes tell the same story.

Checked from below, key by key, so that no code that reads them could hide an error.
"""

from __future__ import annotations

from collections import Counter

from events.entry import BrokenChain, has_cause_at_version, walk_chain
from events.redis_store.packing import unpack_digest

FAR = 10_000_000


class Disagreement(AssertionError):  # noqa: N818  the name says it
    """Something was lost, doubled, left out or torn."""


def check_agreement(store, acknowledged=()):
    """How many entries there are. `acknowledged`: the (match, version, hash) that somebody was told of."""
    told = numbers_in_the_feed(store)
    written = {match for match, parts in store.parts().items() if "book" in parts}
    same(written, set(told), "matches with a book, and in the feed")
    hashes = {}
    for match in sorted(written):
        book = whole_book(store, match)
        hashes |= {(match, entry.version): entry.hash for entry in book}
        head = store.head(match)
        same((head.version, head.hash), (len(book), book[-1].hash), f"the head of {match}")
        causes_agree(store, match, book)
        same(told[match], numbers_in_the_book(store, match), f"the numbers of {match} in feed and book")
    for match, version, hash_ in acknowledged:
        same(hash_, hashes.get((match, version)), f"entry {version} of {match}, which was acknowledged")
    return len(hashes)


def numbers_in_the_feed(store):
    """match -> version -> number."""
    numbers: dict[str, dict[int, int]] = {}
    for partition in range(store.partition_count()):
        items = store.feed(partition, after=0, limit=FAR)
        same([item.number for item in items], list(range(1, len(items) + 1)), f"feed {partition}")
        same(store.feed_end(partition), len(items), f"the end of feed {partition}")
        for item in items:
            told = numbers.setdefault(item.match, {})
            if item.version in told:
                raise Disagreement(f"the feed tells of entry {item.version} of {item.match} twice")
            told[item.version] = item.number
    return numbers


def whole_book(store, match):
    try:
        return list(walk_chain(store.entries(match)))
    except BrokenChain as broken:
        raise Disagreement(f"{match}, {broken}") from broken


def numbers_in_the_book(store, match):
    items = store._redis.xrange(store._keys.of_match(match, "book"))
    return {int(version.split(b"-")[0]): int(fields[b"n"]) for version, fields in items}


def causes_agree(store, match, book):
    counted = Counter(entry.cause for entry in book if entry.cause)
    for cause, times in counted.items():
        if times > 1:
            raise Disagreement(f"{match}: {cause} caused {times} entries")
    kept = store._redis.hgetall(store._keys.of_match(match, "causes"))
    known = {unpack_digest(cause): int(said.split(b":")[0]) for cause, said in kept.items()}
    wanted = {
        entry.cause: entry.version
        for entry in book
        if entry.cause and not has_cause_at_version(match, entry)  # whose entries remember them
    }
    same(known, wanted, f"the causes of {match}")


def same(found, wanted, what):
    if found != wanted:
        raise Disagreement(f"{what}: {differing(found)}, {differing(wanted)}")


def differing(said):
    shown = repr(said)
    return shown if len(shown) < 400 else f"{shown[:200]} … {shown[-200:]}"
