"""`python -m workers.dispatcher`: turns the feed into jobs. The feed is the outbox, the queue can be lost.

With `--rebuild` it enqueues whatever is open in the whole book, and ends.
"""

import argparse
import logging
import signal
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event
from typing import Final

from events.store import Store
from service.clock import now_ms
from service.config import Config
from service.host.book_access import with_own_servers
from service.store import open_store
from workers.dispatcher.follower import Follower, Lease, LeaseLost
from workers.dispatcher.open_work import rebuild_queue
from workers.outages import SERVER_GONE, Patience, start_logging
from workers.queues import Queues, queue_connection

STAND_BY_SECONDS: Final = 0.5  # seconds between two looks at a lease that another one holds
WAIT_MS: Final = 1_000  # for the next item; a stop may take as long

log = logging.getLogger("workers.dispatcher")  # not "__main__"


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m workers.dispatcher", description=__doc__)
    words.add_argument("--rebuild", action="store_true", help="enqueue whatever is open in the book, and end")
    anew, config = words.parse_args().rebuild, Config.from_environment()
    start_logging(config.log_level)
    if anew:  # by hand, perhaps beside `up`
        config = with_own_servers(config)
    queues = Queues(queue_connection(config.queue_url))
    if anew:
        store = open_store(config)
        enqueued = sum(rebuild_queue(store, queues, number) for number in range(store.partition_count()))
        log.info("enqueued %d jobs out of the book", enqueued)
    else:
        follow_all(config, queues, stop_on_signal())


def follow_all(config: Config, queues: Queues, stop: Event) -> None:
    """Follow each partition in a thread. If one fails, all end and `up` starts them again."""
    store = open_book(config, stop)
    if store is None:
        return
    partitions = range(store.partition_count())
    with ThreadPoolExecutor(len(partitions)) as threads:
        at_work = [
            threads.submit(follow_partition, store, queues, partition, stop) for partition in partitions
        ]
        log.info("the dispatcher follows the feed")
        wait(at_work, return_when=FIRST_EXCEPTION)
        stop.set()
    for thread in at_work:
        thread.result()
    log.info("the dispatcher has stopped")


def open_book(config: Config, stop: Event) -> Store | None:
    """Wait for the book and open it; return None if asked to stop before."""
    patience = Patience("the dispatcher", stop)
    while not stop.is_set():
        try:
            return open_store(config)
        except SERVER_GONE as failure:
            patience.failed(failure)
    return None


def follow_partition(store: Store, queues: Queues, partition: int, stop: Event) -> None:
    patience = Patience(f"the dispatcher of partition {partition}", stop)
    lease, follower = Lease(store, partition), None
    while not stop.is_set():
        try:
            if lease.held(now_ms()):
                follower = follower or Follower(store, queues, partition, lease=lease)
                follower.step(WAIT_MS)
            else:
                follower = None  # the active dispatcher leaves another checkpoint
                stop.wait(STAND_BY_SECONDS)
        except LeaseLost:
            follower = None
        except SERVER_GONE as failure:
            patience.failed(failure)
        else:
            patience.succeeded()
    hand_over_lease(lease, follower)


def hand_over_lease(lease: Lease, follower: Follower | None) -> None:
    with suppress(LeaseLost, *SERVER_GONE):  # then a little is dispatched twice, which is harmless
        if follower:
            follower.save()
        lease.release()


def stop_on_signal() -> Event:
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return stop


if __name__ == "__main__":
    main()
