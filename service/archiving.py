"""Finished matches leave Redis once a file on disk surely holds them.

At every moment a match is whole in one of the two places, so a run may break off anywhere and the next one
completes it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from events.archive import Archive, Spoilt
from events.redis_store import RedisStore
from events.shelving import FIXED
from events.store import Belongings, Head

MOST_TRIES = 5  # against others who change a drawer meanwhile


class StillChanging(Exception):  # noqa: N818  what it says
    """A finished match that somebody keeps writing to."""


@dataclass
class Done:
    matches: int = 0
    entries: int = 0


def archive_finished(
    store: RedisStore, archive: Archive, before: int, tick: Callable[[], object] = lambda: None
) -> Done:
    """All that ended before a moment, UTC milliseconds."""
    done = Done()
    for head, parts in finished(store, before):
        with archive.alone():
            archive_match(store, archive, head, parts - set(FIXED))
        done.entries += head.version
        done.matches += 1
        tick()
    return done


def finished(store: RedisStore, before: int) -> Iterator[tuple[Head, set[str]]]:
    """Matches with anything left in Redis besides their heads."""
    for match, parts in store.parts().items():
        head = store.head(match) if parts > {"head"} else None
        if head is not None and head.closed and head.touched < before:
            yield head, parts


def archive_match(store: RedisStore, archive: Archive, head: Head, drawers: set[str]) -> None:
    for _ in range(MOST_TRIES):
        found = store.belongings(head.match, drawers)
        kept = whole(archive, head.match, found)
        last = kept.entries[-1] if kept.entries else None
        if last is None or (last.version, last.hash) != (head.version, head.hash):
            raise Spoilt(f"match {head.match} is left alone: its book does not end where its head says")
        archive.save(head.match, kept)
        if store.let_go(head, found, drawers):
            return
    raise StillChanging(f"match {head.match} is finished, but its drawers keep changing; it stays in Redis")


def whole(archive: Archive, match: str, found: Belongings) -> Belongings:
    """A drawer written after the book had left belongs to what the file holds already."""
    kept = None if found.entries else archive.load(match)
    if kept is None:
        return found
    names = kept.drawers.keys() | found.drawers.keys()
    drawers = {name: kept.drawers.get(name, {}) | found.drawers.get(name, {}) for name in names}
    return msgspec.structs.replace(kept, drawers=drawers)
