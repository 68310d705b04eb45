"""The keys of a server in a form that every other Redis and Valkey takes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ELEMENTS_PER_RECORD: Final = 500  # elements of a stream or of a sorted set in one record
RECORDS_PER_PIPELINE: Final = 200  # records

KEY_PREFIXES: Final = (b"gb:", b"{gb:")

Pairs = list[tuple[bytes, bytes]]


class TextRecord(msgspec.Struct, frozen=True, tag="string"):
    key: bytes
    value: bytes


class HashRecord(msgspec.Struct, frozen=True, tag="hash"):
    key: bytes
    fields: Pairs


class StreamRecord(msgspec.Struct, frozen=True, tag="stream"):
    """A stretch of a stream."""

    key: bytes
    elements: list[tuple[bytes, Pairs]]


class RankingRecord(msgspec.Struct, frozen=True, tag="zset"):
    """A stretch of a sorted set; its scores are whole numbers here."""

    key: bytes
    members: list[tuple[bytes, int]]


Record = TextRecord | HashRecord | StreamRecord | RankingRecord


class UnknownKeyKind(Exception):  # noqa: N818  the name says it
    """A key that the book never writes."""


def find_keys(client: Any) -> Iterator[bytes]:
    """Those of the book, whatever else lies on the server."""
    return (key for key in client.scan_iter(count=1000) if key.startswith(KEY_PREFIXES))


def read_records(client: Any) -> Iterator[Record]:
    """Every key of the book on a server nobody writes to; keys that expire by themselves are left out."""
    keys = find_keys(client)
    while some := list(islice(keys, RECORDS_PER_PIPELINE)):
        with client.pipeline(transaction=False) as together:
            for key in some:
                together.type(key).pttl(key)
            told = together.execute()
        for key, kind, expires in zip(some, told[::2], told[1::2], strict=True):
            if expires == -1:
                yield from _records_of(client, key, kind.decode())


def _records_of(client: Any, key: bytes, kind: str) -> Iterator[Record]:
    match kind:
        case "string":
            yield TextRecord(key, client.get(key))
        case "hash":
            yield _hash(client, key)
        case "stream":
            yield from _streams(client, key)
        case "zset":
            yield from _rankings(client, key)
        case _:
            raise UnknownKeyKind(f"{key!r} is a {kind}: the book writes no such thing")


def _hash(client: Any, key: bytes) -> HashRecord:
    return HashRecord(key, sorted(client.hgetall(key).items()))


def _streams(client: Any, key: bytes) -> Iterator[StreamRecord]:
    after = b"-"
    while found := client.xrange(key, after, "+", ELEMENTS_PER_RECORD):
        yield StreamRecord(key, [(id_, list(fields.items())) for id_, fields in found])
        after = b"(" + found[-1][0]


def _rankings(client: Any, key: bytes) -> Iterator[RankingRecord]:
    first = 0
    while found := client.zrange(key, first, first + ELEMENTS_PER_RECORD - 1, withscores=True):
        yield RankingRecord(key, [(member, int(score)) for member, score in found])
        first += len(found)


def write_records(client: Any, given: Iterable[Record], tick: Callable[[], object] = lambda: None) -> None:
    """Into a server that holds nothing."""
    left = iter(given)
    while some := list(islice(left, RECORDS_PER_PIPELINE)):
        with client.pipeline(transaction=False) as together:
            for record in some:
                _write(together, record)
            together.execute()
        for _ in some:
            tick()


def _write(together: Any, record: Record) -> None:
    match record:
        case TextRecord():
            together.set(record.key, record.value)
        case HashRecord():
            together.hset(record.key, mapping=dict(record.fields))
        case StreamRecord():
            for id_, fields in record.elements:
                together.xadd(record.key, dict(fields), id=id_)
        case RankingRecord():
            together.zadd(record.key, dict(record.members))


def holds_record(client: Any, record: Record) -> bool:
    """Whether a server has what the record says."""
    match record:
        case TextRecord():
            return bool(client.get(record.key) == record.value)
        case HashRecord():
            return _hash(client, record.key) == record
        case StreamRecord():
            found = client.xrange(record.key, record.elements[0][0], record.elements[-1][0])
            return [(id_, list(fields.items())) for id_, fields in found] == record.elements
        case RankingRecord():
            scores = client.zmscore(record.key, [member for member, _ in record.members])
            return bool(scores == [score for _, score in record.members])
