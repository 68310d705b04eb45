"""A store whose finished matches may lie in an archive. Readers do not see the difference.

It looks into Redis first, so a running match costs no more than without an archive.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from events.store import Appended, Closed, Conflict, Misused, Replayed, ServerScope, StoreUnavailable

if TYPE_CHECKING:
    from events.archive.archive import Archive
    from events.entry import Entry
    from events.store import Append, Belongings, FeedItem, Guard, Head, Outcome, Page, Scope, Store

MOST_FILES_OPEN: Final = 32  # files whose content is kept at hand


class ArchivedStore:
    def __init__(self, store: Store, archive: Archive) -> None:
        self.store = store
        self.archive = archive
        self._lock = threading.Lock()
        self._opened: OrderedDict[str, tuple[tuple[int, int], Belongings]] = OrderedDict()

    def append(self, new: Append) -> Outcome:
        """Append; a finished match takes no entry, but a repeated request still gets its first answer."""
        return self._answer_kept(new, self.store.append(new))

    def append_all(self, new: Sequence[Append]) -> list[Outcome | StoreUnavailable]:
        outcomes = self.store.append_all(new)
        return [
            outcome if isinstance(outcome, StoreUnavailable) else self._answer_kept(each, outcome)
            for each, outcome in zip(new, outcomes, strict=True)
        ]

    def _answer_kept(self, new: Append, outcome: Outcome) -> Outcome:
        if isinstance(outcome, Closed | Conflict) and (kept := self._kept(new.match)):
            return _answered(kept, new) or outcome
        return outcome

    def head(self, match: str) -> Head | None:
        return self.store.head(match)

    def entries(self, match: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        found = self.store.entries(match, after=after, limit=limit)
        if found or not (kept := self._kept(match)):
            return found
        after = max(after, 0)
        return kept.entries[after:] if limit is None else kept.entries[after : after + max(limit, 0)]

    def new_entries(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        found = self.store.new_entries(known)
        return {match: entries for match, entries in found.items() if entries or not self._mark(match)}

    def cause(self, match: str, cause: str) -> tuple[str, int] | None:
        found = self.store.cause(match, cause)
        if found is None and (kept := self._kept(match)):
            return kept.causes.get(cause)
        return found

    def document(self, scope: Scope, name: str) -> dict[str, bytes]:
        found = self.store.document(scope, name)
        kept = self._kept(scope)
        return {**kept.documents.get(name, {}), **found} if kept else found

    def fields(self, scope: Scope, name: str) -> list[str]:
        found = self.store.fields(scope, name)
        return list(self.document(scope, name)) if self._mark(scope) else found

    def field(self, scope: Scope, name: str, field: str) -> bytes | None:
        found = self.store.field(scope, name, field)
        return self.document(scope, name).get(field) if found is None else found

    def chosen(self, scope: Scope, name: str, fields: Sequence[str]) -> dict[str, bytes]:
        found = self.store.chosen(scope, name, fields)
        if len(found) == len(fields) or self._mark(scope) is None:
            return found
        kept = self.document(scope, name)
        return {field: kept[field] for field in fields if field in kept}

    def put(self, scope: Scope, name: str, fields: dict[str, bytes | None]) -> None:
        """Write in both places: an erased person is erased from the file as well."""
        self.store.put(scope, name, fields)
        if self._mark(scope) is not None:
            with self.archive.alone():
                self._rewrite(scope, {name: fields})

    def swap(self, scope: Scope, guard: Guard, documents: dict[str, dict[str, bytes | None]]) -> bool:
        """Swap where the guarded value is: in Redis, or only in the file."""
        if self._mark(scope) is None:
            return self.store.swap(scope, guard, documents)
        with self.archive.alone():
            stored = self.store.field(scope, guard.document, guard.field)
            if self.field(scope, guard.document, guard.field) != guard.value:
                return False
            if not self.store.swap(scope, guard._replace(value=stored), documents):
                return False
            self._rewrite(scope, documents)
            return True

    def listing(self, label: str, *, cursor: str | None = None, limit: int = 50) -> Page:
        return self.store.listing(label, cursor=cursor, limit=limit)

    def count_listed(self, label: str) -> int:
        return self.store.count_listed(label)

    def feed(self, partition: int, *, after: int, limit: int = 100, wait_ms: int = 0) -> list[FeedItem]:
        return self.store.feed(partition, after=after, limit=limit, wait_ms=wait_ms)

    def feed_end(self, partition: int) -> int:
        return self.store.feed_end(partition)

    def partition_count(self) -> int:
        return self.store.partition_count()

    def due(self, partition: int, *, before: int, limit: int = 100) -> list[tuple[str, int]]:
        return self.store.due(partition, before=before, limit=limit)

    def deadline_of(self, match: str) -> int | None:
        return self.store.deadline_of(match)

    def move_deadline(self, match: str, before: int, after: int) -> bool:
        return self.store.move_deadline(match, before, after)

    def ping(self) -> None:
        self.store.ping()

    def check_writable(self) -> None:
        self.store.check_writable()

    def durability(self) -> str:
        return self.store.durability()

    def close(self) -> None:
        self.store.close()

    def _mark(self, scope: Scope) -> tuple[int, int] | None:
        """Return the mark of the archived file; documents of the server never leave Redis."""
        return None if isinstance(scope, ServerScope) else self.archive.mark(scope)

    def _rewrite(self, scope: Scope, documents: dict[str, dict[str, bytes | None]]) -> None:
        """Rewrite the file, which nobody else may change in the meantime."""
        kept = then = self._kept(scope)
        for name, fields in documents.items():
            then = then and change_document(then, name, fields)
        if then is not None and then != kept:
            self.archive.save(str(scope), then)

    def _kept(self, scope: Scope) -> Belongings | None:
        """From memory as long as the file is the same."""
        mark, match = self._mark(scope), str(scope)
        if mark is None:
            return None
        opened = self._opened.get(match)
        if opened is None or opened[0] != mark:
            kept = self.archive.load(match)
            if kept is None:
                return None
            opened = mark, kept
        with self._lock:
            self._opened[match] = opened
            self._opened.move_to_end(match)
            while len(self._opened) > MOST_FILES_OPEN:
                self._opened.popitem(last=False)
        return opened[1]


def change_document(kept: Belongings, name: str, fields: dict[str, bytes | None]) -> Belongings:
    document = {**kept.documents.get(name, {}), **fields}
    left = {field: value for field, value in document.items() if value is not None}
    others = {other: found for other, found in kept.documents.items() if other != name}
    return msgspec.structs.replace(kept, documents=others | ({name: left} if left else {}))


def _answered(kept: Belongings, new: Append) -> Outcome | None:
    """Return what the script would answer, checked in its order."""
    if known := kept.causes.get(new.entry.cause or ""):
        return Replayed(known[1]) if known[0] == new.fingerprint else Misused(known[1])
    if kept.nonce == new.nonce and kept.entries[-1].hash == new.last.hash:
        return Appended(kept.numbers[new.entry.version - 1])
    return None
