"""A cache of new entries in shared memory, so that a web process need not ask the store for those of another.

It is a hash table of fixed slots without locks and without chaining. The key is the hash of the preceding
entry, which is what a reader with an older match has. A slot may be overwritten at any moment, even while it
is read, so an entry that is found counts only if it follows from the preceding one by its hash. On a miss the
store is asked.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from typing import Final

from events.entry import Entry, hash_of, unseal

SLOTS: Final = 8192  # so many that an entry is seldom overwritten before it is read
SLOT_BYTES: Final = 1024  # a longer entry is read from the store

_HASH: Final = 32  # bytes
_PREV_AND_HASH: Final = 2 * _HASH
_BODY: Final = _PREV_AND_HASH + 2  # after its length
_LONGEST_BODY: Final = SLOT_BYTES - _BODY
_DIGITS: Final = 8  # of a hash that determine a slot


class SharedEntryCache:
    """Slots in anonymous memory, shared by all processes that are forked after it was made."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, SLOTS * SLOT_BYTES)

    def put(self, entry: Entry) -> None:
        """Store an entry that is written."""
        body = entry.body()
        if len(body) <= _LONGEST_BODY:
            place = slot_offset(entry.prev)
            stored = bytes.fromhex(entry.prev + entry.hash) + len(body).to_bytes(2, "big") + body
            self._memory[place : place + len(stored)] = stored

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
        stored = self._memory[place + _HASH : place + SLOT_BYTES]
        hash_ = stored[:_HASH].hex()
        begin = _BODY - _HASH
        body = stored[begin : begin + int.from_bytes(stored[begin - 2 : begin], "big")]
        return unseal(body, prev, hash_) if hash_of(prev, body) == hash_ else None


def slot_offset(prev: str) -> int:
    return int(prev[:_DIGITS], 16) % SLOTS * SLOT_BYTES


SHARED_ENTRIES: Final = SharedEntryCache()  # of the master process, from before it forks
