"""The keys of a server in a form that every other Redis and Valkey takes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

CHUNK: Final = 500  # elements of a stream or of a sorted set in one record
PIPELINE: Final = 200  # records

OURS: Final = (b"gb:", b"{gb:")

Pairs = list[tuple[bytes, bytes]]


class Text(msgspec.Struct, frozen=True, tag="string"):
    key: bytes
    value: bytes


class Hash(msgspec.Struct, frozen=True, tag="hash"):
    key: bytes
    fields: Pairs


class Stream(msgspec.Struct, frozen=True, tag="stream"):
    """A stretch of a stream."""

    key: bytes
    elements: list[tuple[bytes, Pairs]]


class Ranking(msgspec.Struct, frozen=True, tag="zset"):
    """A stretch of a sorted set; its scores are whole numbers here."""

    key: bytes
    members: list[tuple[bytes, int]]


Record = Text | Hash | Stream | Ranking


class UnknownKind(Exception):  # noqa: N818  what it says
    """A key that the book never writes."""


def records(client: Any) -> Iterator[Record]:
    """All that is the book's on a server nobody writes to; what expires by itself is left out."""
    keys = (key for key in client.scan_iter(count=1000) if key.startswith(OURS))
    while some := list(islice(keys, PIPELINE)):
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
            yield Text(key, client.get(key))
        case "hash":
            yield _hash(client, key)
        case "stream":
            yield from _streams(client, key)
        case "zset":
            yield from _rankings(client, key)
        case _:
            raise UnknownKind(f"{key!r} is a {kind}: the book writes no such thing")


def _hash(client: Any, key: bytes) -> Hash:
    return Hash(key, sorted(client.hgetall(key).items()))


def _streams(client: Any, key: bytes) -> Iterator[Stream]:
    after = b"-"
    while found := client.xrange(key, after, "+", CHUNK):
        yield Stream(key, [(id_, list(fields.items())) for id_, fields in found])
        after = b"(" + found[-1][0]


def _rankings(client: Any, key: bytes) -> Iterator[Ranking]:
    first = 0
    while found := client.zrange(key, first, first + CHUNK - 1, withscores=True):
        yield Ranking(key, [(member, int(score)) for member, score in found])
        first += len(found)


def write(client: Any, given: Iterable[Record], tick: Callable[[], object] = lambda: None) -> None:
    """Into a server that holds nothing."""
    left = iter(given)
    while some := list(islice(left, PIPELINE)):
        with client.pipeline(transaction=False) as together:
            for record in some:
                _write(together, record)
            together.execute()
        for _ in some:
            tick()


def _write(together: Any, record: Record) -> None:
    match record:
        case Text():
            together.set(record.key, record.value)
        case Hash():
            together.hset(record.key, mapping=dict(record.fields))
        case Stream():
            for id_, fields in record.elements:
                together.xadd(record.key, dict(fields), id=id_)
        case Ranking():
            together.zadd(record.key, dict(record.members))


def holds(client: Any, record: Record) -> bool:
    """Whether a server has what the record says."""
    match record:
        case Text():
            return bool(client.get(record.key) == record.value)
        case Hash():
            return _hash(client, record.key) == record
        case Stream():
            found = client.xrange(record.key, record.elements[0][0], record.elements[-1][0])
            return [(id_, list(fields.items())) for id_, fields in found] == record.elements
        case Ranking():
            scores = client.zmscore(record.key, [member for member, _ in record.members])
            return bool(scores == [score for _, score in record.members])
