"""Where luck begins: the only place seeds come from."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

SEED_BYTES: Final = 32


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What players are shown before the match, to check the disclosed seed against after it."""
    return hashlib.sha256(seed).hexdigest()
