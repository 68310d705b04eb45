"""What a replica is sent first: everything a server holds at one moment, while it goes on working.

The server forks for it, so nobody waits; a single connection is all it takes.
"""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import redis

from events.store import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

SILENCE_SECONDS: Final = 60.0  # while it forks and saves, the server gives a sign of life each second
CHUNK_BYTES: Final = 1 << 16
MARK_BYTES: Final = 40  # bytes that end a stream of unknown length


def receive_copy(
    client: redis.Redis, into: BinaryIO, progress: Callable[[int], object] = lambda _: None
) -> None:
    """Writes the server's RDB file."""
    pool: Any = client.connection_pool
    connection = pool.make_connection()
    try:
        connection.connect()
        connected: socket.socket = connection._sock  # noqa: SLF001  redis-py has no call that reads raw bytes
        connected.settimeout(SILENCE_SECONDS)
        connected.sendall(b"SYNC\r\n")
        with connected.makefile("rb") as stream:
            _copy(stream, into, progress)
    except (redis.RedisError, OSError) as failure:
        raise StoreUnavailable(f"the server does not hand out a copy of itself: {failure}") from failure
    finally:
        connection.disconnect()


def _copy(stream: Any, into: BinaryIO, progress: Callable[[int], object]) -> None:
    header = _header(stream)
    if header.startswith(b"$EOF:"):
        _copy_until(stream, into, header[5:].strip(), progress)
        return
    left = int(header[1:])
    while left:
        found = stream.read(min(left, CHUNK_BYTES))
        if not found:
            raise ConnectionError("the copy breaks off")
        into.write(found)
        progress(len(found))
        left -= len(found)


def _header(stream: Any) -> bytes:
    line: bytes = stream.readline()
    while line == b"\n":  # a sign of life
        line = stream.readline()
    if not line.startswith(b"$"):
        raise ConnectionError(line.decode(errors="replace").strip() or "it hangs up")
    return line


def _copy_until(stream: Any, into: BinaryIO, mark: bytes, progress: Callable[[int], object]) -> None:
    """The mark stands at the very end, after which the server falls silent."""
    held = b""
    while not held.endswith(mark):
        found = stream.read1(CHUNK_BYTES)
        if not found:
            raise ConnectionError("the copy breaks off")
        held += found
        into.write(held[:-MARK_BYTES])
        progress(len(held[:-MARK_BYTES]))
        held = held[-MARK_BYTES:]
