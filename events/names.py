"""How matches and drawers may be named, and which partition a match belongs to, in every store."""

from __future__ import annotations

import re
import zlib
from typing import Final

_MATCH: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DRAWER: Final = re.compile(r"[a-z][a-z_]{0,31}")
_TAKEN: Final = frozenset({"book", "head", "causes"})


def check_match(match: str) -> str:
    """An id that could be read as two keys is refused before it is written anywhere."""
    if not _MATCH.fullmatch(match):
        raise ValueError(f"not the id of a match: {match!r}")
    return match


def check_drawer(name: str) -> str:
    if not _DRAWER.fullmatch(name) or name in _TAKEN:
        raise ValueError(f"not the name of a drawer: {name!r}")
    return name


def partition_of(match: str, partitions: int) -> int:
    """The same for ever, in every language: CRC-32 of the id."""
    return zlib.crc32(match.encode()) % partitions
