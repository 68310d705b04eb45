"""Finished matches leave Redis once a file on disk surely holds them.

At every moment a match is whole in one of the two places, so a run may stop anywhere and the next one
completes it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from events.archive.archive import Archive, ArchiveSpoilt
from events.redis_store.store import FIXED_PARTS, RedisStore
from events.store import Belongings, Head, StoreUnavailable

MOST_TRIES_TO_ARCHIVE = 5  # while others change a document


class StillChanging(Exception):  # noqa: N818  the name says it
    """A finished match that somebody keeps writing to."""


@dataclass
class ArchivingReport:
    matches: int = 0
    entries: int = 0
    failures: dict[str, str] = field(default_factory=dict)  # by match


def archive_finished(
    store: RedisStore, archive: Archive, before: int, tick: Callable[[], object] = lambda: None
) -> ArchivingReport:
    """Archive all that ended before a moment, UTC milliseconds. One that cannot be moved stops no other."""
    done = ArchivingReport()
    for match, parts in store.parts().items():
        try:
            moved = archive_if_finished(store, archive, match, parts, before)
        except (ArchiveSpoilt, StillChanging, StoreUnavailable) as failure:
            store.ping()  # without the server none of the others can be moved either
            done.failures[match] = str(failure)
        except Exception as failure:  # noqa: BLE001  what is damaged can fail in any way
            done.failures[match] = f"it cannot be read or written: {failure!r}"
        else:
            if moved:
                done.entries += moved
                done.matches += 1
                tick()
    return done


def archive_if_finished(store: RedisStore, archive: Archive, match: str, parts: set[str], before: int) -> int:
    """Return how many entries were moved: none, unless more than the head is left in Redis."""
    head = store.head(match) if parts > {"head"} else None
    if head is None or not head.closed or head.touched >= before:
        return 0
    with archive.alone():
        archive_match(store, archive, head, parts - set(FIXED_PARTS))
    return head.version


def archive_match(store: RedisStore, archive: Archive, head: Head, documents: set[str]) -> None:
    for _ in range(MOST_TRIES_TO_ARCHIVE):
        found = store.belongings(head.match, documents)
        kept = merge_with_archived(archive, head.match, found)
        last = kept.entries[-1] if kept.entries else None
        if last is None or (last.version, last.hash) != (head.version, head.hash):
            raise ArchiveSpoilt("its book does not end where its head says; it is left alone")
        archive.save(head.match, kept)
        if store.let_go(head, found, documents):
            return
    raise StillChanging("it is finished, but its documents keep changing")


def merge_with_archived(archive: Archive, match: str, found: Belongings) -> Belongings:
    """Return both: a document written after the book had left belongs to what the file holds already."""
    kept = None if found.entries else archive.load(match)
    if kept is None:
        return found
    names = kept.documents.keys() | found.documents.keys()
    documents = {name: kept.documents.get(name, {}) | found.documents.get(name, {}) for name in names}
    return msgspec.structs.replace(kept, documents=documents)
