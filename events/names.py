"""How matches, scopes and documents may be named, and which partition each belongs to, in every store."""

from __future__ import annotations

import re
import zlib
from typing import Final

SERVER_MARK: Final = "_"  # a scope of the server begins with it where it is written as text; no match does

_MATCH: Final = re.compile(r"[A-Za-z0-9-][A-Za-z0-9_-]{0,63}")
_SERVER_SCOPE: Final = re.compile(r"[a-z][a-z0-9-]{0,62}")
_DOCUMENT: Final = re.compile(r"[a-z][a-z_]{0,31}")
_TAKEN: Final = frozenset({"book", "head", "causes"})


def is_match(match: str) -> bool:
    return _MATCH.fullmatch(match) is not None


def check_match(match: str) -> str:
    """Return an id, or raise ValueError: it must not read as two keys, or as a scope of the server."""
    if not is_match(match):
        raise ValueError(f"not the id of a match: {match!r}")
    return match


def is_server_scope(name: str) -> bool:
    return _SERVER_SCOPE.fullmatch(name) is not None


def check_server_scope(name: str) -> str:
    if not is_server_scope(name):
        raise ValueError(f"not a scope of the server: {name!r}")
    return name


def check_document(name: str) -> str:
    if not _DOCUMENT.fullmatch(name) or name in _TAKEN:
        raise ValueError(f"not the name of a document: {name!r}")
    return name


def partition_of(scope: str, partitions: int) -> int:
    """Return CRC-32 of the id, or of the scope written as text: the same for ever, in every language."""
    return zlib.crc32(scope.encode()) % partitions
