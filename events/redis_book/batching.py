"""Appends that wait together travel together: one connection, one flush, one fsync for all of them.

The first to come sends at once. Those who come while an answer is awaited wait, and then the first of them
sends for all. So nobody waits for company, and under load a round trip carries all the appends that wait.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any, Final

import hiredis
import redis

from events.redis_book import append_script

Words = list[Any]  # of one append
ScriptReply = Any  # a list of bytes, or the error that the server answered with

SEND_TRIES: Final = 2  # a broken connection is tried once more: an append knows its own entry


class _Ticket:
    """The appends of one caller in the queue."""

    __slots__ = ("appends", "called", "failure", "leads", "replies")

    def __init__(self, appends: Sequence[Words]) -> None:
        self.appends = appends
        self.called = threading.Event()
        self.leads = False
        self.replies: list[ScriptReply] = []
        self.failure: BaseException | None = None


class AppendBatcher:
    """One per store; shared by all threads or greenlets of the process."""

    def __init__(self, client: redis.Redis) -> None:
        self._client: Any = client
        self._begin()

    def _begin(self) -> None:
        self._door = threading.Lock()
        self._queue: list[_Ticket] = []
        self._busy = False
        self._connection: Any = None
        self._process = os.getpid()

    def run(self, words: Words) -> ScriptReply:
        """The reply of the append script to these words."""
        reply = self.run_all((words,))[0]
        if isinstance(reply, redis.RedisError):
            raise reply
        return reply

    def run_all(self, appends: Sequence[Words]) -> list[ScriptReply]:
        """A reply to each, in order; an error of the server stands in the place of its append."""
        if not appends:
            return []
        ticket = _Ticket(appends)
        if self._process != os.getpid():  # forked, perhaps in the middle of an append that is not ours
            self._begin()
        with self._door:
            self._queue.append(ticket)
            leads, self._busy = not self._busy, True
        if not leads:
            ticket.called.wait()
        if leads or ticket.leads:
            self._lead()
        if ticket.failure is not None:
            raise ticket.failure
        return ticket.replies

    def _lead(self) -> None:
        """Sends for all who wait now, then calls one of those who came meanwhile."""
        with self._door:
            batch, self._queue = self._queue, []
        try:
            self._send(batch)
        except BaseException as failure:
            for ticket in batch:
                ticket.failure = failure
            raise
        finally:
            for ticket in batch:
                ticket.called.set()
            self._call_next()

    def _call_next(self) -> None:
        with self._door:
            if not self._queue:
                self._busy = False
                return
            following = self._queue[0]
        following.leads = True
        following.called.set()

    def _send(self, batch: list[_Ticket]) -> None:
        for attempt in range(1, SEND_TRIES + 1):
            try:
                self._exchange(batch)
            except redis.ConnectionError:
                if attempt == SEND_TRIES:
                    raise
            else:
                return

    def _exchange(self, batch: list[_Ticket]) -> None:
        connection = self._line()
        try:
            together = b"".join(pack_append(words) for ticket in batch for words in ticket.appends)
            connection.send_packed_command([together])  # each part of the list would be sent by itself
            for ticket in batch:
                ticket.replies = [read_reply(connection) for _ in ticket.appends]
            for ticket in batch:
                self._send_script(connection, ticket)
        except BaseException:
            connection.disconnect()  # its next reader must not get the answers of this batch
            raise

    def _send_script(self, connection: Any, ticket: _Ticket) -> None:
        """To a server that has forgotten it."""
        for place, words in enumerate(ticket.appends):
            if isinstance(ticket.replies[place], redis.exceptions.NoScriptError):
                connection.send_command("EVAL", append_script.APPEND_SCRIPT, *words)
                ticket.replies[place] = read_reply(connection)

    def _line(self) -> Any:
        """One is enough: only one sends at a time, and asking the pool each time takes a quarter longer."""
        if self._connection is None:
            self._connection = self._client.connection_pool.get_connection()
        return self._connection


def pack_append(words: Words) -> bytes:
    packed: bytes = hiredis.pack_command(("EVALSHA", append_script.APPEND_SCRIPT_SHA, *words))
    return packed


def read_reply(connection: Any) -> ScriptReply:
    """An error of one append is that append's own, not the batch's."""
    try:
        return connection.read_response()
    except redis.ResponseError as failure:
        return failure
