"""What the processes of one desk leave for each other: entries that are written, each where its reader looks.

An entry lies in the slot that is named by the hash of the entry before it, which whoever waits for it knows.
Nobody locks anything. A slot may be overwritten at any moment, even while it is read; so what is found in one
counts only if it follows from the entry before by its hash. Whoever finds nothing asks the book.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from typing import Final

from events.entry import Entry, hash_of, unseal

SLOTS: Final = 8192  # those of entries that nobody has fetched yet are seldom given to another
SLOT_BYTES: Final = 1024  # a longer entry is asked for in the book

_HASH: Final = 32  # bytes
_PREV_AND_HASH: Final = 2 * _HASH
_BODY: Final = _PREV_AND_HASH + 2  # behind its length
_LONGEST_BODY: Final = SLOT_BYTES - _BODY
_DIGITS: Final = 8  # of a hash that name a slot


class SharedEntryCache:
    """In memory that all processes share which are forked after it was made."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, SLOTS * SLOT_BYTES)

    def put(self, entry: Entry) -> None:
        """Store an entry that is written."""
        body = entry.body()
        if len(body) <= _LONGEST_BODY:
            place = slot_offset(entry.prev)
            left = bytes.fromhex(entry.prev + entry.hash) + len(body).to_bytes(2, "big") + body
            self._memory[place : place + len(left)] = left

    def discard_after(self, prev: str) -> None:
        """Discard what follows the entry with this hash, if the store has lost it."""
        place = slot_offset(prev)
        if self._memory[place : place + _HASH] == bytes.fromhex(prev):
            self._memory[place : place + _HASH] = bytes(_HASH)

    def find_following(self, prev: str) -> Iterator[Entry]:
        """Yield the entries after the one with this hash, as far as they are cached."""
        while (entry := self._find_next(prev)) is not None:
            yield entry
            prev = entry.hash

    def _find_next(self, prev: str) -> Entry | None:
        place = slot_offset(prev)
        if self._memory[place : place + _HASH] != bytes.fromhex(prev):
            return None
        left = self._memory[place + _HASH : place + SLOT_BYTES]
        hash_ = left[:_HASH].hex()
        begin = _BODY - _HASH
        body = left[begin : begin + int.from_bytes(left[begin - 2 : begin], "big")]
        return unseal(body, prev, hash_) if hash_of(prev, body) == hash_ else None


def slot_offset(prev: str) -> int:
    return int(prev[:_DIGITS], 16) % SLOTS * SLOT_BYTES


SHARED_ENTRIES: Final = SharedEntryCache()  # of the master, from before it forks
