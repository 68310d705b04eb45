"""A store whose finished matches may lie in an archive. Readers do not see the difference.

It looks into Redis first, so a running match costs no more than without an archive.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from events.store import Appended, Closed, Conflict, HousePlace, Misused, Replayed, StoreUnavailable

if TYPE_CHECKING:
    from events.archive.archive import Archive
    from events.entry import Entry
    from events.store import Append, Belongings, FeedItem, Guard, Head, Outcome, Page, Place, Store

MOST_FILES_OPEN: Final = 32  # files whose content is kept at hand


class ArchivedStore:
    def __init__(self, store: Store, archive: Archive) -> None:
        self.store = store
        self.archive = archive
        self._door = threading.Lock()
        self._opened: OrderedDict[str, tuple[tuple[int, int], Belongings]] = OrderedDict()

    def append(self, new: Append) -> Outcome:
        """A finished match takes no entry, but a repeated request still gets its first answer."""
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

    def news(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        found = self.store.news(known)
        return {match: entries for match, entries in found.items() if entries or not self._mark(match)}

    def cause(self, match: str, cause: str) -> tuple[str, int] | None:
        found = self.store.cause(match, cause)
        if found is None and (kept := self._kept(match)):
            return kept.causes.get(cause)
        return found

    def drawer(self, place: Place, name: str) -> dict[str, bytes]:
        found = self.store.drawer(place, name)
        kept = self._kept(place)
        return {**kept.drawers.get(name, {}), **found} if kept else found

    def fields(self, place: Place, name: str) -> list[str]:
        found = self.store.fields(place, name)
        return list(self.drawer(place, name)) if self._mark(place) else found

    def field(self, place: Place, name: str, field: str) -> bytes | None:
        found = self.store.field(place, name, field)
        return self.drawer(place, name).get(field) if found is None else found

    def chosen(self, place: Place, name: str, fields: Sequence[str]) -> dict[str, bytes]:
        found = self.store.chosen(place, name, fields)
        if len(found) == len(fields) or self._mark(place) is None:
            return found
        kept = self.drawer(place, name)
        return {field: kept[field] for field in fields if field in kept}

    def put(self, place: Place, name: str, fields: dict[str, bytes | None]) -> None:
        """In both places: an erased person is erased from the file as well."""
        self.store.put(place, name, fields)
        if self._mark(place) is not None:
            with self.archive.alone():
                self._rewrite(place, {name: fields})

    def swap(self, place: Place, guard: Guard, drawers: dict[str, dict[str, bytes | None]]) -> bool:
        """What the guard names may lie in Redis, or only in the file."""
        if self._mark(place) is None:
            return self.store.swap(place, guard, drawers)
        with self.archive.alone():
            lying = self.store.field(place, guard.drawer, guard.field)
            if self.field(place, guard.drawer, guard.field) != guard.value:
                return False
            if not self.store.swap(place, guard._replace(value=lying), drawers):
                return False
            self._rewrite(place, drawers)
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

    def _mark(self, place: Place) -> tuple[int, int] | None:
        """What the house keeps for itself never leaves Redis."""
        return None if isinstance(place, HousePlace) else self.archive.mark(place)

    def _rewrite(self, place: Place, drawers: dict[str, dict[str, bytes | None]]) -> None:
        """The file, which nobody else may change in the meantime."""
        kept = then = self._kept(place)
        for name, fields in drawers.items():
            then = then and change_drawer(then, name, fields)
        if then is not None and then != kept:
            self.archive.save(str(place), then)

    def _kept(self, place: Place) -> Belongings | None:
        """From memory as long as the file is the same."""
        mark, match = self._mark(place), str(place)
        if mark is None:
            return None
        opened = self._opened.get(match)
        if opened is None or opened[0] != mark:
            kept = self.archive.load(match)
            if kept is None:
                return None
            opened = mark, kept
        with self._door:
            self._opened[match] = opened
            self._opened.move_to_end(match)
            while len(self._opened) > MOST_FILES_OPEN:
                self._opened.popitem(last=False)
        return opened[1]


def change_drawer(kept: Belongings, name: str, fields: dict[str, bytes | None]) -> Belongings:
    drawer = {**kept.drawers.get(name, {}), **fields}
    left = {field: value for field, value in drawer.items() if value is not None}
    others = {other: found for other, found in kept.drawers.items() if other != name}
    return msgspec.structs.replace(kept, drawers=others | ({name: left} if left else {}))


def _answered(kept: Belongings, new: Append) -> Outcome | None:
    """In the order in which the script looks."""
    if known := kept.causes.get(new.entry.cause or ""):
        return Replayed(known[1]) if known[0] == new.fingerprint else Misused(known[1])
    if kept.nonce == new.nonce and kept.entries[-1].hash == new.last.hash:
        return Appended(kept.numbers[new.entry.version - 1])
    return None
