"""Tokens: 256 bits, shown once, stored hashed, good for one match.

A token is derived from the server's secret and the request that asked for it, so that a repeated request
gets the same token again although only its hash is kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Final, TypeVar

from events.entry import CAUSE_DIGITS

R = TypeVar("R")

TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/=-]{1,200}")
_BEARER: Final = re.compile(rf"(?i:bearer) +({TOKEN.pattern})")


class AdminToken(str):
    """A token that the API has recognised as the admin's."""

    __slots__ = ()


def read_bearer(header: str) -> str | None:
    """Return the token of an `Authorization` header, however the rest of it is spelt; None if it has none."""
    found = _BEARER.fullmatch(header.strip(" \t"))
    return None if found is None else found[1]


def derive(secret: bytes, *parts: str) -> bytes:
    """32 bytes that only this server can make of these parts."""
    message = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    return hmac.digest(secret, message, "sha256")


def new_token(secret: bytes, match: str, role: str, cause: str | None) -> str:
    """Return a token: the same for the same cause; without a cause nobody can repeat the request."""
    nonce = cause if cause is not None else secrets.token_hex(32)
    return base64.urlsafe_b64encode(derive(secret, "token", match, role, nonce)).rstrip(b"=").decode()


def keyed_cause(secret: bytes, *asked: str) -> str:
    """Return what the log keeps of a request for a token: without the secret no guess can be tried."""
    return derive(secret, "cause", *asked).hex()[:CAUSE_DIGITS]


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_same(said: str, known: str) -> bool:
    return hmac.compare_digest(hash_token(said), hash_token(known))


def role_of(token: str, roles: Mapping[str, R]) -> R | None:
    """Return the role of a token, or None. Every hash is compared, each in constant time."""
    wanted = hash_token(token)
    found = None
    for known, role in roles.items():
        if hmac.compare_digest(known, wanted):
            found = role
    return found


def opener_id(secret: bytes, address: str) -> str:
    """Return what the matches of an address are counted under; nobody else can derive the address."""
    return derive(secret, "opener", address).hex()[:24]


def instance_id(secret: bytes) -> str:
    """Return what tells this instance from others; it reveals nothing about its secret."""
    return derive(secret, "instance").hex()[:16]


def match_id(secret: bytes, cause: str | None) -> str:
    """12 characters of lower case and digits; the same again for the same cause."""
    raw = secrets.token_bytes(32) if cause is None else derive(secret, "match", cause)
    return base64.b32encode(raw).decode().lower()[:12]
