"""For which player of a client a seat is reserved. A seat for a bearer of an invitation code has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from events.store import DocumentChanges, Store

_DOCUMENT: Final = "reservations"  # seat -> `client/player`


class Reservations:
    """The reservations of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> dict[int, str]:
        """Players by their seats."""
        lying = self._store.document(match, _DOCUMENT)
        return {int(seat): player.decode() for seat, player in lying.items()}

    def seat_for(self, match: str, player: str) -> int | None:
        seats = [seat for seat, kept_for in self.of_match(match).items() if kept_for == player]
        return min(seats, default=None)

    def forget(self, match: str, player: str) -> bool:
        """The seat stays reserved: only the host can still give it away, to a bot. Was there any?"""
        seats = [seat for seat, kept_for in self.of_match(match).items() if kept_for == player]
        self._store.put(match, _DOCUMENT, {str(seat): None for seat in seats})
        return bool(seats)


def documents_of_reservations(players: Mapping[int, str]) -> DocumentChanges:
    """What is to be written with the first entry."""
    return {_DOCUMENT: {str(seat): player.encode() for seat, player in players.items()}} if players else {}
