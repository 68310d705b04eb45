"""Requests with an Idempotency-Key that leave no entry in the book: each is done once.

They lie in a document of the match whose token was shown, under the cause that is made of key and token.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store
from service.matches.handler import Request
from service.problem_detail import Detail
from service.problems import IdempotencyKeyReused

_DOCUMENT: Final = "asked"  # the cause of a request -> how it was asked


class KeyedRequest(msgspec.Struct, frozen=True, kw_only=True):
    fingerprint: str
    at: int
    gone: bool = False  # what it made was deleted since


class KeyedRequests:
    """The keyed requests of all matches of a book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, match: str, request: Request) -> KeyedRequest | None:
        """None if it comes for the first time, or without a key."""
        lying = self._store.field(match, _DOCUMENT, request.cause) if request.cause else None
        found = decode(lying, KeyedRequest) if lying else None
        if found is not None and found.fingerprint != request.fingerprint:
            raise IdempotencyKeyReused(Detail("idempotency_key_used"))
        return found

    def note(self, match: str, request: Request, at: int) -> bool:
        """False if a request with the same key was faster."""
        if request.cause is None:
            return True
        asked = encode(KeyedRequest(fingerprint=request.fingerprint, at=at))
        return self._store.swap(
            match, Guard(_DOCUMENT, request.cause, None), {_DOCUMENT: {request.cause: asked}}
        )

    def close(self, match: str, cause: str, fingerprint: str, at: int) -> None:
        """What it made is deleted, and no repetition makes it again."""
        closed = KeyedRequest(fingerprint=fingerprint, at=at, gone=True)
        self._store.put(match, _DOCUMENT, {cause: encode(closed)})
