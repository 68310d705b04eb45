"""Requests that came with an Idempotency-Key, as far as they leave no entry in the book: each is done once.

They lie in a drawer of the match whose token was shown, under the cause that is made of key and token.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.codec import decode, encode
from events.store import Guard, Store
from service.matches.writing import Request
from service.problems import IdempotencyKeyReused

ASKED: Final = "asked"


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    fingerprint: str
    at: int
    gone: bool = False  # what it made was deleted since


def before(store: Store, match: str, request: Request) -> Asked | None:
    """None if it comes for the first time, or without a key."""
    kept = store.field(match, ASKED, request.cause) if request.cause else None
    found = decode(kept, Asked) if kept else None
    if found is not None and found.fingerprint != request.fingerprint:
        raise IdempotencyKeyReused("The Idempotency-Key came with another request before.")
    return found


def note(store: Store, match: str, request: Request, at: int) -> bool:
    """False if a request with the same key was faster."""
    if request.cause is None:
        return True
    asked = encode(Asked(fingerprint=request.fingerprint, at=at))
    return store.swap(match, Guard(ASKED, request.cause, None), {ASKED: {request.cause: asked}})


def end(store: Store, match: str, cause: str, fingerprint: str, at: int) -> None:
    """What it made is deleted, and no repetition makes it anew."""
    store.put(match, ASKED, {cause: encode(Asked(fingerprint=fingerprint, at=at, gone=True))})
