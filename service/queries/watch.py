"""Wake those who wait for a match to go on: one reader per partition follows the feed for all.

Watchers hold no connection. They share the newest entries of their match, fetched and encoded once for all of
them; one that is too far behind for that reads the book by itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import msgspec

from events.entry import BrokenChain, Entry, command_tag, event_tags
from events.names import partition_of
from events.store import FeedItem, Store, StoreUnavailable
from games.kernel import tag_of
from games.match.events import MatchEnded, SeatLeft
from games.match.seating import TokenRenewed

RETRY: Final = b"retry: 2000\n\n"
HEARTBEAT: Final = b": still here\n\n"
LAST: Final = tag_of(MatchEnded)
EJECTS: Final = frozenset({tag_of(SeatLeft), tag_of(TokenRenewed)})


class Frame(NamedTuple):
    version: int
    kind: bytes  # the type of the command
    data: bytes
    entry: Entry
    last: bool  # nothing ever follows it
    ejects: bool  # somebody's token is void from here on

    def event(self) -> bytes:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.version, self.kind, self.data)


def frame_of(entry: Entry) -> Frame:
    tags = event_tags(entry)
    return Frame(
        version=entry.version,
        kind=command_tag(entry).encode(),
        data=msgspec.json.encode(entry),
        entry=entry,
        last=LAST in tags,
        ejects=not EJECTS.isdisjoint(tags),
    )


TAIL: Final = 64  # newest entries of a watched match that are kept
BATCH: Final = 500
TICK_MS: Final = 1000
RETRY_SECONDS: Final = 0.5  # before a store that does not answer is asked again

log = logging.getLogger(__name__)


class Channel:
    """The newest entries of one match, and who waits for more."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.tail: deque[Frame] = deque(maxlen=TAIL)
        self.watchers: set[Watcher] = set()
        self.lost = False  # its book cannot be read

    def after(self, version: int) -> list[Frame] | None:
        """Return the frames after a version, or None if some of them have left the tail."""
        if not self.tail or self.tail[-1].version <= version:
            return []
        if self.tail[0].version > version + 1:
            return None
        return [self.tail[place] for place in range(version - self.tail[-1].version, 0)]

    def fetch(self, store: Store, first: int) -> None:
        """Fetch new entries and wake the watchers; `first`: the first version in this batch of the feed."""
        after = self.tail[-1].version if self.tail else first - 1
        try:
            self.tail.extend(frame_of(entry) for entry in store.entries(self.match, after=after))
        except BrokenChain:
            log.exception("match %s cannot be watched", self.match)
            self.lost = True
        for watcher in list(self.watchers):
            watcher.wake()


class Watcher:
    """Waits for one match or several."""

    def __init__(self, channels: dict[str, Channel]) -> None:
        self.channels = channels
        self.busy_since: float | None = None  # while something is being sent to a client
        self.dismissed = False  # nothing more will come
        self._woken = threading.Event()

    def wake(self) -> None:
        self._woken.set()

    def wait(self, seconds: float) -> bool:
        """Return False if nothing happened; a wake-up from before the call counts as well."""
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def dismiss(self) -> None:
        self.dismissed = True
        self.wake()

    def too_slow(self, now: float, patience: float) -> bool:
        return self.busy_since is not None and now - self.busy_since > patience

    def drop(self) -> None:
        """End the connection of the client, if there is one."""


class Watch:
    """One per process. Its readers run only while somebody watches."""

    def __init__(self, store: Store, patience: float = 10.0) -> None:
        self._store = store
        self._patience = patience  # seconds that a client may take to receive what is sent
        self._partitions = store.partition_count()
        self._lock = threading.Lock()
        self._channels: dict[str, Channel] = {}
        self._readers: set[int] = set()
        self._next_look = 0.0
        self.closed = False
        self._of_all: set[Watcher] = set()  # who is woken by whatever happens in any match

    @contextmanager
    def follow(self, matches: Iterable[str] | None, kind: type[Watcher] = Watcher) -> Iterator[Watcher]:
        """Yield a watcher that is woken by whatever the store does not hold yet; None: by all matches.

        A watcher of all matches has no channels: it is woken whenever an entry is written anywhere.
        """
        with self._lock:
            joined = {match: self._channels.setdefault(match, Channel(match)) for match in matches or ()}
            watcher = kind(joined)
            for channel in joined.values():
                channel.watchers.add(watcher)
            if matches is None:
                self._of_all.add(watcher)
        try:
            with self._lock:
                needed = {partition_of(match, self._partitions) for match in joined}
                if matches is None:
                    needed = set(range(self._partitions))
                for partition in needed - self._readers:
                    self._start_reader(partition)
            if self.closed:
                watcher.dismiss()
            yield watcher
        finally:
            self._leave(watcher)

    def close(self) -> None:
        """Dismiss all watchers; they may watch on at another process or after a restart."""
        self.closed = True
        for watcher in self._watchers():
            watcher.dismiss()

    def wait_beyond(self, watcher: Watcher, version: int, seconds: float) -> None:
        """Wait until the one match has a later version, the watcher is dismissed, or the time is over."""
        until = time.monotonic() + seconds
        [channel] = watcher.channels.values()
        head = self._store.head(channel.match)
        newest = head.version if head else 0
        while newest <= version and not watcher.dismissed and (left := until - time.monotonic()) > 0:
            watcher.wait(left)
            newest = channel.tail[-1].version if channel.tail else newest

    def _leave(self, watcher: Watcher) -> None:
        with self._lock:
            self._of_all.discard(watcher)
            for match, channel in watcher.channels.items():
                channel.watchers.discard(watcher)
                if not channel.watchers and self._channels.get(match) is channel:
                    del self._channels[match]

    def _start_reader(self, partition: int) -> None:
        after = self._store.feed_end(partition)
        threading.Thread(
            target=self._follow, args=(partition, after), name=f"feed-{partition}", daemon=True
        ).start()
        self._readers.add(partition)

    def _follow(self, partition: int, after: int) -> None:
        while self._needed(partition):
            try:
                items = self._store.feed(partition, after=after, limit=BATCH, wait_ms=TICK_MS)
                self._wake(items)
            except StoreUnavailable as failure:
                log.warning("watchers wait until the store answers again: %s", failure)
                time.sleep(RETRY_SECONDS)
                continue
            after = items[-1].number if items else after
            self._drop_the_slow()

    def _watchers(self) -> set[Watcher]:
        with self._lock:
            of_some = {watcher for channel in self._channels.values() for watcher in channel.watchers}
            return of_some | self._of_all

    def _needed(self, partition: int) -> bool:
        with self._lock:
            needed = bool(self._of_all) or any(
                partition_of(match, self._partitions) == partition for match in self._channels
            )
            if not needed:
                self._readers.discard(partition)
        return needed

    def _wake(self, items: list[FeedItem]) -> None:
        for watcher in list(self._of_all) if items else ():
            watcher.wake()
        first: dict[str, int] = {}
        for item in items:
            if item.match in self._channels:
                first.setdefault(item.match, item.version)
        for match, version in first.items():
            channel = self._channels.get(match)
            if channel is not None:
                channel.fetch(self._store, version)

    def _drop_the_slow(self) -> None:
        """Drop clients that receive too slowly; one that comes back is sent what it missed."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + TICK_MS / 1000
        for watcher in self._watchers():
            if watcher.too_slow(now, self._patience):
                log.info("a reader of %s is too slow and cut off", ", ".join(watcher.channels))
                watcher.drop()
