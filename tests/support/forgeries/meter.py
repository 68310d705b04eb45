"""What a piece of work costs, in lines of Python and in bytes: the same on every machine.

Counting lines slows work down twentyfold, so only work that may have been long is count_lines: what took the
processor less time than the most lines need that look up one attribute each has not run through more of them.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from functools import cache


class TooManyLinesError(AssertionError):
    """More lines of Python than the work may cost."""


def bytes_held(work):
    """At once, and what came of it."""
    tracemalloc.start()
    try:
        return work(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def lines_run(work, most):
    """Loops within a line count too; None where there cannot have been too many."""
    start = time.thread_time()
    work()
    return count_lines(work, most) if time.thread_time() - start > shortest(most) else None


def count_lines(work, most):
    lines = 0

    def trace(frame, *_):
        nonlocal lines
        lines += 1
        if lines > most:
            raise TooManyLinesError(f"more than {most} lines, at {frame.f_code.co_qualname}")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


@cache
def shortest(lines):
    """The time of the processor for so many short lines; the quickest of several tries."""
    return min(seconds_of(lines) for _ in range(9))


def seconds_of(lines):
    start = time.thread_time()
    for number in range(lines // 2):
        if number.real < 0:
            break
    return time.thread_time() - start
