"""Appends that wait together travel together: one connection, one flush, one fsync for all of them.

The first to come sends at once. Those who come while an answer is awaited wait, and then the first of them
sends for all. So nobody waits for company, and under load a round trip carries all the appends that wait.
Looks for news of a match go the same way: a connection of their own costs more than the look.

Whoever waits or sends may be killed: it leaves the queue, the lead goes on to the next, and what it sent for
others is sent again by them, since an append knows its own entry.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import hiredis
import redis

from events.redis_book import append_script

if TYPE_CHECKING:
    from events.redis_book.replies import StreamElement

Words = list[Any]  # of one append: what its script is handed
CommandWords = tuple[Any, ...]  # of one command of Redis
Look = tuple[str, str]  # a stream, and from which id on
ScriptReply = Any  # a list of bytes, or the error that the server answered with

SEND_TRIES: Final = 2  # a broken connection is tried once more: an append knows its own entry


class _Ticket:
    """The commands of one caller in the queue."""

    __slots__ = ("called", "commands", "failure", "gone", "leads", "packed", "replies")

    def __init__(self, commands: Sequence[CommandWords]) -> None:
        self.commands = commands
        self.packed = b"".join(map(hiredis.pack_command, commands))
        self.called = threading.Event()
        self.leads = False
        self.gone = False  # its caller no longer waits
        self.replies: list[ScriptReply] = []
        self.failure: Exception | None = None


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
        return self._travel([("EVALSHA", append_script.APPEND_SCRIPT_SHA, *words) for words in appends])

    def look(self, stream: str, first: str, most: int) -> list[StreamElement]:
        """What lies in a stream from an id on."""
        found = self.look_all([(stream, first)], most)[0]
        if isinstance(found, redis.RedisError):
            raise found
        return found

    def look_all(self, looks: Sequence[Look], most: int) -> list[list[StreamElement] | redis.RedisError]:
        """The same in several streams; an error of the server stands in the place of its look."""
        commands = [("XRANGE", stream, first, "+", "COUNT", most) for stream, first in looks]
        return [read_elements(reply) for reply in self._travel(commands)]

    def _travel(self, commands: Sequence[CommandWords]) -> list[ScriptReply]:
        ticket = _Ticket(commands)
        if self._process != os.getpid():  # forked, perhaps in the middle of an append that is not ours
            self._begin()
        try:
            with self._door:
                self._queue.append(ticket)
                ticket.leads, self._busy = not self._busy, True
            if not ticket.leads:
                ticket.called.wait()
            if ticket.leads:
                self._lead()
        except BaseException:
            self._withdraw(ticket)
            raise
        finally:
            if ticket.leads:
                self._call_next()
        if ticket.failure is not None:
            raise ticket.failure
        return ticket.replies

    def _lead(self) -> None:
        """Sends for all who wait now."""
        with self._door:
            batch, self._queue = self._queue, []
        try:
            self._send(batch)
        except (redis.RedisError, OSError) as failure:
            for ticket in batch:
                ticket.failure = failure
        except BaseException:
            with self._door:
                self._queue[:0] = [ticket for ticket in batch if not ticket.gone]
            raise
        for ticket in batch:
            ticket.called.set()

    def _withdraw(self, ticket: _Ticket) -> None:
        with self._door:
            ticket.gone = True
            if ticket in self._queue:
                self._queue.remove(ticket)

    def _call_next(self) -> None:
        """One of those who came meanwhile."""
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
            together = b"".join(ticket.packed for ticket in batch)
            connection.send_packed_command([together])  # each part of the list would be sent by itself
            for ticket in batch:
                ticket.replies = [read_reply(connection) for _ in ticket.commands]
            for ticket in batch:
                self._send_script(connection, ticket)
        except BaseException:
            connection.disconnect()  # its next reader must not get the answers of this batch
            raise

    def _send_script(self, connection: Any, ticket: _Ticket) -> None:
        """For a server that no longer knows the script."""
        for place, command in enumerate(ticket.commands):
            if isinstance(ticket.replies[place], redis.exceptions.NoScriptError):
                connection.send_command("EVAL", append_script.APPEND_SCRIPT, *command[2:])
                ticket.replies[place] = read_reply(connection)

    def _line(self) -> Any:
        """One is enough: only one sends at a time, and asking the pool each time takes a quarter longer."""
        if self._connection is None:
            self._connection = self._client.connection_pool.get_connection()
        return self._connection


def read_elements(reply: ScriptReply) -> list[StreamElement] | redis.RedisError:
    if isinstance(reply, redis.RedisError):
        return reply
    return [(id_, dict(zip(fields[::2], fields[1::2], strict=True))) for id_, fields in reply]


def read_reply(connection: Any) -> ScriptReply:
    """An error of one append is that append's own, not the batch's."""
    try:
        return connection.read_response()
    except redis.ResponseError as failure:
        return failure
