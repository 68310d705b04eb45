"""The secret seed of a match, kept beside the book. The end of the match discloses it in the book."""

from __future__ import annotations

from typing import Final

from events.store import DocumentChanges, Store

_DOCUMENT: Final = "seed"
_FIELD: Final = "seed"


class Seeds:
    """The seeds of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> bytes:
        """Empty for an imported match."""
        return self._store.document(match, _DOCUMENT).get(_FIELD, b"")


def documents_of_seed(seed: bytes | None) -> DocumentChanges:
    """What is to be written with the first entry."""
    return {_DOCUMENT: {_FIELD: seed}} if seed else {}
