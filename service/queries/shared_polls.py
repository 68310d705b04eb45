"""Poll what the feed does not announce, once for all who follow it, at intervals."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

from events.store import StoreUnavailable

T = TypeVar("T")

MOST_OF_ADDRESS: Final = 64  # different polls that one address follows at once, a third of a process

SHARE: Final = 1 / 200  # of the time, which one poll may take
SLOW_INTERVAL: Final = 5.0  # seconds; a poll that met a busy machine is no reason to wait for minutes


class SharedPoll(Generic[T]):
    """A poll whose result is the same for everyone who follows it."""

    def __init__(self, read: Callable[[], T], interval: float) -> None:
        """`interval`: least seconds between the beginnings of two polls; it grows where one takes long."""
        self.followers: Counter[str] = Counter()  # by address
        self._read = read
        self._interval = self._least_interval = interval
        self._polling = threading.Lock()
        self._began = float("-inf")
        self._found: T
        self._failure: StoreUnavailable | None = None

    def newest(self) -> T:
        """Return what whoever came first has read since this call began, or raise its failure."""
        asked = time.monotonic()
        with self._polling:
            if self._began < asked:
                time.sleep(max(self._began + self._interval - time.monotonic(), 0))
                self._poll()
            return self._result()

    def recent(self) -> T:
        """Return what was read last, or read if an interval has passed since; never wait for the interval."""
        if not self._is_recent():
            with self._polling:
                if not self._is_recent():
                    self._poll()
        return self._result()

    def _is_recent(self) -> bool:
        return time.monotonic() < self._began + self._interval

    def _poll(self) -> None:
        began = time.monotonic()
        try:
            self._found, self._failure = self._read(), None
            took = time.monotonic() - began
            self._interval = max(self._least_interval, min(took / SHARE, SLOW_INTERVAL))
        except StoreUnavailable as failure:
            self._failure = failure
        self._began = began

    def _result(self) -> T:
        if self._failure is not None:
            raise StoreUnavailable(str(self._failure)) from self._failure
        return self._found


class SharedPolls:
    """All polls that somebody follows in this process; each is dropped with its last follower."""

    def __init__(self) -> None:
        self._by_key: WeakValueDictionary[Hashable, SharedPoll[Any]] = WeakValueDictionary()
        self._lock = threading.Lock()

    def join(self, key: Hashable, address: str, make: Callable[[], SharedPoll[T]]) -> SharedPoll[T] | None:
        """Return the poll, to be left later, or None if the address follows too many others."""
        with self._lock:
            shared: SharedPoll[T] = self._by_key.get(key) or make()
            others = [other for other in self._by_key.values() if other is not shared]
            if sum(address in other.followers for other in others) >= MOST_OF_ADDRESS:
                return None
            self._by_key[key] = shared
            shared.followers[address] += 1
            return shared

    def leave(self, shared: SharedPoll[Any], address: str) -> None:
        with self._lock:
            shared.followers[address] -= 1
            if not shared.followers[address]:
                del shared.followers[address]
