"""What many follow and nobody tells them of: read once for all of them, as often as is needed at most."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from events.store import StoreUnavailable

T = TypeVar("T")

MOST_OF_ADDRESS: Final = 64  # different readings that one address follows at once, a third of a process

SHARE: Final = 1 / 200  # of the time, which one reading may take
LONG_REST: Final = 5.0  # seconds; a reading that met a busy machine is no reason to rest for minutes


class Shared(Generic[T]):
    """A reading that is the same for everyone who asks for it."""

    def __init__(self, read: Callable[[], T], rest: float) -> None:
        """`rest`: seconds between the beginnings of two readings, at least; more where one takes long."""
        self.followers: Counter[str] = Counter()  # by address
        self._read = read
        self._rest = self._least_rest = rest
        self._reading = threading.Lock()
        self._began = float("-inf")
        self._found: T
        self._failure: StoreUnavailable | None = None

    def newest(self) -> T:
        """Return what whoever came first has read since this call began, or raise its failure."""
        asked = time.monotonic()
        with self._reading:
            if self._began < asked:
                time.sleep(max(self._began + self._rest - time.monotonic(), 0))
                self._look()
            return self._result()

    def recent(self) -> T:
        """Return what was read last, unless a rest has passed since: then read. Nobody waits for a rest."""
        if not self._is_recent():
            with self._reading:
                if not self._is_recent():
                    self._look()
        return self._result()

    def _is_recent(self) -> bool:
        return time.monotonic() < self._began + self._rest

    def _look(self) -> None:
        began = time.monotonic()
        try:
            self._found, self._failure = self._read(), None
            took = time.monotonic() - began
            self._rest = max(self._least_rest, min(took / SHARE, LONG_REST))
        except StoreUnavailable as failure:
            self._failure = failure
        self._began = began

    def _result(self) -> T:
        if self._failure is not None:
            raise StoreUnavailable(str(self._failure)) from self._failure
        return self._found


class SharedReadings:
    """All readings that somebody follows in this process. Forgotten with their last follower."""

    def __init__(self) -> None:
        self._by_key: WeakValueDictionary[Hashable, Shared[Any]] = WeakValueDictionary()
        self._lock = threading.Lock()

    def join(self, key: Hashable, address: str, make: Callable[[], Shared[T]]) -> Shared[T] | None:
        """Return the reading, to be left later; None if the address follows too many others."""
        with self._lock:
            shared: Shared[T] = self._by_key.get(key) or make()
            others = [other for other in self._by_key.values() if other is not shared]
            if sum(address in other.followers for other in others) >= MOST_OF_ADDRESS:
                return None
            self._by_key[key] = shared
            shared.followers[address] += 1
            return shared

    def leave(self, shared: Shared[Any], address: str) -> None:
        with self._lock:
            shared.followers[address] -= 1
            if not shared.followers[address]:
                del shared.followers[address]
