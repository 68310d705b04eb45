"""What a request costs in processor time, and how that is charged: a dear one counts like several.

Greenlets take turns in one thread, so its clock alone would charge whoever waits for what the others do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import greenlet  # type: ignore[import-untyped]  # it has no types

from service.api.budgets import Caller
from service.api.protocol.wsgi import CALLER, Environ

SECONDS_OF_REQUEST: Final = 0.0025  # of processor time, for which a request counts once

WARM_UP: Final = 50  # requests of a process: what the first of them load, they load for all


class GreenletTimes:
    """The processor time of every greenlet of one thread, once it is measured."""

    def __init__(self) -> None:
        self._measured = False
        self._since = 0.0
        self._answered = 0

    @property
    def warm(self) -> bool:
        """Whether a request costs only what it asks for; counts the requests until then."""
        self._answered += self._answered < WARM_UP
        return self._answered >= WARM_UP

    def measure(self) -> None:
        """Begin, in the thread that calls this."""
        self._measured, self._since = True, time.thread_time()
        greenlet.settrace(self._switch)

    def _switch(self, _: str, moved: tuple[Any, Any]) -> None:
        now = time.thread_time()
        self._add(moved[0], now - self._since)
        self._since = now

    @staticmethod
    def _add(origin: Any, seconds: float) -> None:
        origin.processor_time = getattr(origin, "processor_time", 0.0) + seconds

    def spent(self) -> float:
        """Seconds that the greenlet which asks has taken; 0.0 as long as nothing is measured."""
        if not self._measured:
            return 0.0
        running = time.thread_time() - self._since
        return float(getattr(greenlet.getcurrent(), "processor_time", 0.0)) + running


TIMES: Final = GreenletTimes()


class TimeSpent:
    """The processor time of one answer, from when this is made; its greenlet alone may ask."""

    def __init__(self) -> None:
        self._charged = TIMES.spent()

    def charge(self, caller: Caller | None) -> None:
        """Count a request for each full part of what has been spent since the last one that was counted."""
        more = int((TIMES.spent() - self._charged) / SECONDS_OF_REQUEST)
        self._charged += more * SECONDS_OF_REQUEST
        if TIMES.warm and more and caller is not None:
            caller.count_further(more)


@contextmanager
def charge_time(environ: Environ) -> Iterator[None]:
    """Count a request once more for each further part of its processor time, when it has been answered."""
    spent = TimeSpent()
    try:
        yield
    finally:
        spent.charge(environ.get(CALLER))
