"""The wall clock, in the unit of the book."""

from __future__ import annotations

import time


def now_ms() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000
