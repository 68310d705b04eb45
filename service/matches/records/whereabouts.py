"""In which matches a player sits or sat: needed to forget a player."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from events.store import HousePlace, Place, Store

_PLACES: Final = "player-"  # each player has a place of the house
_DRAWER: Final = "matches"  # perhaps one more than there are


def place_of_player(player: str) -> HousePlace:
    """Where the records of a player lie; not under the id itself, so that a player can be forgotten."""
    return HousePlace(f"{_PLACES}{hashlib.sha256(player.encode()).hexdigest()[:24]}")


def is_place_of_player(place: Place) -> bool:
    return isinstance(place, HousePlace) and place.name.startswith(_PLACES)


class Whereabouts:
    """The matches of all players of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def remember(self, player: str, match: str) -> None:
        """Before the player sits down: a match too many is harmless, one too few could not be erased."""
        self._store.put(place_of_player(player), _DRAWER, {match: b"1"})

    def matches_of(self, player: str) -> list[str]:
        return self._store.fields(place_of_player(player), _DRAWER)

    def matches_among(self, player: str, matches: Sequence[str]) -> set[str]:
        """Those of these matches in which the player sits or sat; none once the player is forgotten."""
        return set(self._store.chosen(place_of_player(player), _DRAWER, matches))

    def forget(self, player: str, matches: Iterable[str]) -> None:
        self._store.put(place_of_player(player), _DRAWER, dict.fromkeys(matches))
