"""In which matches a player sits or sat: how a player is found to be forgotten."""

from __future__ import annotations

from typing import Final

from events.store import Store
from service.webhooks.hooks import place_of_player

MATCHES: Final = "matches"  # of a player; perhaps one more than there are


def remember(store: Store, player: str, match: str) -> None:
    """Before the player sits down: a match too many does no harm, one too few could not be erased."""
    store.put(place_of_player(player), MATCHES, {match: b"1"})
