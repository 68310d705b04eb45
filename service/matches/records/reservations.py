"""For which player of a client a seat is reserved. A seat for a bearer of an invitation code has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from events.store import Drawers, Store

_DRAWER: Final = "reservations"  # seat -> `client/player`


class Reservations:
    """The reservations of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> dict[int, str]:
        """Players by their seats."""
        lying = self._store.drawer(match, _DRAWER)
        return {int(seat): player.decode() for seat, player in lying.items()}

    def seat_for(self, match: str, player: str) -> int | None:
        seats = [seat for seat, kept_for in self.of_match(match).items() if kept_for == player]
        return min(seats, default=None)

    def forget(self, match: str, player: str) -> bool:
        """The seat stays reserved: only the host can still give it away, to a bot. Was there any?"""
        seats = [seat for seat, kept_for in self.of_match(match).items() if kept_for == player]
        self._store.put(match, _DRAWER, {str(seat): None for seat in seats})
        return bool(seats)


def drawers_of_reservations(players: Mapping[int, str]) -> Drawers:
    """What is to be written with the first entry."""
    return {_DRAWER: {str(seat): player.encode() for seat, player in players.items()}} if players else {}
