"""`python -m workers.main`: one worker of the shift.

It runs jobs in its own process: forking for each would cost most of the throughput and every match in memory.
Jobs are our own code; one that kills its process takes down a worker that is started again, and the sweep
finds its work.
"""

import argparse
import logging
import signal
import time
from threading import Event
from typing import Any, Final

import redis
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service.config import Config
from service.host.precedence import let_servers_go_first
from service.monitoring.figures import tally
from workers.fair_queue import FairQueue
from workers.jobs.calls import MOST_HANDED_OVER, close_calls, hand_over
from workers.jobs.table import ShiftJob
from workers.logs import start_logging
from workers.outages import SERVER_GONE, Patience
from workers.queues import BOTS, DELIVERIES, QUEUES, queue_connection, work_of
from workers.station import get_station
from workers.succession import take_over_from_the_dead

WORKER_TTL: Final = 60
MAINTENANCE_INTERVAL: Final = 30

log = logging.getLogger("workers.main")  # not "__main__"


class ShiftWorker(SimpleWorker):
    job_class = ShiftJob
    queue_class = FairQueue
    max_connection_wait_time = 5.0

    def subscribe(self) -> None:
        """Nobody sends commands by pub/sub, and listening takes a thread and a connection."""

    def reorder_queues(self, reference_queue: Any) -> None:
        """`bots` goes before all others; whichever of those was served then comes last."""
        if reference_queue.name != BOTS:
            self._ordered_queues.remove(reference_queue)
            self._ordered_queues.append(reference_queue)

    def execute_job(self, job: Any, queue: Any) -> None:
        """Deliveries are handed over, all that wait at once: RQ's own way is a dozen round trips for each."""
        if queue.name != DELIVERIES or work_of(job.id) is None:
            super().execute_job(job, queue)
            return
        self.connection.lrem(queue.intermediate_queue_key, 1, job.id)
        hand_over([job.id, *get_station().queues.take_deliveries(MOST_HANDED_OVER)])

    def perform_job(self, job: Any, queue: Any) -> bool:
        """While the book is gone no job begins: all waiting jobs would fail within a moment."""
        self._wait_for_the_book()
        began = time.monotonic()
        done: bool = super().perform_job(job, queue)
        tally(self.connection, job.label, done=done, seconds=time.monotonic() - began)
        return done

    def _wait_for_the_book(self) -> None:
        patience = Patience("a job", Event())
        while not self.asked_to_stop:
            try:
                get_station().matches.store.ping()
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
    work_as(ShiftWorker, tuple(words.parse_args().queues) or QUEUES)


def work_as(kind: type[ShiftWorker], queues: tuple[str, ...]) -> None:
    """Works through outages of the servers, until a signal."""
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
    close_calls()
    log.info("the worker has stopped")


def work_until_stopped(
    kind: type[ShiftWorker], connection: redis.Redis, patience: Patience, queues: tuple[str, ...]
) -> None:
    """Until asked to stop. RQ also ends when its server is gone, with or without a message."""
    get_station()  # a book that is not ours is reported before the first job
    worker = kind(
        queues,
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL,
        maintenance_interval=MAINTENANCE_INTERVAL,
        log_job_description=False,
    )
    patience.succeeded()
    take_over_from_the_dead(connection, get_station().queues)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        log.info("the worker %s begins", worker.name)
        worker.work(logging_level="WARNING")
    except SERVER_GONE:
        if not worker.asked_to_stop:
            raise
    finally:
        restore_signals(before)
    if not worker.asked_to_stop:
        raise redis.ConnectionError("RQ has given up")


def restore_signals(handlers: dict[signal.Signals, Any]) -> None:
    """RQ leaves its handlers behind; without a worker they would only swallow the signal."""
    for number, handler in handlers.items():
        signal.signal(number, handler)


if __name__ == "__main__":
    main()
