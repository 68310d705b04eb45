"""All that servers hold at one moment, read key by key while they go on working.

Every key is read once. What was written meanwhile is read again, then what was written while that went on,
until nothing has been written since it was read. Of a stream, which only grows, the new end is enough.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import redis

from events.backup.changes import Changes, pause_writes
from events.backup.key_records import Record, StreamRecord, find_keys, read_records
from events.store import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

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
        """A walk over all keys may meet one twice."""
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
