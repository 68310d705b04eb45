"""The store in the memory of one process: for unit tests, and to show what a store must do."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from events.entry import FIRST_PREV, Entry
from events.names import check_document, check_match, partition_of
from events.store import (
    Append,
    Appended,
    Closed,
    Conflict,
    FeedItem,
    FollowingEntry,
    Guard,
    Head,
    ListingPosition,
    Misused,
    Outcome,
    Page,
    Replayed,
    Scope,
    StoreUnavailable,
    check_scope,
    cursor_of,
    position_of,
)


class _Written(NamedTuple):
    fingerprint: str
    version: int


class _Match(msgspec.Struct, kw_only=True):
    head: Head
    book: list[Entry] = []
    feed_numbers: list[int] = []
    nonces: list[bytes] = []
    causes: dict[str, _Written] = {}


class MemoryStore:
    def __init__(self, *, partitions: int = 1) -> None:
        self._partitions = partitions
        self._matches: dict[str, _Match] = {}
        self._documents: dict[tuple[Scope, str], dict[str, bytes]] = {}
        self._listings: dict[str, set[ListingPosition]] = {}
        self._due: dict[str, int] = {}
        self._feeds: dict[int, list[FeedItem]] = {partition: [] for partition in range(partitions)}
        self._changed = threading.Condition()

    def append(self, new: Append) -> Outcome:
        check_match(new.match)
        for name in new.documents:
            check_document(name)
        with self._changed:
            refused = self._refused(new)
            if refused:
                return refused
            number = self._write(new)
            self._changed.notify_all()
            return Appended(number)

    def append_all(self, new: Sequence[Append]) -> list[Outcome | StoreUnavailable]:
        return [self.append(each) for each in new]

    def head(self, match: str) -> Head | None:
        with self._changed:
            known = self._matches.get(match)
            return known.head if known else None

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        after = max(after, 0)
        with self._changed:
            book = self._matches[match].book if match in self._matches else []
            return book[after:] if limit is None else book[after : after + max(limit, 0)]

    def new_entries(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        return {match: self.entries(match, after=version) for match, version in known.items()}

    def cause(self, match: str, cause: str) -> tuple[str, int] | None:
        with self._changed:
            known = self._matches.get(match)
            written = known.causes.get(cause) if known else None
            return (written.fingerprint, written.version) if written else None

    def document(self, scope: Scope, name: str) -> dict[str, bytes]:
        with self._changed:
            return dict(self._documents.get((scope, check_document(name)), {}))

    def fields(self, scope: Scope, name: str) -> list[str]:
        return list(self.document(scope, name))

    def field(self, scope: Scope, name: str, field: str) -> bytes | None:
        return self.document(scope, name).get(field)

    def chosen(self, scope: Scope, name: str, fields: Sequence[str]) -> dict[str, bytes]:
        found = self.document(scope, name)
        return {field: found[field] for field in fields if field in found}

    def put(self, scope: Scope, name: str, fields: dict[str, bytes | None]) -> None:
        check_scope(scope)
        with self._changed:
            document = self._documents.setdefault((scope, check_document(name)), {})
            for field, value in fields.items():
                if value is None:
                    document.pop(field, None)
                else:
                    document[field] = value

    def swap(self, scope: Scope, guard: Guard, documents: dict[str, dict[str, bytes | None]]) -> bool:
        with self._changed:
            if (
                self._documents.get((scope, check_document(guard.document)), {}).get(guard.field)
                != guard.value
            ):
                return False
            for name, fields in documents.items():
                self.put(scope, name, fields)
            return True

    def listing(self, label: str, *, cursor: str | None = None, limit: int = 50) -> Page:
        after = position_of(cursor) if cursor is not None else None
        with self._changed:
            newest_first = sorted(self._listings.get(label, ()), reverse=True)
            found = [position for position in newest_first if after is None or position < after]
            page = found[: max(limit, 0)]
            heads = [self._matches[position.match].head for position in page]
        return Page(heads, cursor_of(page[-1]) if page and len(found) > len(page) else None)

    def count_listed(self, label: str) -> int:
        with self._changed:
            return len(self._listings.get(label, ()))

    def feed(self, partition: int, *, after: int, limit: int = 100, wait_ms: int = 0) -> list[FeedItem]:
        after = max(after, 0)
        with self._changed:
            items = self._feeds.get(partition, [])
            self._changed.wait_for(lambda: len(items) > after, timeout=wait_ms / 1000)
            return items[after : after + max(limit, 1)]

    def feed_end(self, partition: int) -> int:
        with self._changed:
            return len(self._feeds.get(partition, []))

    def partition_count(self) -> int:
        return self._partitions

    def due(self, partition: int, *, before: int, limit: int = 100) -> list[tuple[str, int]]:
        with self._changed:
            passed = [(at, match) for match, at in self._due.items() if at < before]
        here = [(match, at) for at, match in sorted(passed) if self._partition_of(match) == partition]
        return here[:limit]

    def deadline_of(self, match: str) -> int | None:
        with self._changed:
            return self._due.get(match)

    def move_deadline(self, match: str, before: int, after: int) -> bool:
        with self._changed:
            if self._due.get(match) != before:
                return False
            self._due[match] = after
            return True

    def ping(self) -> None:
        """Do nothing: memory always answers."""

    def check_writable(self) -> None:
        """Do nothing: memory takes whatever comes."""

    def durability(self) -> str:
        return "memory"

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def _partition_of(self, match: str) -> int:
        return partition_of(match, self._partitions)

    def _refused(self, new: Append) -> Outcome | None:
        known = self._matches.get(new.match)
        written = known.causes.get(new.entry.cause or "") if known else None
        if written:
            same = written.fingerprint == new.fingerprint
            return Replayed(written.version) if same else Misused(written.version)
        version, hash_ = (known.head.version, known.head.hash) if known else (0, FIRST_PREV)
        if (version, hash_) != (new.entry.version - 1, new.entry.prev):
            return self._own_entry(new) or Conflict(version, hash_)
        return Closed(version) if known and known.head.closed else None

    def _own_entry(self, new: Append) -> Appended | None:
        """Return the answer again to a client that lost it: its own entry is no conflict."""
        known, index = self._matches.get(new.match), new.entry.version - 1
        if known is None or not 0 <= index < len(known.book):
            return None
        stored = known.book[index].hash, known.nonces[index]
        return Appended(known.feed_numbers[index]) if stored == (new.entry.hash, new.nonce) else None

    def _write(self, new: Append) -> int:
        match, entry = self._headed(new), new.entry
        feed = self._feeds[self._partition_of(new.match)]
        number = len(feed) + 1
        for each in (FollowingEntry(entry, new.metadata), *new.following):
            feed.append(FeedItem(len(feed) + 1, new.match, each.entry.version, each.metadata))
            match.book.append(each.entry)
            match.feed_numbers.append(len(feed))
            match.nonces.append(new.nonce)
        if entry.cause:
            match.causes[entry.cause] = _Written(new.fingerprint, entry.version)
        self._list(new, ListingPosition(match.head.opened, new.match))
        self._due.pop(new.match, None)
        if new.deadline is not None and not new.closes:
            self._due[new.match] = new.deadline
        for name, fields in new.documents.items():
            self.put(new.match, name, fields)
        return number

    def _headed(self, new: Append) -> _Match:
        known = self._matches.get(new.match)
        head = Head(
            match=new.match,
            version=new.last.version,
            hash=new.last.hash,
            opened=known.head.opened if known else new.entry.at,
            touched=new.entry.at,
            closed=new.closes,
            summary=new.summary,
        )
        match = known or _Match(head=head)
        match.head = head
        self._matches[new.match] = match
        return match

    def _list(self, new: Append, position: ListingPosition) -> None:
        for label in new.labels_dropped:
            self._listings.get(label, set()).discard(position)
        for label in ("", *new.labels_added):
            self._listings.setdefault(label, set()).add(position)
