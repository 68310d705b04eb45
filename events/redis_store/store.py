"""The store on Redis streams: one script appends a whole entry or nothing."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from contextlib import contextmanager
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.entry import has_cause_at_version
from events.names import check_document, is_match
from events.redis_store import appending, layout
from events.redis_store.appending import AppendBatcher, ScriptReply
from events.redis_store.layout import Keys, StreamElement, agree_on_layout
from events.redis_store.packing import pack, pack_digest, unpack, unpack_digest
from events.snapshots import SNAPSHOT_DOCUMENT as SNAPSHOTS
from events.store import Belongings, Head, ListingPosition, Page, StoreUnavailable, cursor_of, position_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from events.entry import Entry
    from events.store import Append, Belongings, FeedItem, Guard, Head, Outcome, Scope


CONNECT_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 5.0
MOST_CONNECTIONS: Final = 64  # of one process, and one per partition for the reader of its feed; others queue
RESCHEDULE_SCRIPT: Final = resources.files("events.redis_store").joinpath("reschedule.lua").read_text("utf-8")
FEW_ENTRIES: Final = 16  # that travel with appends without holding them up
_WAIT_SLICE_MS: Final = 2_000  # a blocking read must end well before the socket's time-out
_BEYOND: Final = 1 << 62  # above every version and number in the feed, and still a valid stream id


def connect_redis(url: str, *, partitions: int = 1) -> RedisStore:
    """`redis://`, `rediss://` or `unix://`. Plain blocking sockets, so gevent can patch them.

    A broken connection is tried once more: an append meets its own entry then and knows it.
    A time-out is not tried again: the server is busy enough.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url,
        protocol=2,
        max_connections=MOST_CONNECTIONS + partitions,
        timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
    )
    client = redis.Redis.from_pool(pool)
    try:
        return RedisStore(client, partitions=partitions)
    except BaseException:
        client.close()
        raise


@contextmanager
def translate_failures() -> Iterator[None]:
    try:
        yield
    except (redis.RedisError, redis.exceptions.RedisClusterException, OSError) as failure:
        raise StoreUnavailable(str(failure)) from failure


def read_single_outcome(new: Append, reply: ScriptReply) -> Outcome | StoreUnavailable:
    if isinstance(reply, Exception):
        return StoreUnavailable(str(reply))
    return appending.read_outcome(new, reply)


class RedisStore:
    def __init__(self, client: redis.Redis, *, partitions: int = 1) -> None:
        self._redis: Any = client  # redis-py types its answers for sync and async at once
        self._together = AppendBatcher(client)
        self._keys = Keys(partitions)
        with translate_failures():
            agree_on_layout(self._redis, self._keys)

    def close(self) -> None:
        self._redis.close()

    def append(self, new: Append) -> Outcome:
        words = appending.list_words(self._keys, new)
        with translate_failures():
            reply = self._together.run(words)
        return appending.read_outcome(new, reply)

    def append_all(self, new: Sequence[Append]) -> list[Outcome | StoreUnavailable]:
        words = [appending.list_words(self._keys, each) for each in new]
        with translate_failures():
            replies_to_all = self._together.run_all(words)
        return [read_single_outcome(*pair) for pair in zip(new, replies_to_all, strict=True)]

    def head(self, match: str) -> Head | None:
        return self._heads([match])[0]

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        if limit is not None and limit < 1:
            return []
        after = min(max(after, 0), _BEYOND)
        # The entry before the first is read too, for its hash.
        count = limit if limit is None or not after else limit + 1
        with translate_failures():
            found = self._read_book(self._keys.of_match(match, "book"), f"{after}-0", count)
        return list(layout.read_entries(found, after_first=after > 0))

    def new_entries(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        books = [(self._keys.of_match(match, "book"), f"{version}-0") for match, version in known.items()]
        with translate_failures():
            seen = self._together.look_all(books, FEW_ENTRIES + 1)
        found = {match: layout.read_few(each, FEW_ENTRIES) for match, each in zip(known, seen, strict=True)}
        return {match: entries for match, entries in found.items() if entries is not None}

    def _read_book(self, book: str, first: str, count: int | None) -> list[StreamElement]:
        """News are few and travel with the appends; a long stretch would hold them up."""
        most = count or (FEW_ENTRIES + 1)
        if first != "0-0" and most <= FEW_ENTRIES + 1:
            found = self._together.look(book, first, most)
            if count is not None or len(found) <= FEW_ENTRIES:
                return found
        read: list[StreamElement] = self._redis.xrange(book, first, "+", count)
        return read

    def cause(self, match: str, cause: str) -> tuple[str, int] | None:
        with translate_failures():
            found = self._redis.hget(self._keys.of_match(match, "causes"), pack_digest(cause))
        return None if found is None else layout.read_cause(found)

    def document(self, scope: Scope, name: str) -> dict[str, bytes]:
        with translate_failures():
            found = self._redis.hgetall(self._keys.document(scope, check_document(name)))
        return layout.read_document(found)

    def fields(self, scope: Scope, name: str) -> list[str]:
        with translate_failures():
            return [
                field.decode()
                for field in self._redis.hkeys(self._keys.document(scope, check_document(name)))
            ]

    def field(self, scope: Scope, name: str, field: str) -> bytes | None:
        with translate_failures():
            value: bytes | None = self._redis.hget(self._keys.document(scope, check_document(name)), field)
        return None if value is None else unpack(value)

    def chosen(self, scope: Scope, name: str, fields: Sequence[str]) -> dict[str, bytes]:
        if not fields:
            return {}
        with translate_failures():
            values = self._redis.hmget(self._keys.document(scope, check_document(name)), fields)
        return {
            field: unpack(value) for field, value in zip(fields, values, strict=True) if value is not None
        }

    def put(self, scope: Scope, name: str, fields: dict[str, bytes | None]) -> None:
        with translate_failures(), self._redis.pipeline(transaction=True) as together:
            self._change(together, scope, {name: fields})
            together.execute()

    def swap(self, scope: Scope, guard: Guard, documents: dict[str, dict[str, bytes | None]]) -> bool:
        key = self._keys.document(scope, check_document(guard.document))
        with translate_failures(), self._redis.pipeline(transaction=True) as together:
            together.watch(key)
            stored = together.hget(key, guard.field)
            if (None if stored is None else unpack(stored)) != guard.value:
                return False
            together.multi()
            self._change(together, scope, documents)
            try:
                together.execute()
            except redis.WatchError:
                return False
            return True

    def _change(self, together: Any, scope: Scope, documents: dict[str, dict[str, bytes | None]]) -> None:
        for name, fields in documents.items():
            key = self._keys.document_to_write(scope, name)
            for field, value in fields.items():
                if value is None:
                    together.hdel(key, field)
                else:
                    together.hset(key, field, pack(value))

    def listing(self, label: str, *, cursor: str | None = None, limit: int = 50) -> Page:
        found = self._positions(label, position_of(cursor) if cursor is not None else None, limit)
        page = found[:limit]
        heads = [head for head in self._heads([position.match for position in page]) if head]
        return Page(heads, cursor_of(page[-1]) if page and len(found) > limit else None)

    def count_listed(self, label: str) -> int:
        with translate_failures(), self._redis.pipeline(transaction=False) as together:
            for partition in range(self._keys.partitions):
                together.zcard(self._keys.listing(partition, label))
            return sum(together.execute())

    def feed(self, partition: int, *, after: int, limit: int = 100, wait_ms: int = 0) -> list[FeedItem]:
        start = {self._keys.feed(partition): f"{min(max(after, 0), _BEYOND)}-0"}
        until = time.monotonic() + wait_ms / 1000
        while True:
            left = int((until - time.monotonic()) * 1000)
            block = min(left, _WAIT_SLICE_MS) if left > 0 else None
            with translate_failures():
                found = self._redis.xread(start, count=max(limit, 1), block=block)
            if found or block is None:
                return [layout.read_feed_item(element) for _, elements in found or () for element in elements]

    def feed_end(self, partition: int) -> int:
        with translate_failures():
            newest = self._redis.xrevrange(self._keys.feed(partition), count=1)
        return layout.read_number(newest[0]) if newest else 0

    def partition_count(self) -> int:
        return self._keys.partitions

    def due(self, partition: int, *, before: int, limit: int = 100) -> list[tuple[str, int]]:
        with translate_failures():
            found = self._redis.zrangebyscore(
                self._keys.due(partition), "-inf", f"({before}", start=0, num=limit, withscores=True
            )
        return [(match.decode(), int(deadline)) for match, deadline in found]

    def deadline_of(self, match: str) -> int | None:
        with translate_failures():
            deadline = self._redis.zscore(self._due_key(match), match)
        return None if deadline is None else int(deadline)

    def move_deadline(self, match: str, before: int, after: int) -> bool:
        with translate_failures():
            return bool(self._redis.eval(RESCHEDULE_SCRIPT, 1, self._due_key(match), match, before, after))

    def _due_key(self, match: str) -> str:
        return self._keys.due(self._keys.partition(match))

    def parts(self) -> dict[str, set[str]]:
        """Return which keys each match has."""
        with translate_failures():
            return find_parts(self._redis)

    def belongings(self, match: str, documents: set[str]) -> Belongings:
        with translate_failures():
            return collect_belongings(self._redis, self._keys, match, documents)

    def let_go(self, head: Head, found: Belongings, documents: set[str]) -> bool:
        """Only the head stays. False, and nothing done, if any of it has changed since."""
        with translate_failures():
            return clear_match(self._redis, self._keys, head, found, documents)

    def trim_feed(self, partition: int, before: int) -> int:
        """Drops what is older; the newest element stays, because the next number is counted from it."""
        key = self._keys.feed(partition)
        with translate_failures():
            oldest = max(min(before, self.feed_end(partition)), 0)
            return int(self._redis.xtrim(key, minid=f"{oldest}-0", approximate=False))

    def ping(self) -> None:
        with translate_failures():
            self._redis.ping()

    def check_writable(self) -> None:
        """Try a write that changes nothing: it is refused for the reasons for which an append is."""
        with translate_failures(), self._redis.pipeline(transaction=False) as together:
            for partition in range(self._keys.partitions):
                together.setrange(self._keys.probe(partition), 0, b"")
            together.execute()

    def durability(self) -> str:
        with translate_failures():
            return self._durability_of(self._redis)

    @staticmethod
    def _durability_of(server: Any) -> str:
        try:
            settings = server.config_get("append*") | server.config_get("maxmemory*")
        except redis.ResponseError:  # hosted servers and fakes have no CONFIG
            return "unknown"
        if settings.get("maxmemory") != "0" and settings.get("maxmemory-policy") != "noeviction":
            return "evicting"
        if settings.get("appendonly") != "yes":
            return "memory"
        return f"fsync-{settings.get('appendfsync')}"

    def _heads(self, matches: list[str]) -> list[Head | None]:
        with translate_failures(), self._redis.pipeline(transaction=False) as together:
            for match in matches:
                together.hmget(self._keys.of_match(match, "head"), layout.HEAD_FIELDS)
            return [layout.read_head(*found) for found in zip(matches, together.execute(), strict=True)]

    def _positions(self, label: str, after: ListingPosition | None, limit: int) -> list[ListingPosition]:
        """Return the next `limit + 1` matches of every partition, merged."""
        with translate_failures(), self._redis.pipeline(transaction=False) as together:
            for partition in range(self._keys.partitions):
                key = self._keys.listing(partition, label)
                newest = f"({after.opened}" if after else "+inf"
                together.zrevrangebyscore(key, newest, "-inf", start=0, num=limit + 1, withscores=True)
                if after:  # those opened in the same millisecond
                    together.zrevrangebyscore(key, after.opened, after.opened, withscores=True)
            found = [
                position for members in together.execute() for position in layout.read_positions(members)
            ]
        return sorted((one for one in found if not after or one < after), reverse=True)[: limit + 1]


CLEAR_SCRIPT: Final = resources.files("events.redis_store").joinpath("clear.lua").read_text("utf-8")
FIXED_PARTS: Final = ("head", "book", "causes")
REMAKEABLE: Final = "-1"  # a document that can be filled again

_PART: Final = re.compile(rb"\{gb:\d+\}:m:([A-Za-z0-9_-]+):([a-z_]+)")


def find_parts(client: Any) -> dict[str, set[str]]:
    """Return which keys each match has: one walk over all names, done once a day."""
    found: dict[str, set[str]] = defaultdict(set)
    for key in client.scan_iter(match="{gb:*}:m:*", count=1000):
        if (named := _PART.fullmatch(key)) and is_match(named[1].decode()):
            found[named[1].decode()].add(named[2].decode())
    return found


def collect_belongings(client: Any, keys: Keys, match: str, documents: set[str]) -> Belongings:
    """Return all of a finished match; `let_go` makes sure that no document has changed meanwhile."""
    kept = sorted(documents - {SNAPSHOTS, *FIXED_PARTS})
    with client.pipeline(transaction=False) as together:
        together.xrange(keys.of_match(match, "book"))
        together.hgetall(keys.of_match(match, "causes"))
        for name in kept:
            together.hgetall(keys.of_match(match, name))
        book, causes, *found = together.execute()
    entries = list(layout.read_entries(book))
    return Belongings(
        entries=entries,
        numbers=[int(fields[b"n"]) for _, fields in book],
        causes=dict(_causes_at_versions(match, entries))
        | {unpack_digest(cause): layout.read_cause(value) for cause, value in causes.items()},
        documents={
            name: layout.read_document(fields) for name, fields in zip(kept, found, strict=True) if fields
        },
        nonce=layout.read_nonce(book[-1]) if book else b"",
    )


def _causes_at_versions(match: str, entries: list[Entry]) -> Iterator[tuple[str, tuple[str, int]]]:
    """They lie in their entries alone; in older books beside them as well."""
    for entry in entries:
        if entry.cause and has_cause_at_version(match, entry):
            yield entry.cause, ("", entry.version)


def clear_match(client: Any, keys: Keys, head: Head, found: Belongings, documents: set[str]) -> bool:
    """False, and nothing done, if any of what was found has changed since."""
    names = sorted(documents - set(FIXED_PARTS))
    words: list[str | bytes | int] = [head.version, bytes.fromhex(head.hash)]
    for name in names:
        if name == SNAPSHOTS:
            words.append(REMAKEABLE)
            continue
        stored = client.hgetall(
            keys.of_match(head.match, name)
        )  # packed, and not to the same bytes everywhere
        if layout.read_document(stored) != found.documents.get(name, {}):
            return False
        words += [len(stored), *(word for pair in stored.items() for word in pair)]
    places = [keys.of_match(head.match, part) for part in (*FIXED_PARTS, *names)]
    return bool(client.eval(CLEAR_SCRIPT, len(places), *places, *words))
