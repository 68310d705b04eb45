"""Causes in a file: those that follow from match and version are left out of it."""

import base64
import lzma

from events.archive.archive import pack_book, unpack_book
from events.causes import cause_at_version, make_cause
from events.codec import encode
from events.entry import FIRST_PREV, seal
from events.store import Belongings

ACTORS = ("bot:0", "clock", "seat:1", "bot:1", "host")


def book_with_causes(match):
    """Causes that follow from match and version, and others; one command says what looks like a cause."""
    entries, prev = [], FIRST_PREV
    for version, actor in enumerate(ACTORS * 3, start=1):
        who = actor.partition(":")[0]
        cause = {"seat": make_cause("a token", f"key {version}"), "host": None}.get(
            who, cause_at_version(who, match, version - 1)
        )
        entry = seal(
            version=version,
            at=version,
            actor=actor,
            command=encode({"type": "say", "words": '"cause":"="'}),
            events=b"[]",
            rules="talk/1",
            cause=cause,
            prev=prev,
        )
        entries.append(entry)
        prev = entry.hash
    causes = {entry.cause: ("f" * 32, entry.version) for entry in entries if entry.cause}
    numbers = list(range(1, len(entries) + 1))
    return Belongings(entries=entries, numbers=numbers, causes=causes, documents={}, nonce=b"1234")


def test_causes_that_follow_from_match_and_version_are_left_out_and_come_back():
    kept = book_with_causes("m")

    packed = pack_book("m", kept)

    assert unpack_book("m", packed) == kept
    lines = lzma.decompress(packed).split(b"\n")[1:-1]
    assert [line.count(b'"cause":"="') for line in lines] == [1, 1, 0, 1, 0] * 3


def test_a_cause_of_another_match_is_kept_as_it_is():
    kept = book_with_causes("brought-here-from-elsewhere")

    assert unpack_book("m", pack_book("m", kept)) == kept


def test_files_of_the_first_format_are_read():
    """As it was written before: every cause in full."""
    kept = book_with_causes("m")
    header = {"entries": len(kept.entries), "format": "grubenbuch-archive/1"}
    header |= {"head": kept.entries[-1].hash, "match": "m"}
    beside = {"drawers": {}, "fingerprints": ["f" * 32] * len(kept.causes)}
    beside |= {"nonce": base64.b64encode(kept.nonce).decode(), "numbers": [1] * len(kept.entries)}
    lines = [encode(header), *(entry.body() for entry in kept.entries), encode(beside)]

    assert unpack_book("m", lzma.compress(b"\n".join(lines), preset=6)) == kept
