"""Standard Webhooks: HMAC-SHA256 over id, timestamp and body tells a receiver who calls."""

from __future__ import annotations

import base64
import hmac
from typing import Final

from service.tokens import derive

KEY_PREFIX: Final = "whsec_"


def derive_key(secret: bytes, webhook: str) -> bytes:
    """Derived from the server's own key, so that no webhook's secret is stored."""
    return derive(secret, "webhook", webhook)


def format_secret(key: bytes) -> str:
    return KEY_PREFIX + base64.b64encode(key).decode()


def signature_headers(key: bytes, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """`timestamp` in seconds: a receiver refuses what is old, so nobody can replay what was overheard."""
    signed = f"{message}.{timestamp}.".encode() + body
    signature = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }
