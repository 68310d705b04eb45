"""Causes in a file: those that follow from match and version are left out of it."""

import lzma

from events.archive.archive import pack_book, unpack_book
from events.codec import encode
from events.entry import FIRST_PREV, cause_at_version, make_cause, seal
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
