"""`python -m workers.main`: one worker.

It runs jobs in its own process: forking for each would cost most of the throughput and the cache of matches.
Jobs are our own code; one that kills its process takes down a worker that is started again, and the sweep
finds its work.
"""

import argparse
import logging
import os
import signal
import socket
import time
from threading import Event
from typing import Any, Final

import redis
from rq import SimpleWorker
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from service.config import Config
from service.host.precedence import let_servers_go_first
from service.monitoring.figures import tally
from workers.context import get_context
from workers.jobs.delivery_pool import MOST_HANDED_OVER, close_pool, hand_over
from workers.jobs.table import KnownJob
from workers.outages import SERVER_GONE, Patience, start_logging
from workers.queues import (
    BOTS,
    DELIVERIES,
    QUEUES,
    FairQueue,
    Queues,
    Work,
    number_of,
    queue_connection,
    work_of,
)

WORKER_TTL: Final = 60
MAINTENANCE_INTERVAL: Final = 30

log = logging.getLogger("workers.main")  # not "__main__"


class JobWorker(SimpleWorker):
    job_class = KnownJob
    queue_class = FairQueue
    max_connection_wait_time = 5.0

    def subscribe(self) -> None:
        """Do nothing: nobody sends commands by pub/sub, and listening takes a thread and a connection."""

    def reorder_queues(self, reference_queue: Any) -> None:
        """Keep `bots` before all others; whichever of those was served then comes last."""
        if reference_queue.name != BOTS:
            self._ordered_queues.remove(reference_queue)
            self._ordered_queues.append(reference_queue)

    def execute_job(self, job: Any, queue: Any) -> None:
        """Hand over deliveries, all that wait at once: RQ's own way is a dozen round trips for each."""
        if queue.name != DELIVERIES or work_of(job.id) is None:
            super().execute_job(job, queue)
            return
        self.connection.lrem(queue.intermediate_queue_key, 1, job.id)
        hand_over([job.id, *get_context().queues.take_deliveries(MOST_HANDED_OVER)])

    def perform_job(self, job: Any, queue: Any) -> bool:
        """Carry out a job once the book is there: without it all waiting jobs would fail within a moment."""
        self._wait_for_the_book()
        began = time.monotonic()
        done: bool = super().perform_job(job, queue)
        tally(self.connection, job.label, done=done, seconds=time.monotonic() - began)
        return done

    def _wait_for_the_book(self) -> None:
        patience = Patience("a job", Event())
        while not self.asked_to_stop:
            try:
                get_context().matches.store.ping()
            except SERVER_GONE as failure:
                patience.failed(failure)
            else:
                patience.succeeded()
                return

    @property
    def asked_to_stop(self) -> bool:
        return self._shutdown_requested_date is not None


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m workers.main", description=__doc__)
    words.add_argument(
        "queues", nargs="*", choices=[[], *QUEUES], metavar="queue", help="only these, not all"
    )
    let_servers_go_first()
    work_as(JobWorker, tuple(words.parse_args().queues) or QUEUES)


def work_as(kind: type[JobWorker], queues: tuple[str, ...]) -> None:
    """Work through outages of the servers, until a signal."""
    config = Config.from_environment()
    start_logging(config.log_level)
    patience = Patience("the worker", Event())
    asked_to_stop = False
    while not asked_to_stop:
        try:
            work_until_stopped(kind, queue_connection(config.queue_url), patience, queues)
            asked_to_stop = True
        except SERVER_GONE as failure:
            patience.failed(failure)
    close_pool()
    log.info("the worker has stopped")


def work_until_stopped(
    kind: type[JobWorker], connection: redis.Redis, patience: Patience, queues: tuple[str, ...]
) -> None:
    """Work until asked to stop. RQ also ends when its server is gone, with or without a message."""
    get_context()  # a book that is not ours is reported before the first job
    worker = kind(
        queues,
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL,
        maintenance_interval=MAINTENANCE_INTERVAL,
        log_job_description=False,
    )
    patience.succeeded()
    take_over_from_killed(connection, get_context().queues)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        log.info("the worker %s begins", worker.name)
        worker.work(logging_level="WARNING")
    except SERVER_GONE:
        if not worker.asked_to_stop:
            raise
    finally:
        # RQ leaves its handlers behind; without a worker they would only swallow the signal.
        for number, handler in before.items():
            signal.signal(number, handler)
    if not worker.asked_to_stop:
        raise redis.ConnectionError("RQ has given up")


def take_over_from_killed(connection: Any, queues: Queues) -> list[Work]:
    """Enqueue what killed workers of this machine were at, and remove their records.

    A machine that is lost with all its workers is not seen from here. The dispatcher notices that a question
    stays open, but it must wait as long as a thought may take before it counts the work as lost.
    """
    taken = []
    for worker in SimpleWorker.all(connection=connection, serializer=JSONSerializer):
        if not is_dead_here(worker):
            continue
        id_ = worker.get_current_job_id()
        work = work_of(id_) if id_ else None
        worker.register_death()  # type: ignore[no-untyped-call]  # it is RQ's
        if id_ and work and queues.put(work, number=number_of(id_) + 1, again=True):
            log.warning("a worker died at %s, which is enqueued again", work)
            taken.append(work)
    return taken


def is_dead_here(worker: BaseWorker) -> bool:
    """Return whether it was a worker here that has ended; one with our own number was another process."""
    if worker.hostname != socket.gethostname() or worker.pid is None:
        return False
    return worker.pid == os.getpid() or not is_running(worker.pid)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs as somebody else
        return True
    return True


if __name__ == "__main__":
    main()
