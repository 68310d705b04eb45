"""The secret seed of a match, kept beside the book. The end of the match discloses it in the book."""

from __future__ import annotations

from typing import Final

from events.store import Drawers, Store

_DRAWER: Final = "seed"
_FIELD: Final = "seed"


class Seeds:
    """The seeds of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> bytes:
        """Empty for an imported match."""
        return self._store.drawer(match, _DRAWER).get(_FIELD, b"")


def drawers_of_seed(seed: bytes | None) -> Drawers:
    """What is to be written with the first entry."""
    return {_DRAWER: {_FIELD: seed}} if seed else {}
