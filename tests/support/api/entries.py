"""Entries for tests of the book: small, valid, each telling what it was made for."""

from __future__ import annotations

from events.entry import FIRST_PREV, Entry, seal

NOON = 1_700_000_000_000  # some moment, UTC ms


def entry_after(
    before: Entry | None = None, *, at: int = NOON, cause: str | None = None, said: str = ""
) -> Entry:
    """The next entry of a match; `said` makes it differ from another one in its place."""
    return seal(
        version=before.version + 1 if before else 1,
        at=at,
        actor="seat:0",
        command=b'{"type":"say"}',
        events=b'[{"type":"said","words":"%s"}]' % said.encode(),
        rules="talk/1",
        cause=cause,
        prev=before.hash if before else FIRST_PREV,
    )


def run_of_entries(count: int, *, cause: str | None = None) -> list[Entry]:
    """The first entries of a match; `cause` is that of the last one."""
    entries: list[Entry] = []
    for number in range(1, count + 1):
        before = entries[-1] if entries else None
        entries.append(entry_after(before, said=str(number), cause=cause if number == count else None))
    return entries
