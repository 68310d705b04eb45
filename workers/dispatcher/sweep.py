"""Enqueues lost work again: work that waits in no queue and has left no trace in the book."""

import logging

from events.store import Store
from service.clock import now_ms
from service.matches.records.advice import Advices
from service.matches.records.sheets import Sheets
from service.ratings.records import RatingRecords
from workers.dispatcher.feed import read_metadata
from workers.dispatcher.ledger import PATIENCE_SECONDS, Ledger, OpenWork
from workers.queues import Queues

REBUILD_BATCH = 500

log = logging.getLogger(__name__)


def sweep_ledger(ledger: Ledger, store: Store, queues: Queues, now: float) -> int:
    """Answers how many it enqueued again. If a worker is still busy with one, the new one is in vain."""
    late = [entry for entry in ledger.due(now) if not settle_if_done(ledger, store, entry)]
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


def settle_if_done(ledger: Ledger, store: Store, entry: OpenWork) -> bool:
    """The feed tells when a question to a bot is answered; sheets and results have to be looked up."""
    work = entry.work
    if work.job == "bot":
        return False
    if work.job == "advice" and Advices(store).at_version(work.match, work.version) is None:
        return False
    if work.job == "rate" and not RatingRecords(store).is_counted(work.match):
        return False
    if work.job == "score" and Sheets(store).missing(work.match, work.version, entry.sheets):
        return False
    ledger.settle(entry.work)
    return True


def enqueue_again(queues: Queues, entry: OpenWork) -> bool:
    """Under a new id, because RQ may still keep the lost job's. Two dispatchers make the same one."""
    moment = now_ms() // int(PATIENCE_SECONDS * 1000)
    return queues.put(entry.work, number=moment, again=True)


def rebuild_queue(store: Store, queues: Queues, partition: int) -> int:
    """Everything that is open, found by reading the whole feed; the checkpoint stays where it is."""
    ledger, after = Ledger(), 0
    while items := store.feed(partition, after=after, limit=REBUILD_BATCH):
        for item in items:
            if (metadata := read_metadata(item)) is not None:
                ledger.take(item, metadata, now=0.0)
        after = items[-1].number
    return sweep_ledger(ledger, store, queues, now=PATIENCE_SECONDS)
