"""The one place where time enters."""

from __future__ import annotations

import time


def now_ms() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000
