"""How matches, places and drawers may be named, and which partition each belongs to, in every store."""

from __future__ import annotations

import re
import zlib
from typing import Final

HOUSE_MARK: Final = "_"  # a place of the house begins with it where it is written as text; no match does

_MATCH: Final = re.compile(r"[A-Za-z0-9-][A-Za-z0-9_-]{0,63}")
_HOUSE: Final = re.compile(r"[a-z][a-z0-9-]{0,62}")
_DRAWER: Final = re.compile(r"[a-z][a-z_]{0,31}")
_TAKEN: Final = frozenset({"book", "head", "causes"})


def is_match(match: str) -> bool:
    return _MATCH.fullmatch(match) is not None


def check_match(match: str) -> str:
    """An id that could be read as two keys, or as a place of the house, is refused before it is written."""
    if not is_match(match):
        raise ValueError(f"not the id of a match: {match!r}")
    return match


def is_house(name: str) -> bool:
    return _HOUSE.fullmatch(name) is not None


def check_house(name: str) -> str:
    if not is_house(name):
        raise ValueError(f"not a place of the house: {name!r}")
    return name


def check_drawer(name: str) -> str:
    if not _DRAWER.fullmatch(name) or name in _TAKEN:
        raise ValueError(f"not the name of a drawer: {name!r}")
    return name


def partition_of(place: str, partitions: int) -> int:
    """The same for ever, in every language: CRC-32 of the id, or of the place written as text."""
    return zlib.crc32(place.encode()) % partitions
