"""The one script call behind an append: its arguments, and what its reply means.

Apart from the connection, so that several appends can travel in one pipeline.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from events.causes import has_cause_at_version
from events.names import check_match
from events.redis_book import replies
from events.redis_book.packing import pack, pack_common, pack_digest
from events.store import Append, Appended, Closed, Conflict, Misused, Outcome, Replayed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from events.redis_book.keys import Keys

ScriptWord = str | bytes | int

APPEND_SCRIPT: Final = resources.files("events.redis_book").joinpath("append.lua").read_text("utf-8")
APPEND_SCRIPT_SHA: Final = hashlib.sha1(APPEND_SCRIPT.encode(), usedforsecurity=False).hexdigest()


def list_words(keys: Keys, new: Append) -> list[ScriptWord]:
    """The number of keys, the keys and the arguments, as EVAL and EVALSHA take them."""
    joined, left = _listings(keys, new)
    names = [*_own_keys(keys, new.match), *joined, *left]
    first_document = len(names) + 1  # Lua counts from one
    names += [keys.document_to_write(new.match, document) for document in new.documents]
    entry = new.entry
    return [
        len(names),
        *names,
        new.match,
        entry.version - 1,
        bytes.fromhex(entry.prev),
        entry.version,
        bytes.fromhex(entry.hash),
        pack(entry.body()),
        entry.at,
        *map(pack_digest, (entry.cause or "", new.fingerprint)),
        int(new.closes),
        pack_common(new.summary),
        pack_common(new.metadata),
        "" if new.deadline is None or new.closes else new.deadline,
        *map(len, (joined, left, new.following)),
        new.nonce,
        entry.cause or "",
        int(not new.fingerprint and has_cause_at_version(new.match, entry)),
        *_following(new),
        *_document_changes(new, first_document),
    ]


def read_outcome(new: Append, reply: Sequence[bytes]) -> Outcome:
    kind = reply[0]
    if kind == b"appended":
        return Appended(int(reply[1]))
    if kind == b"conflict":
        return Conflict(int(reply[1]), reply[2].hex())
    if kind == b"closed":
        return Closed(int(reply[1]))
    fingerprint, version = replies.read_cause(reply[1])
    return Replayed(version) if fingerprint == new.fingerprint else Misused(version)


@lru_cache(maxsize=10_000)
def _own_keys(keys: Keys, match: str) -> tuple[str, ...]:
    """The same at every append, so they are put together once."""
    partition = keys.partition(check_match(match))
    own = (keys.of_match(match, part) for part in ("book", "head", "causes"))
    return (*own, keys.feed(partition), keys.due(partition))


def _listings(keys: Keys, new: Append) -> tuple[list[str], list[str]]:
    """Those that the match joins, and those that it leaves: with most entries none."""
    everything = ("",) if new.entry.version == 1 else ()
    labels = (*everything, *new.labels_added)
    if not labels and not new.labels_dropped:
        return [], []
    partition = keys.partition(new.match)
    return (
        [keys.listing(partition, label) for label in labels],
        [keys.listing(partition, label) for label in new.labels_dropped],
    )


def _following(new: Append) -> Iterator[ScriptWord]:
    for each in new.following:
        entry = each.entry
        yield from (entry.version, bytes.fromhex(entry.hash), pack(entry.body()), pack_common(each.metadata))


def _document_changes(new: Append, first_document: int) -> Iterator[ScriptWord]:
    for index, fields in enumerate(new.documents.values(), first_document):
        for field, value in fields.items():
            yield from (index, "del", field, b"") if value is None else (index, "set", field, pack(value))
