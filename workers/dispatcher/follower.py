"""One partition of the feed, followed behind a checkpoint.

Work is enqueued first, then the checkpoint moves: after a crash anywhere in between, the last items are read
again and the same ids enqueued again.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

from events.store import FeedItem, Scope, Store
from service.clock import CLOCKS_DIFFER_BY, now_ms
from service.matches.index import EventMetadata
from service.monitoring.shift_records import DISPATCHER_SCOPE, Checkpoint, ShiftRecords
from workers.dispatcher.feed import list_work, read_metadata
from workers.dispatcher.lease import Lease, LeaseLost
from workers.dispatcher.ledger import Ledger
from workers.dispatcher.sweep import sweep_ledger
from workers.jobs.clocks import ask_for_strikes, bring_deadlines_back
from workers.jobs.deliveries import ask_for_deliveries
from workers.jobs.notices import Notices
from workers.jobs.reviews import ask_for_reviews
from workers.outages import SERVER_GONE
from workers.queues import BOTS_ON, Queues, Work

FEED_BATCH: Final = 500
SAVE_SECONDS: Final = 1.0  # seconds: each time costs the book a write to disk
SWEEP_SECONDS: Final = 1.0
LOOKS_APART: Final = 10  # times as long as a look at the deliveries takes: the feed shall not wait for it
CLOCK_LOOK_SECONDS: Final = 600.0  # seconds between two looks at books that are ahead of the clock
CHECK_SECONDS: Final = 3600.0  # seconds between two looks at the snapshots
CHECK_MS: Final = int(1000 * CHECK_SECONDS)
FIRST_CHECK_SECONDS: Final = 60.0  # there is more urgent work after a start

log = logging.getLogger(__name__)


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
        self._records = ShiftRecords(store)
        self._begun = self._saved = self._records.checkpoint(partition)
        self._dispatched = self._saved.dispatched
        self._read = self._saved.settled  # items that may be open are read again, to look after them
        self._ledger = Ledger()
        self._notices = Notices(store, queues)
        self._next_save = 0.0
        self._next_sweep = 0.0
        self._next_look = 0.0
        self._next_deliveries = 0.0
        self._shown = 0  # by the clock, when it was looked at last
        self._next_check = time.monotonic() + FIRST_CHECK_SECONDS

    def step(self, wait_ms: int) -> None:
        items = self._store.feed(self._partition, after=self._read, limit=FEED_BATCH, wait_ms=wait_ms)
        listening = self._notices.listening() if items else set()
        for item in items:
            self._take(item, listening)
        now = time.monotonic()
        if now >= self._next_sweep and len(items) < FEED_BATCH:  # one that is behind cannot tell what is late
            self._next_sweep = now + SWEEP_SECONDS
            self._mind_the_clock(now)
            ask_for_strikes(self._store, self._queues, self._partition, self._clock())
            if self._partition == 0:  # work of the whole house waits there
                self._ask_for_deliveries(now)
                ask_for_reviews(self._store, self._queues, self._clock())
            sweep_ledger(self._ledger, self._store, self._queues, now)
        self._check_snapshots(now)
        if now >= self._next_save:
            self._next_save = now + SAVE_SECONDS
            self.save()

    def _ask_for_deliveries(self, now: float) -> None:
        """The more of them wait, the longer a look takes, and the longer it is until the next one."""
        if now >= self._next_deliveries:
            began = time.monotonic()
            ask_for_deliveries(self._store, self._queues, self._clock())
            self._next_deliveries = now + LOOKS_APART * (time.monotonic() - began)

    def _mind_the_clock(self, now: float) -> None:
        """It may have been set back a moment ago, before this process began, or on another machine."""
        shown = self._clock()
        if shown + CLOCKS_DIFFER_BY < self._shown or now >= self._next_look:
            self._next_look = now + CLOCK_LOOK_SECONDS
            moved = bring_deadlines_back(self._store, self._partition, shown)
            if moved:
                log.warning("the clock was set back: %d deadlines are brought back with it", moved)
        self._shown = shown

    def save(self) -> None:
        oldest = self._ledger.oldest()
        if oldest is None:
            checkpoint = Checkpoint(self._dispatched, self._read)
        else:
            checkpoint = Checkpoint(self._dispatched, oldest.number - 1, len(self._ledger), oldest.since)
        if checkpoint != self._saved:
            self._keep(checkpoint)
            self._saved = checkpoint

    def _keep(self, checkpoint: Checkpoint) -> None:
        if self._lease is None:
            self._records.keep_checkpoint(self._partition, checkpoint)
        elif not self._records.keep_checkpoint_under(self._lease.ours, self._partition, checkpoint):
            raise LeaseLost

    def _check_snapshots(self, now: float) -> None:
        """One of the dispatchers does it for all; each hour has its own id, so it is enqueued once."""
        if self._partition == 0 and now >= self._next_check:
            self._next_check = now + CHECK_SECONDS
            self._queues.put(Work("check", str(DISPATCHER_SCOPE), now_ms() // CHECK_MS))

    def _dispatch(self, item: FeedItem, metadata: EventMetadata, listening: set[Scope]) -> None:
        """An entry that cannot be handled is parked, and those behind it go on."""
        try:
            if metadata.opener is not None:
                self._queues.name_opener(item.match, metadata.opener)
            for work in list_work(item, metadata):
                self._queues.put(work, queue=BOTS_ON if work.job == "bot" and metadata.alone else None)
            self._notices.take(item, metadata, listening, self._clock())
        except SERVER_GONE:
            raise
        except Exception as failure:
            log.exception("match %s, version %d is parked", item.match, item.version)
            self._records.park(self._partition, item, failure)

    def _open_since(self, item: FeedItem) -> int:
        """Return since when its work is open: of the oldest, the checkpoint knows it from before."""
        was_oldest = item.number == self._begun.settled + 1
        return self._begun.open_since if was_oldest and self._begun.open_since else self._clock()

    def _take(self, item: FeedItem, listening: set[Scope]) -> None:
        metadata = read_metadata(item)
        if metadata is not None:
            if item.number > self._dispatched:
                self._dispatch(item, metadata, listening)
            self._ledger.take(item, metadata, time.monotonic(), self._open_since(item))
        self._read = item.number
        self._dispatched = max(self._dispatched, item.number)
