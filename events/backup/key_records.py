"""The keys of a server in a form that every other Redis and Valkey takes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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


def read_records(client: Any, keys: Sequence[bytes], after: Mapping[bytes, bytes]) -> Iterator[Record]:
    """Read keys of the book, streams behind the ids in `after`. Keys that expire are left out."""
    with client.pipeline(transaction=False) as together:
        for key in keys:
            together.type(key).pttl(key)
        told = together.execute()
    kinds = {
        key: kind.decode()
        for key, kind, expires in zip(keys, told[::2], told[1::2], strict=True)
        if expires == -1
    }
    with client.pipeline(transaction=False) as together:
        for key, kind in kinds.items():
            _ask_for(together, key, kind, after.get(key))
        answers = together.execute()
    for (key, kind), answer in zip(kinds.items(), answers, strict=True):
        yield from _records_of(client, key, kind, answer)


def _ask_for(together: Any, key: bytes, kind: str, after: bytes | None) -> None:
    """All of a key, or its first elements."""
    match kind:
        case "string":
            together.get(key)
        case "hash":
            together.hgetall(key)
        case "stream":
            together.xrange(key, b"-" if after is None else b"(" + after, "+", ELEMENTS_PER_RECORD)
        case "zset":
            together.zrange(key, 0, ELEMENTS_PER_RECORD - 1, withscores=True)
        case _:
            raise UnknownKeyKind(f"{key!r} is a {kind}: the book writes no such thing")


def _records_of(client: Any, key: bytes, kind: str, found: Any) -> Iterator[Record]:
    """`found` is what was asked for; it is empty where the key has just gone."""
    if kind == "string" and found is not None:
        yield TextRecord(key, found)
    elif kind == "hash" and found:
        yield HashRecord(key, sorted(found.items()))
    elif kind == "stream":
        while found:
            yield StreamRecord(key, [(id_, list(fields.items())) for id_, fields in found])
            found = client.xrange(key, b"(" + found[-1][0], "+", ELEMENTS_PER_RECORD)
    elif kind == "zset":
        read = 0
        while found:
            yield RankingRecord(key, [(member, int(score)) for member, score in found])
            read += len(found)
            found = client.zrange(key, read, read + ELEMENTS_PER_RECORD - 1, withscores=True)


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
            return sorted(client.hgetall(record.key).items()) == record.fields
        case StreamRecord():
            found = client.xrange(record.key, record.elements[0][0], record.elements[-1][0])
            return [(id_, list(fields.items())) for id_, fields in found] == record.elements
        case RankingRecord():
            scores = client.zmscore(record.key, [member for member, _ in record.members])
            return bool(scores == [score for _, score in record.members])
