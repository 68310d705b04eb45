"""The book, read in pages or all through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final

import msgspec

from events.entry import BrokenChain, Entry, command_tag, event_tags
from events.store import Store
from games.kernel.quantities import doc
from games.match.actor import Actor
from service.matches.fields import MatchId
from service.problem_detail import Detail
from service.problems import UnknownEntry

ENTRIES_A_CHUNK: Final = 200
MOST_READ: Final = 2_000  # entries read for one page, however few of them are wanted


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries of the book somebody asks for."""

    after: int = 0
    type: str | None = None  # of the command or of one of its events
    seat: int | None = None  # who gave the command, as a person or as its bot

    def since(self, version: int) -> EntryFilter:
        return replace(self, after=version)

    def fits(self, entry: Entry) -> bool:
        if self.seat is not None and Actor.parse(entry.actor).seat != self.seat:
            return False
        return self.type is None or self.type in {command_tag(entry), *event_tags(entry)}


class EntriesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the book."""

    match: MatchId
    version: Annotated[int, doc("The version of the match now; the page may end before it.")]
    entries: Annotated[list[Entry], doc("The entries that were asked for, oldest first.")]
    next: Annotated[
        int | None, doc("What to send as `after` for the next page; null at the end of the book.")
    ]


def read_sound(store: Store, match: str, after: int, limit: int) -> list[Entry]:
    """Return the entries up to the first that cannot be read; raise BrokenChain where that one comes next."""
    try:
        return store.entries(match, after=after, limit=limit)
    except BrokenChain as broken:
        if broken.version <= after + 1:
            raise
        return store.entries(match, after=after, limit=broken.version - 1 - after)


def read_chunks(store: Store, match: str, after: int, until: int) -> Iterator[list[Entry]]:
    while after < until:
        found = read_sound(store, match, after, min(ENTRIES_A_CHUNK, until - after))
        if not found:
            return
        yield found
        after = found[-1].version


def read_matching(store: Store, match: str, wanted: EntryFilter, until: int) -> Iterator[Entry]:
    for chunk in read_chunks(store, match, wanted.after, until):
        yield from filter(wanted.fits, chunk)


def read_page(store: Store, match: str, wanted: EntryFilter, limit: int, until: int) -> EntriesAnswer:
    """Up to `limit` fitting entries; `next` leads on even if none of those looked at fitted.

    A page ends before an entry that cannot be read; the next one begins with it and raises BrokenChain.
    """
    found: list[Entry] = []
    seen = wanted.after
    try:
        for entry in (entry for chunk in read_chunks(store, match, wanted.after, until) for entry in chunk):
            if len(found) == limit or seen - wanted.after >= MOST_READ:
                break
            seen = entry.version
            if wanted.fits(entry):
                found.append(entry)
    except BrokenChain:
        if seen == wanted.after:
            raise
    return EntriesAnswer(match=match, version=until, entries=found, next=seen if seen < until else None)


def read_entry(store: Store, match: str, version: int, newest: int) -> Entry:
    if not 1 <= version <= newest:
        raise UnknownEntry(Detail("entries_of_match", {"newest": newest}), version=newest)
    return store.entries(match, after=version - 1, limit=1)[0]
