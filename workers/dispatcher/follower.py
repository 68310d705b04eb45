"""The follower of one partition of the feed: it reads the feed behind a checkpoint and enqueues jobs.

Work is enqueued first, then the checkpoint moves: after a crash anywhere in between, the last items are read
again and the same ids enqueued again.
"""

import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

from events.store import FeedItem, Scope, Store
from service.clock import CLOCKS_DIFFER_BY, now_ms
from service.matches.index import EventMetadata
from service.monitoring.dispatcher_records import DISPATCHER_SCOPE, Checkpoint, DispatcherRecords, HeldLease
from workers.dispatcher.open_work import OpenWork, list_work, read_metadata, sweep_open_work
from workers.jobs.analysis import ask_for_reviews
from workers.jobs.clocks import ask_for_strikes, bring_deadlines_back
from workers.jobs.webhooks import WebhookFanout, ask_for_deliveries
from workers.outages import SERVER_GONE
from workers.queues import BOTS_ON, Queues, Work

FEED_BATCH: Final = 500
SAVE_SECONDS: Final = 1.0  # seconds: each time costs the book a write to disk
SWEEP_SECONDS: Final = 1.0
LOOKS_APART: Final = 10  # pause between scans of deliveries, in durations of one: the feed must not starve
CLOCK_LOOK_SECONDS: Final = 600.0  # seconds between two looks at books that are ahead of the clock
CHECK_SECONDS: Final = 3600.0  # seconds between two looks at the snapshots
CHECK_MS: Final = int(1000 * CHECK_SECONDS)
FIRST_CHECK_SECONDS: Final = 60.0  # there is more urgent work after a start

LEASE_MS: Final = 5_000
RENEW_AFTER_MS: Final = 2_000  # after so long

log = logging.getLogger(__name__)


class LeaseLost(Exception):  # noqa: N818  the name says it
    """Another dispatcher is active; nothing was written."""


class Lease:
    """Which dispatcher works on a partition: several may stand by, one is active.

    A lease runs out by itself when its holder dies. It is a fence as well: a checkpoint is written only while
    the lease under which it was reached is still there, so a holder that slept through its end cannot turn
    the next one back.
    """

    def __init__(self, store: Store, partition: int) -> None:
        self._records = DispatcherRecords(store)
        self._partition = partition
        self._holder = secrets.token_hex(8)
        self._ours: HeldLease | None = None

    @property
    def ours(self) -> HeldLease | None:
        """Return the lease as we took or renewed it last; somebody else may have taken it since."""
        return self._ours

    def held(self, now: int) -> bool:
        """Take the lease if it is free, renew it in good time, and return whether it is ours.

        One that runs longer than any lease was taken when the clock was ahead, and does not count.
        """
        held = self._records.lease(self._partition)
        if held is None or not now < held.until <= now + LEASE_MS + CLOCKS_DIFFER_BY:
            return self._take(held, held.term + 1 if held else 1, now)
        if held.holder != self._holder:
            self._ours = None
            return False
        if held.until - now > LEASE_MS - RENEW_AFTER_MS:
            return True
        return self._take(held, held.term, now)

    def release(self) -> None:
        """Release the lease, so that a dispatcher standing by need not wait."""
        if self._ours is not None:
            self._pass(self._ours, HeldLease(holder="", term=self._ours.term, until=0))
            self._ours = None

    def _take(self, before: HeldLease | None, term: int, now: int) -> bool:
        return self._pass(before, HeldLease(holder=self._holder, term=term, until=now + LEASE_MS))

    def _pass(self, before: HeldLease | None, after: HeldLease) -> bool:
        done = self._records.pass_lease(self._partition, before, after)
        self._ours = after if done else None
        return done


class Follower:
    def __init__(
        self,
        store: Store,
        queues: Queues,
        partition: int,
        clock: Callable[[], int] = now_ms,
        lease: Lease | None = None,
    ) -> None:
        self._clock = clock
        self._lease = lease
        self._store = store
        self._queues = queues
        self._partition = partition
        self._records = DispatcherRecords(store)
        self._begun = self._saved = self._records.checkpoint(partition)
        self._dispatched = self._saved.dispatched
        self._read = self._saved.settled  # items that may be open are read again, to look after them
        self._open_work = OpenWork()
        self._fanout = WebhookFanout(store, queues)
        self._next_save = 0.0
        self._next_sweep = 0.0
        self._next_look = 0.0
        self._next_deliveries = 0.0
        self._shown = 0  # by the clock, when it was looked at last
        self._next_check = time.monotonic() + FIRST_CHECK_SECONDS

    def step(self, wait_ms: int) -> None:
        items = self._store.feed(self._partition, after=self._read, limit=FEED_BATCH, wait_ms=wait_ms)
        listening = self._fanout.listening() if items else set()
        for item in items:
            self._take(item, listening)
        now = time.monotonic()
        if (
            now >= self._next_sweep and len(items) < FEED_BATCH
        ):  # one that is behind does not see what is late
            self._next_sweep = now + SWEEP_SECONDS
            self._check_clock(now)
            ask_for_strikes(self._store, self._queues, self._partition, self._clock())
            if self._partition == 0:  # work of the whole server waits there
                self._ask_for_deliveries(now)
                ask_for_reviews(self._store, self._queues, self._clock())
            sweep_open_work(self._open_work, self._store, self._queues, now)
        self._check_snapshots(now)
        if now >= self._next_save:
            self._next_save = now + SAVE_SECONDS
            self.save()

    def _ask_for_deliveries(self, now: float) -> None:
        """Ask for due deliveries; the more of them wait, the longer it is until the next look."""
        if now >= self._next_deliveries:
            began = time.monotonic()
            ask_for_deliveries(self._store, self._queues, self._clock())
            self._next_deliveries = now + LOOKS_APART * (time.monotonic() - began)

    def _check_clock(self, now: float) -> None:
        """Bring deadlines back where the clock was set back, now, before the start, or on another machine."""
        shown = self._clock()
        if shown + CLOCKS_DIFFER_BY < self._shown or now >= self._next_look:
            self._next_look = now + CLOCK_LOOK_SECONDS
            moved = bring_deadlines_back(self._store, self._partition, shown)
            if moved:
                log.warning("the clock was set back: %d deadlines are brought back with it", moved)
        self._shown = shown

    def save(self) -> None:
        oldest = self._open_work.oldest()
        if oldest is None:
            checkpoint = Checkpoint(self._dispatched, self._read)
        else:
            checkpoint = Checkpoint(self._dispatched, oldest.number - 1, len(self._open_work), oldest.since)
        if checkpoint != self._saved:
            self._write(checkpoint)
            self._saved = checkpoint

    def _write(self, checkpoint: Checkpoint) -> None:
        if self._lease is None:
            self._records.keep_checkpoint(self._partition, checkpoint)
        elif not self._records.keep_checkpoint_under(self._lease.ours, self._partition, checkpoint):
            raise LeaseLost

    def _check_snapshots(self, now: float) -> None:
        """Have the snapshots checked: one dispatcher does it for all, under an id for each hour."""
        if self._partition == 0 and now >= self._next_check:
            self._next_check = now + CHECK_SECONDS
            self._queues.put(Work("check", str(DISPATCHER_SCOPE), now_ms() // CHECK_MS))

    def _dispatch(self, item: FeedItem, metadata: EventMetadata, listening: set[Scope]) -> None:
        """Enqueue the work of an item; one that cannot be handled is parked, and those behind it go on."""
        try:
            if metadata.opener is not None:
                self._queues.name_opener(item.match, metadata.opener)
            for work in list_work(item, metadata):
                self._queues.put(work, queue=BOTS_ON if work.job == "bot" and metadata.alone else None)
            self._fanout.take(item, metadata, listening, self._clock())
        except SERVER_GONE:
            raise
        except Exception as failure:
            log.exception("match %s, version %d is parked", item.match, item.version)
            self._records.park(self._partition, item, failure)

    def _open_since(self, item: FeedItem) -> int:
        """Return since when its work is open: for the oldest, the checkpoint holds it from before."""
        was_oldest = item.number == self._begun.settled + 1
        return self._begun.open_since if was_oldest and self._begun.open_since else self._clock()

    def _take(self, item: FeedItem, listening: set[Scope]) -> None:
        metadata = read_metadata(item)
        if metadata is not None:
            if item.number > self._dispatched:
                self._dispatch(item, metadata, listening)
            self._open_work.take(item, metadata, time.monotonic(), self._open_since(item))
        self._read = item.number
        self._dispatched = max(self._dispatched, item.number)
