"""Where luck begins: the only place that makes seeds."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

SEED_BYTES: Final = 32


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what players see before the match, to check the disclosed seed against after it."""
    return hashlib.sha256(seed).hexdigest()
