"""What the book keeps of the name of a request, so that the same one is known when it comes again."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from events.entry import Entry

CAUSE_DIGITS: Final = 32


def make_cause(scope: str, key: str) -> str:
    """A digest: nobody who reads the book can repeat the request with it."""
    return hashlib.sha256(f"{scope}\n{key}".encode()).hexdigest()[:CAUSE_DIGITS]


def cause_at_version(who: str, match: str, version: int) -> str:
    """Of somebody who acts at most once at each version, such as a bot: made of nothing else."""
    return make_cause(f"{who}:{match}", str(version))


def has_cause_at_version(match: str, entry: Entry) -> bool:
    """Whether its cause is one of these: then the entry itself remembers it, and nothing else has to."""
    who = entry.actor.partition(":")[0]
    return entry.cause is not None and entry.cause == cause_at_version(who, match, entry.version - 1)
