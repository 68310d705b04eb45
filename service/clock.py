"""What time it is, in the milliseconds of the book: by the wall clock, and in a book.

Time in a book never runs backwards, although the clock of a machine may. Where the clock was set back, the
time of a running match goes on from its newest entry at the clock's pace. Its deadline is kept twice: in the
book, by the time of the book, and in the store's list of what is due, by the clock. So the difference of the
two is what the book is ahead of the clock.
"""

from __future__ import annotations

import time
from typing import Final

CLOCKS_DIFFER_BY: Final = 2_000  # milliseconds, of two machines of a deployment; more was set ahead or back


def now_ms() -> int:
    """Return UTC milliseconds."""
    return time.time_ns() // 1_000_000


def was_set_back(now: int, newest: int) -> bool:
    """Return whether the clock was set back since the newest entry."""
    return now + CLOCKS_DIFFER_BY < newest


def time_in_book(now: int, newest: int, deadline: int | None, due: int | None) -> int:
    """Return the time of the next entry. `deadline` is by the book, `due` the same by the clock, if known."""
    ahead = max(deadline - due, 0) if deadline is not None and due is not None else 0
    return max(now + ahead, newest)


def deadline_by_clock(deadline: int | None, at: int, now: int) -> int | None:
    """Return the deadline of a book by the clock, after an entry of the time `at`."""
    ahead = at - now
    return deadline if deadline is None or ahead <= CLOCKS_DIFFER_BY else deadline - ahead
