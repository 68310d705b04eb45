"""The append script: its arguments, what its reply means, and how several appends travel together.

One connection, one flush, one fsync for all appends that wait (group commit). The first to come sends at
once. Those who come while an answer is awaited wait, and then the first of them sends for all. So nobody
waits for company, and under load a round trip carries all the appends that wait. Reads of new entries of a
match go the same way: a connection of their own costs more than the read.

Whoever waits or sends may be killed: it leaves the queue, the lead goes on to the next, and what it sent for
others is sent again by them, since an append knows its own entry.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import hiredis
import redis

from events.entry import has_cause_at_version
from events.names import check_match
from events.redis_store import layout
from events.redis_store.layout import Keys, StreamElement
from events.redis_store.packing import pack, pack_common, pack_digest
from events.store import Append, Appended, Closed, Conflict, Misused, Outcome, Replayed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


ScriptWord = str | bytes | int

APPEND_SCRIPT: Final = resources.files("events.redis_store").joinpath("append.lua").read_text("utf-8")
APPEND_SCRIPT_SHA: Final = hashlib.sha1(APPEND_SCRIPT.encode(), usedforsecurity=False).hexdigest()


def list_words(keys: Keys, new: Append) -> list[ScriptWord]:
    """Return the number of keys, the keys and the arguments, as EVAL and EVALSHA take them."""
    joined, left = _listings(keys, new)
    names = [*_own_keys(keys, new.match), *joined, *left]
    first_document = len(names) + 1  # Lua counts from one
    names += [keys.document_to_write(new.match, document) for document in new.documents]
    entry = new.entry
    return [
        len(names),
        *names,
        new.match,
        entry.version - 1,
        bytes.fromhex(entry.prev),
        entry.version,
        bytes.fromhex(entry.hash),
        pack(entry.body()),
        entry.at,
        *map(pack_digest, (entry.cause or "", new.fingerprint)),
        int(new.closes),
        pack_common(new.summary),
        pack_common(new.metadata),
        "" if new.deadline is None or new.closes else new.deadline,
        *map(len, (joined, left, new.following)),
        new.nonce,
        entry.cause or "",
        int(not new.fingerprint and has_cause_at_version(new.match, entry)),
        *_following(new),
        *_document_changes(new, first_document),
    ]


def read_outcome(new: Append, reply: Sequence[bytes]) -> Outcome:
    kind = reply[0]
    if kind == b"appended":
        return Appended(int(reply[1]))
    if kind == b"conflict":
        return Conflict(int(reply[1]), reply[2].hex())
    if kind == b"closed":
        return Closed(int(reply[1]))
    fingerprint, version = layout.read_cause(reply[1])
    return Replayed(version) if fingerprint == new.fingerprint else Misused(version)


@lru_cache(maxsize=10_000)
def _own_keys(keys: Keys, match: str) -> tuple[str, ...]:
    """Return the keys that are the same at every append of a match."""
    partition = keys.partition(check_match(match))
    own = (keys.of_match(match, part) for part in ("book", "head", "causes"))
    return (*own, keys.feed(partition), keys.due(partition))


def _listings(keys: Keys, new: Append) -> tuple[list[str], list[str]]:
    """Return the listings that the match joins, and those that it leaves: with most entries none."""
    everything = ("",) if new.entry.version == 1 else ()
    labels = (*everything, *new.labels_added)
    if not labels and not new.labels_dropped:
        return [], []
    partition = keys.partition(new.match)
    return (
        [keys.listing(partition, label) for label in labels],
        [keys.listing(partition, label) for label in new.labels_dropped],
    )


def _following(new: Append) -> Iterator[ScriptWord]:
    for each in new.following:
        entry = each.entry
        yield from (entry.version, bytes.fromhex(entry.hash), pack(entry.body()), pack_common(each.metadata))


def _document_changes(new: Append, first_document: int) -> Iterator[ScriptWord]:
    for index, fields in enumerate(new.documents.values(), first_document):
        for field, value in fields.items():
            yield from (index, "del", field, b"") if value is None else (index, "set", field, pack(value))


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
        self._lock = threading.Lock()
        self._queue: list[_Ticket] = []
        self._busy = False
        self._connection: Any = None
        self._process = os.getpid()

    def run(self, words: Words) -> ScriptReply:
        """Return the reply of the append script to these words."""
        reply = self.run_all((words,))[0]
        if isinstance(reply, redis.RedisError):
            raise reply
        return reply

    def run_all(self, appends: Sequence[Words]) -> list[ScriptReply]:
        """Return a reply to each, in order; an error of the server stands in the place of its append."""
        if not appends:
            return []
        return self._send_and_wait([("EVALSHA", APPEND_SCRIPT_SHA, *words) for words in appends])

    def look(self, stream: str, first: str, most: int) -> list[StreamElement]:
        """Return the elements of a stream from an id on."""
        found = self.look_all([(stream, first)], most)[0]
        if isinstance(found, redis.RedisError):
            raise found
        return found

    def look_all(self, looks: Sequence[Look], most: int) -> list[list[StreamElement] | redis.RedisError]:
        """Return the same of several streams; an error of the server stands in the place of its look."""
        commands = [("XRANGE", stream, first, "+", "COUNT", most) for stream, first in looks]
        return [read_elements(reply) for reply in self._send_and_wait(commands)]

    def _send_and_wait(self, commands: Sequence[CommandWords]) -> list[ScriptReply]:
        ticket = _Ticket(commands)
        if self._process != os.getpid():  # forked, perhaps in the middle of an append that is not ours
            self._begin()
        try:
            with self._lock:
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
        """Send for all who wait now."""
        with self._lock:
            batch, self._queue = self._queue, []
        try:
            self._send(batch)
        except (redis.RedisError, OSError) as failure:
            for ticket in batch:
                ticket.failure = failure
        except BaseException:
            with self._lock:
                self._queue[:0] = [ticket for ticket in batch if not ticket.gone]
            raise
        for ticket in batch:
            ticket.called.set()

    def _withdraw(self, ticket: _Ticket) -> None:
        with self._lock:
            ticket.gone = True
            if ticket in self._queue:
                self._queue.remove(ticket)

    def _call_next(self) -> None:
        """Wake one of those who came meanwhile: it sends next."""
        with self._lock:
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
        connection = self._open_connection()
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
        """Send the script itself to a server that no longer has it."""
        for place, command in enumerate(ticket.commands):
            if isinstance(ticket.replies[place], redis.exceptions.NoScriptError):
                connection.send_command("EVAL", APPEND_SCRIPT, *command[2:])
                ticket.replies[place] = read_reply(connection)

    def _open_connection(self) -> Any:
        """Return the one connection: only one sends at a time, and the pool takes a quarter longer."""
        if self._connection is None:
            self._connection = self._client.connection_pool.get_connection()
        return self._connection


def read_elements(reply: ScriptReply) -> list[StreamElement] | redis.RedisError:
    if isinstance(reply, redis.RedisError):
        return reply
    return [(id_, dict(zip(fields[::2], fields[1::2], strict=True))) for id_, fields in reply]


def read_reply(connection: Any) -> ScriptReply:
    """Return a reply, or the error of one append: it is not that of the batch."""
    try:
        return connection.read_response()
    except redis.ResponseError as failure:
        return failure
