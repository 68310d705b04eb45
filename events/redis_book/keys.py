"""The names of the keys in Redis. The hash tag is a partition, so one script reaches all an append needs."""

from __future__ import annotations

import re
import zlib
from typing import Final

import msgspec

CONFIG: Final = "gb:config"
_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DRAWER = re.compile(r"[a-z][a-z_]{0,31}")
_TAKEN = frozenset({"book", "head", "causes"})


class Keys(msgspec.Struct, frozen=True):
    partitions: int

    def partition(self, match: str) -> int:
        """Stable for ever, in every language: CRC-32 of the id."""
        return zlib.crc32(match.encode()) % self.partitions

    def of_match(self, match: str, part: str) -> str:
        return f"{{gb:{self.partition(match)}}}:m:{match}:{part}"

    def feed(self, partition: int) -> str:
        return f"{{gb:{partition}}}:feed"

    def due(self, partition: int) -> str:
        return f"{{gb:{partition}}}:due"

    def listing(self, partition: int, label: str) -> str:
        return f"{{gb:{partition}}}:matches:{label}" if label else f"{{gb:{partition}}}:matches"


def check_match(match: str) -> str:
    """An id that could be read as two keys is refused before it is written anywhere."""
    if not _MATCH.fullmatch(match):
        raise ValueError(f"not the id of a match: {match!r}")
    return match


def check_drawer(name: str) -> str:
    if not _DRAWER.fullmatch(name) or name in _TAKEN:
        raise ValueError(f"not the name of a drawer: {name!r}")
    return name
