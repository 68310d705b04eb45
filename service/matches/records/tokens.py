"""Which tokens are good for a match, and for which role in it. Only their hashes are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from events.store import DocumentChanges, Store
from games.match.actor import Actor

_DOCUMENT: Final = "tokens"  # the hash of a token -> the actor


class Tokens:
    """The tokens of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of_match(self, match: str) -> dict[str, Actor]:
        """Actors by the hashes of their tokens."""
        return {
            token: Actor.parse(role.decode())
            for token, role in self._store.document(match, _DOCUMENT).items()
        }

    def is_good(self, match: str, token_hash: str) -> bool:
        return self._store.field(match, _DOCUMENT, token_hash) is not None


def documents_of_tokens(changed: Mapping[str, Actor | None]) -> DocumentChanges:
    """What is to be written with an entry; None makes a token void."""
    fields = {token: None if actor is None else str(actor).encode() for token, actor in changed.items()}
    return {_DOCUMENT: fields} if fields else {}
