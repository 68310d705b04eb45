"""The queues, and how work gets into them: by dotted name, under an id that says what it is for.

All of it can be thrown away: what is missing in a queue is found in the feed again.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, cast

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from service.monitoring.figures import tally_again

Kind = Literal["bot", "score", "snapshot", "check", "clock", "deliver", "rate"]

BOTS: Final = "bots"  # somebody may be waiting for the answer
SCORES: Final = "scores"
BOTS_ON: Final = "bots_on"  # bots that have used up a slice of time and go on
DELIVERIES: Final = "deliveries"  # may wait for strangers, so they have a worker of their own
QUEUES: Final = (BOTS, SCORES, BOTS_ON, DELIVERIES)  # the first goes before all others, which take turns

HANDLERS: Final[dict[Kind, str]] = {
    "bot": "workers.jobs.bots.answer",
    "score": "workers.jobs.scoring.write_sheets",
    "snapshot": "workers.jobs.snapshots.take",
    "check": "workers.jobs.snapshots.check",
    "clock": "workers.jobs.clocks.strike",
    "deliver": "workers.jobs.deliveries.deliver",
    "rate": "workers.jobs.ratings.rate",
}
QUEUE_OF: Final[dict[Kind, str]] = {
    "bot": BOTS,
    "score": SCORES,
    "snapshot": SCORES,
    "check": BOTS_ON,
    "clock": BOTS,
    "deliver": DELIVERIES,
    "rate": SCORES,
}

# A job that takes longer is broken off. Bots think for ten at most; name servers may keep a courier waiting.
SECONDS_OF: Final[dict[Kind, int]] = {
    "bot": 20,
    "score": 60,
    "snapshot": 60,
    "check": 60,
    "clock": 20,
    "deliver": 120,
    "rate": 60,
}
FAILURE_SECONDS: Final = 86_400  # how long a failed job can be looked at
RECORD_SECONDS: Final = 86_400  # a job lost between queue and worker leaves its record behind no longer


class Work(NamedTuple):
    """What is to be done about an entry."""

    kind: Kind
    match: str
    version: int


def job_id(work: Work, number: int = 0) -> str:
    """The same for the same work; another number where a job of that id was lost."""
    return f"{work.kind}-{work.match}-{work.version}-{number}"


def work_of(job: str) -> Work:
    """What a job of this id is for."""
    kind, _, rest = job.partition("-")
    match, version, _ = rest.rsplit("-", 2)
    return Work(cast("Kind", kind), match, int(version))


def queue_connection(url: str) -> redis.Redis:
    """A broken connection is tried once more: a job that got in the first time is refused the second."""
    return redis.Redis.from_url(
        url,
        protocol=2,
        socket_connect_timeout=2,
        socket_timeout=5,
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
    )


class Queues:
    def __init__(self, connection: redis.Redis) -> None:
        self._connection = connection
        self._queues = {
            name: Queue(name, connection=connection, serializer=JSONSerializer) for name in QUEUES
        }

    def put(self, work: Work, *, queue: str | None = None, number: int = 0, again: bool = False) -> bool:
        """False if a job of this id waits or runs. One that has run is forgotten, so its id is free again.

        Handlers bear that: an answered question or a written sheet is left as it is. `again`: what was asked
        for before has left no trace; that is counted.
        """
        try:
            self._queues[queue or QUEUE_OF[work.kind]].enqueue_call(
                HANDLERS[work.kind],
                args=(work.match, work.version),
                job_id=job_id(work, number),
                unique=True,
                timeout=SECONDS_OF[work.kind],
                ttl=RECORD_SECONDS,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
            )
        except DuplicateJobError:
            return False
        if again:
            tally_again(self._connection, work.kind)
        return True

    def somebody_waits(self) -> bool:
        """For a bot's answer."""
        return bool(self._queues[BOTS].count)

    def waiting(self) -> set[Work]:
        """The work no worker has taken up yet."""
        return {work for name in self._queues for work in self.waiting_in(name)}

    def waiting_in(self, name: str) -> Iterable[Work]:
        return map(work_of, self._queues[name].get_job_ids())
