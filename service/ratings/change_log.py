"""Whose ratings changed with each turn of a game, so that a sorted board need not be read again.

Written together with the change itself. It never names a forgotten player: then the log begins again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from events.codec import decode, encode
from events.store import Scope, Store

TURNS_KEPT: Final = 5000  # turns; a reader further behind reads all ratings again

Fields = dict[str, bytes | None]


def document_of_log(game: str) -> str:
    """The document, beside that of the game."""
    return f"{game}_changes"


def note_turn(turn: int, who: Iterable[str]) -> Fields:
    return {str(turn): encode(sorted(who)), str(turn - TURNS_KEPT): None}


def empty_log(store: Store, scope: Scope, game: str) -> Fields:
    """Drops everything noted so far, and this turn too: the next reader reads all again."""
    return dict.fromkeys(store.fields(scope, document_of_log(game)))


def players_changed_since(store: Store, scope: Scope, game: str, before: int, now: int) -> set[str] | None:
    """None if the log no longer knows it, or never did."""
    if not 0 <= now - before <= TURNS_KEPT:
        return None
    turns = [str(turn) for turn in range(before + 1, now + 1)]
    found = store.chosen(scope, document_of_log(game), turns)
    if len(found) < len(turns):
        return None
    return {who for kept in found.values() for who in decode(kept, list[str])}
