"""Appends that wait together travel together: one connection, one flush, one fsync for all of them.

The first to come sends at once. Those who come while an answer is awaited wait, and then the first of them
sends for all. So nobody waits for company, and under load a round trip carries all the appends that wait.
"""

from __future__ import annotations

import os
import threading
from typing import Any, Final

import redis

from events.redis_book import append_script

ScriptReply = Any  # a list of bytes, or the error that the server answered with

SEND_TRIES: Final = 2  # a broken connection is tried once more: an append knows its own entry


class _Ticket:
    """One append in the queue."""

    __slots__ = ("called", "failure", "leads", "packed", "reply", "words")

    def __init__(self, words: list[Any]) -> None:
        self.words = words
        self.called = threading.Event()
        self.leads = False
        self.reply: ScriptReply = None
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

    def run(self, words: list[Any]) -> ScriptReply:
        """The reply of the append script to these words."""
        ticket = _Ticket(words)
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
        return ticket.reply

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
            packed: list[bytes] = []
            for ticket in batch:
                packed += connection.pack_command("EVALSHA", append_script.APPEND_SCRIPT_SHA, *ticket.words)
            connection.send_packed_command(packed)
            for ticket in batch:
                ticket.reply = read_reply(connection)
            for ticket in batch:
                if isinstance(ticket.reply, redis.exceptions.NoScriptError):
                    connection.send_command("EVAL", append_script.APPEND_SCRIPT, *ticket.words)
                    ticket.reply = read_reply(connection)
        except BaseException:
            connection.disconnect()  # its next reader must not get the answers of this batch
            raise
        for ticket in batch:
            if isinstance(ticket.reply, redis.RedisError):
                ticket.failure = ticket.reply

    def _line(self) -> Any:
        """One is enough: only one sends at a time, and asking the pool each time takes a quarter longer."""
        if self._connection is None:
            self._connection = self._client.connection_pool.get_connection()
        return self._connection


def read_reply(connection: Any) -> ScriptReply:
    """An error of one append is that append's own, not the batch's."""
    try:
        return connection.read_response()
    except redis.ResponseError as failure:
        return failure
