"""All that servers hold at one moment, read key by key while they go on working.

Every key is read once. What was written meanwhile is read again, then what was written while that went on,
until nothing has been written since it was read: the server itself names the keys (CLIENT TRACKING, since
Redis 6). Of a stream, which only grows, the new end is enough. What is read has a form that every Redis and
Valkey takes.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import redis

from events.store import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO


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
    """Yield the keys of the book, whatever else is on the server."""
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
    """Return whether a server has what the record says."""
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


CHANNEL: Final = "__redis__:invalidate"
PINGS: Final = 2  # the answer to the first may overtake the names of keys that were written just before it


class Changes:
    """A connection on which a server sends the name of every key that is written.

    Nothing else is asked there and it is never opened again, so no name is missed unnoticed.
    """

    def __init__(self, server: redis.Redis) -> None:
        pool: Any = server.connection_pool
        self._connection = pool.make_connection()
        self._names = set[bytes]()
        try:
            self._connection.connect()
            own = self._ask("CLIENT", "ID")
            prefixes = [word for prefix in KEY_PREFIXES for word in ("PREFIX", prefix)]
            self._ask("CLIENT", "TRACKING", "ON", "REDIRECT", own, "BCAST", *prefixes)
            self._ask("SUBSCRIBE", CHANNEL)
        except BaseException:
            self.close()
            raise

    def listen(self) -> None:
        """Take in what the server has to say: it drops whoever lets that pile up."""
        for _ in range(PINGS):
            self._connection.send_command("PING")
            while (message := self._connection.read_response())[0] != b"pong":
                if message[2] is None:
                    raise redis.RedisError("the server was emptied meanwhile")
                self._names.update(message[2])

    def take(self) -> set[bytes]:
        """Return the keys that were written before this call and are in no earlier answer."""
        self.listen()
        names, self._names = self._names, set()
        return names

    def close(self) -> None:
        self._connection.disconnect()

    def _ask(self, *words: Any) -> Any:
        self._connection.send_command(*words)
        return self._connection.read_response()


@contextmanager
def pause_writes(servers: Sequence[redis.Redis], milliseconds: int) -> Iterator[None]:
    """Let commands that write wait until the block ends, but no longer than so many milliseconds.

    A server that refuses is not paused.
    """
    try:
        for server in servers:
            with suppress(redis.ResponseError):  # not permitted, or unknown to a hosted server
                server.client_pause(milliseconds, all=False)
        yield
    finally:
        for server in servers:
            with suppress(redis.RedisError):  # the pause ends by itself
                server.client_unpause()


KEYS_PER_TRIP: Final = 200
READINGS_WHILE_WRITTEN: Final = 5  # each has less to read than the one before it
PAUSE_MS: Final = 1_000  # at most; a few milliseconds are enough
READINGS_IN_PAUSE: Final = 3


@contextmanager
def copy_servers(
    servers: Sequence[redis.Redis], folder: Path, tick: Callable[[], object]
) -> Iterator[Iterator[Record]]:
    """Yield the records of all servers as of the moment at which the block begins.

    Until it ends they lie in a nameless file in this folder.
    """
    with tempfile.TemporaryFile(dir=folder) as spool, ExitStack() as opened:
        try:
            told = [opened.enter_context(closing(Changes(server))) for server in servers]
            copy = _Copy(spool, list(zip(servers, told, strict=True)), tick)
            copy.read_all()
            if not copy.catch_up(READINGS_WHILE_WRITTEN):
                with pause_writes(servers, PAUSE_MS):
                    caught_up = copy.catch_up(READINGS_IN_PAUSE)
                if not caught_up:
                    raise StoreUnavailable("more is written than can be read. Try again when less goes on.")
        except redis.RedisError as failure:
            raise StoreUnavailable(f"the server cannot be read: {failure}") from failure
        yield copy.records()


class _StreamEnds(NamedTuple):
    """The ids of the oldest and of the newest element that was read."""

    oldest: bytes
    newest: bytes


class _Copy:
    """What was read of each key, in this order. Of one that was read again, the last time counts."""

    def __init__(
        self, spool: BinaryIO, servers: Sequence[tuple[redis.Redis, Changes]], tick: Callable[[], object]
    ) -> None:
        self._spool = spool
        self._servers = servers
        self._tick = tick
        self._reading = 0
        self._counts_from: dict[bytes, int] = {}  # the reading, where it is not the first
        self._streams: dict[bytes, _StreamEnds] = {}

    def read_all(self) -> None:
        for server, _ in self._servers:
            self._read(server, find_keys(server))

    def catch_up(self, readings: int) -> bool:
        """Read again what has been written since it was read; return whether nothing has in the end."""
        for _ in range(readings):
            self._reading += 1
            written = [(server, changes.take()) for server, changes in self._servers]
            if not any(keys for _, keys in written):
                return True
            for server, keys in written:
                self._read(server, keys)
        return False

    def records(self) -> Iterator[Record]:
        self._spool.seek(0)
        while frame := self._spool.read(4):
            reading, record = _decoder.decode(self._spool.read(int.from_bytes(frame, "big")))
            if reading >= self._counts_from.get(record.key, 0):
                yield record

    def _read(self, server: Any, keys: Iterable[bytes]) -> None:
        """Read these keys; a walk over all keys may meet one twice."""
        left = (key for key in keys if self._reading or key not in self._streams)
        while some := list(islice(left, KEYS_PER_TRIP)):
            for record in read_records(server, some, self._find_grown(server, some)):
                self._keep(record)
            for _, changes in self._servers:
                changes.listen()

    def _find_grown(self, server: Any, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the newest known id of each stream that begins where it did. Other keys count anew."""
        known = [key for key in keys if key in self._streams]
        with server.pipeline(transaction=False) as together:
            for key in known:
                together.xrange(key, count=1)
            begins = {key: found[0][0] for key, found in zip(known, together.execute(), strict=True) if found}
        grown = dict[bytes, bytes]()
        for key in keys:
            ends = self._streams.get(key)
            if ends and begins.get(key) == ends.oldest:
                grown[key] = ends.newest
            elif self._reading:
                self._counts_from[key] = self._reading
                self._streams.pop(key, None)
        return grown

    def _keep(self, record: Record) -> None:
        if isinstance(record, StreamRecord):
            before = self._streams.get(record.key)
            oldest = before.oldest if before else record.elements[0][0]
            self._streams[record.key] = _StreamEnds(oldest, record.elements[-1][0])
        raw = _encoder.encode((self._reading, record))
        self._spool.write(len(raw).to_bytes(4, "big") + raw)
        self._tick()


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(tuple[int, Record])
