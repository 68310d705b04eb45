"""In which matches a player sits or sat: needed to forget a player."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from events.store import Scope, ServerScope, Store

_PLAYER_PREFIX: Final = "player-"  # each player has a scope
_DOCUMENT: Final = "matches"  # perhaps one more than there are


def scope_of_player(player: str) -> ServerScope:
    """Where the records of a player lie; not under the id itself, so that a player can be forgotten."""
    return ServerScope(f"{_PLAYER_PREFIX}{hashlib.sha256(player.encode()).hexdigest()[:24]}")


def is_scope_of_player(scope: Scope) -> bool:
    return isinstance(scope, ServerScope) and scope.name.startswith(_PLAYER_PREFIX)


class Whereabouts:
    """The matches of all players of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def remember(self, player: str, match: str) -> None:
        """Before the player sits down: a match too many is harmless, one too few could not be erased."""
        self._store.put(scope_of_player(player), _DOCUMENT, {match: b"1"})

    def matches_of(self, player: str) -> list[str]:
        return self._store.fields(scope_of_player(player), _DOCUMENT)

    def matches_among(self, player: str, matches: Sequence[str]) -> set[str]:
        """Those of these matches in which the player sits or sat; none once the player is forgotten."""
        return set(self._store.chosen(scope_of_player(player), _DOCUMENT, matches))

    def forget(self, player: str, matches: Iterable[str]) -> None:
        self._store.put(scope_of_player(player), _DOCUMENT, dict.fromkeys(matches))
