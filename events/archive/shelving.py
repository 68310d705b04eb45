"""What the archive needs of a Redis store: everything of a match, and a way to let go of it."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from events.causes import has_cause_at_version
from events.names import is_match
from events.redis_book import replies
from events.redis_book.packing import unpack_digest
from events.snapshots import SNAPSHOT_DOCUMENT as SNAPSHOTS
from events.store import Belongings, Head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events.entry import Entry
    from events.redis_book.keys import Keys

CLEAR_SCRIPT: Final = resources.files("events.redis_book").joinpath("clear.lua").read_text("utf-8")
FIXED_PARTS: Final = ("head", "book", "causes")
REMAKEABLE: Final = "-1"  # a document that can be filled again

_PART: Final = re.compile(rb"\{gb:\d+\}:m:([A-Za-z0-9_-]+):([a-z_]+)")


def find_parts(client: Any) -> dict[str, set[str]]:
    """Which keys each match has, and of nothing else: one walk over all names, done once a day."""
    found: dict[str, set[str]] = defaultdict(set)
    for key in client.scan_iter(match="{gb:*}:m:*", count=1000):
        if (named := _PART.fullmatch(key)) and is_match(named[1].decode()):
            found[named[1].decode()].add(named[2].decode())
    return found


def collect_belongings(client: Any, keys: Keys, match: str, documents: set[str]) -> Belongings:
    """A finished book no longer changes; `let_go` makes sure that no document has changed meanwhile."""
    kept = sorted(documents - {SNAPSHOTS, *FIXED_PARTS})
    with client.pipeline(transaction=False) as together:
        together.xrange(keys.of_match(match, "book"))
        together.hgetall(keys.of_match(match, "causes"))
        for name in kept:
            together.hgetall(keys.of_match(match, name))
        book, causes, *found = together.execute()
    entries = list(replies.read_entries(book))
    return Belongings(
        entries=entries,
        numbers=[int(fields[b"n"]) for _, fields in book],
        causes=dict(_causes_at_versions(match, entries))
        | {unpack_digest(cause): replies.read_cause(value) for cause, value in causes.items()},
        documents={
            name: replies.read_document(fields) for name, fields in zip(kept, found, strict=True) if fields
        },
        nonce=replies.read_nonce(book[-1]) if book else b"",
    )


def _causes_at_versions(match: str, entries: list[Entry]) -> Iterator[tuple[str, tuple[str, int]]]:
    """They lie in their entries alone; in older books beside them as well."""
    for entry in entries:
        if entry.cause and has_cause_at_version(match, entry):
            yield entry.cause, ("", entry.version)


def clear_match(client: Any, keys: Keys, head: Head, found: Belongings, documents: set[str]) -> bool:
    """False, and nothing done, if any of what was found has changed since."""
    names = sorted(documents - set(FIXED_PARTS))
    words: list[str | bytes | int] = [head.version, bytes.fromhex(head.hash)]
    for name in names:
        if name == SNAPSHOTS:
            words.append(REMAKEABLE)
            continue
        stored = client.hgetall(
            keys.of_match(head.match, name)
        )  # packed, and not to the same bytes everywhere
        if replies.read_document(stored) != found.documents.get(name, {}):
            return False
        words += [len(stored), *(word for pair in stored.items() for word in pair)]
    places = [keys.of_match(head.match, part) for part in (*FIXED_PARTS, *names)]
    return bool(client.eval(CLEAR_SCRIPT, len(places), *places, *words))
