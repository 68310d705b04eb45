"""The wall clock, in the unit of the book."""

from __future__ import annotations

import time
from typing import Final

CLOCKS_DIFFER_BY: Final = 2_000  # milliseconds, of two machines of a house; more was set ahead or back


def now_ms() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000
