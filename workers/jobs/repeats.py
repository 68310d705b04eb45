"""When work that left no trace is enqueued again: after a while, then more rarely, but never given up."""

from typing import Final

LONGEST_PAUSE_MS: Final = 30_000  # between two times


def count_repeats(late: int, first: int) -> int:
    """How often work that is `late` milliseconds late should have been enqueued again.

    After `first`, doubled each time up to the longest pause. All dispatchers calculate alike.
    """
    times, moment = 0, first
    while moment <= late and moment < LONGEST_PAUSE_MS:
        times, moment = times + 1, 2 * moment
    return times if late < moment else times + 1 + (late - moment) // LONGEST_PAUSE_MS
