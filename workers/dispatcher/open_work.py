"""Open work: what items of the feed ask for, and what of it the book does not show yet.

A job can be lost with its worker or its queue. Work that waits in no queue and has left no trace in the book
is enqueued again.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from events.codec import decode
from events.snapshots import SNAPSHOT_EVERY
from events.store import FeedItem, Store
from games.match.actor import Actor
from games.match.state import LONGEST_WAIT
from service.clock import now_ms
from service.matches.index import EventMetadata
from service.matches.records.analysis import ADVICE
from service.matches.records.sheets import FINAL, missing_sheets, sheet_of_round
from service.queries.scores import OVER
from service.ratings.records import RatingRecords
from workers.queues import JobName, Queues, Work

PATIENCE_SECONDS: Final = 5.0  # seconds until work without a trace is enqueued again, doubled each time
LONGEST_PATIENCE_SECONDS: Final = 30.0  # work that was lost often is still not given up
REBUILD_BATCH: Final = 500

log = logging.getLogger(__name__)


def read_metadata(item: FeedItem) -> EventMetadata | None:
    """Return None, and log that, if it cannot be read: one bad item does not hold up the others."""
    try:
        return decode(item.metadata, EventMetadata)
    except (msgspec.MsgspecError, ValueError) as failure:
        log.warning(
            "match %s, version %d: its metadata cannot be read: %s", item.match, item.version, failure
        )
        return None


def asks_bot(metadata: EventMetadata) -> bool:
    return metadata.mind is not None


def owed_sheets(metadata: EventMetadata, version: int) -> tuple[str, ...]:
    """Return the score sheets that the entry of this version owes: of rounds that ended, and of the match.

    A fork ends no round by beginning in a later one. Rounds that a redo brings back have their sheets, as of
    the entries that ended them.
    """
    ended = () if version == 1 or metadata.rewound else range(max(metadata.round_before, 1), metadata.round)
    rounds = tuple(sheet_of_round(number) for number in ended)
    return (*rounds, FINAL) if metadata.status in OVER else rounds


def is_rated(metadata: EventMetadata) -> bool:
    """Return whether the result counts, GB-25: only if anyone can look it up, and none from elsewhere."""
    return metadata.status == "finished" and metadata.public and metadata.rated and not metadata.imported


def list_work(item: FeedItem, metadata: EventMetadata) -> Iterator[Work]:
    """Yield the work that an item asks for; the job of a bot that has just answered goes on by itself."""
    if asks_bot(metadata) and not Actor.parse(metadata.by).is_bot:
        yield Work("bot", item.match, item.version)
    if metadata.advised:
        yield Work("advice", item.match, item.version)
    if owed_sheets(metadata, item.version):
        yield Work("score", item.match, item.version)
    if is_rated(metadata):
        yield Work("rate", item.match, item.version)
    if item.version % SNAPSHOT_EVERY == 0:
        yield Work("snapshot", item.match, item.version)


@dataclass(slots=True)
class OpenJob:
    work: Work
    number: int  # in the feed
    due: float  # when it is looked after
    since: int  # UTC milliseconds: when its item was read
    sheets: tuple[str, ...] = ()  # that must be in the document
    patience: float = PATIENCE_SECONDS
    waited: bool = False  # in a queue, when it was last looked after: since then a worker may be at it

    def wait(self, now: float) -> None:
        self.due = now + self.patience

    def wait_longer(self, now: float) -> None:
        self.patience = min(2 * self.patience, LONGEST_PATIENCE_SECONDS)
        self.wait(now)


class OpenWork:
    """The open work of one partition.

    Any newer entry settles a question to a bot; other work is settled once its result is stored.
    """

    def __init__(self) -> None:
        self._bots: dict[str, OpenJob] = {}
        self._others: dict[Work, OpenJob] = {}

    def take(self, item: FeedItem, metadata: EventMetadata, now: float, since: int = 0) -> None:
        """Note what an item asks for, read at `since` by the clock and at `now` by a monotonic one."""
        self._bots.pop(item.match, None)
        if asks_bot(metadata):
            # A long thought is not a lost job.
            patience = PATIENCE_SECONDS + LONGEST_WAIT * metadata.thinks / 1000
            work = Work("bot", item.match, item.version)
            self._bots[item.match] = OpenJob(work, item.number, now + patience, since, patience=patience)
        if sheets := owed_sheets(metadata, item.version):
            self._add("score", item, now, since, sheets)
        if metadata.advised:
            self._add("advice", item, now, since)
        if is_rated(metadata):
            self._add("rate", item, now, since)

    def _add(
        self, job: JobName, item: FeedItem, now: float, since: int, sheets: tuple[str, ...] = ()
    ) -> None:
        work = Work(job, item.match, item.version)
        self._others[work] = OpenJob(work, item.number, now + PATIENCE_SECONDS, since, sheets)

    def due(self, now: float) -> list[OpenJob]:
        return [entry for entry in self if entry.due <= now]

    def settle(self, work: Work) -> None:
        self._others.pop(work, None)

    def oldest(self) -> OpenJob | None:
        """Return the open job whose item comes first in the feed."""
        return min(self, key=lambda entry: entry.number, default=None)

    def __iter__(self) -> Iterator[OpenJob]:
        yield from self._bots.values()
        yield from self._others.values()

    def __len__(self) -> int:
        return len(self._bots) + len(self._others)


def sweep_open_work(open_work: OpenWork, store: Store, queues: Queues, now: float) -> int:
    """Enqueue lost work again and return how much; if a worker is still busy with it, that does no harm."""
    late = [entry for entry in open_work.due(now) if not settle_if_done(open_work, store, entry)]
    waiting = queues.waiting() if late else set()
    enqueued = 0
    for entry in late:
        if entry.work in waiting or entry.waited:
            entry.waited = entry.work in waiting
            entry.wait(now)
        else:
            enqueued += enqueue_again(queues, entry)
            entry.wait_longer(now)
    if enqueued:
        log.warning("%d jobs have left no trace and are enqueued again, as %s", enqueued, late[0].work)
    return enqueued


def settle_if_done(open_work: OpenWork, store: Store, entry: OpenJob) -> bool:
    """Settle work whose trace is there. A newer item settles a question to a bot; the rest is looked up."""
    work = entry.work
    if work.job == "bot":
        return False
    if work.job == "advice" and ADVICE.get(store, work.match, work.version) is None:
        return False
    if work.job == "rate" and not RatingRecords(store).is_counted(work.match):
        return False
    if work.job == "score" and missing_sheets(store, work.match, work.version, entry.sheets):
        return False
    open_work.settle(entry.work)
    return True


def enqueue_again(queues: Queues, entry: OpenJob) -> bool:
    """Enqueue work under a new id: RQ may still have the lost job's. Two dispatchers make the same one."""
    moment = now_ms() // int(PATIENCE_SECONDS * 1000)
    return queues.put(entry.work, number=moment, again=True)


def rebuild_queue(store: Store, queues: Queues, partition: int) -> int:
    """Enqueue all that is open, found by reading the whole feed; the checkpoint stays where it is."""
    open_work, after = OpenWork(), 0
    while items := store.feed(partition, after=after, limit=REBUILD_BATCH):
        for item in items:
            if (metadata := read_metadata(item)) is not None:
                open_work.take(item, metadata, now=0.0)
        after = items[-1].number
    return sweep_open_work(open_work, store, queues, now=PATIENCE_SECONDS)
