"""Which keys of the book are written on a server: it names them itself (CLIENT TRACKING, since Redis 6)."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import redis

from events.backup.key_records import KEY_PREFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
