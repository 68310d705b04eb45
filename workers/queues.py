"""The queues, and how work gets into them: by the name of a job, under an id that names its purpose.

All of it can be thrown away: what a queue lacks is found in the feed again. Bots take turns by who opened
their match (`FairQueue`).
"""

import re
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, cast, get_args

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from service.monitoring.figures import THINKING, read_spending, tally, tally_again

JobName = Literal["bot", "score", "snapshot", "check", "clock", "deliver", "rate", "advice", "review"]

BOTS: Final = "bots"  # somebody may be waiting for the answer
SCORES: Final = "scores"
BOTS_ON: Final = "bots_on"  # bots that have used up a slice of time and continue
DELIVERIES: Final = "deliveries"  # calls strangers, so it has a process of its own: a webhook sender
QUEUES: Final = (BOTS, SCORES, BOTS_ON, DELIVERIES)  # the first goes before all others, which take turns

QUEUE_OF: Final[dict[JobName, str]] = {
    "bot": BOTS,
    "score": SCORES,
    "snapshot": SCORES,
    "check": BOTS_ON,
    "clock": BOTS,
    "deliver": DELIVERIES,
    "rate": SCORES,
    "advice": BOTS_ON,
    "review": BOTS_ON,
}

# A job that takes longer is aborted. Bots think for at most ten seconds; deliveries have their own deadlines.
SECONDS_OF: Final[dict[JobName, int]] = {
    "bot": 20,
    "score": 60,
    "snapshot": 60,
    "check": 60,
    "clock": 20,
    "deliver": 20,
    "rate": 60,
    "advice": 60,
    "review": 60,
}
FAILURE_SECONDS: Final = 86_400  # how long a failed job can be looked at
RECORD_SECONDS: Final = 86_400  # how long the record of a job lost between queue and worker stays

MOST_LOOKED_AT: Final = 2_000  # jobs at the front of a queue
# Another worker may have taken it in the meantime.
TO_THE_FRONT: Final = """
if redis.call('lrem', KEYS[1], 1, ARGV[1]) == 1 then redis.call('lpush', KEYS[1], ARGV[1]) end
"""

LONGEST_PAUSE_MS: Final = 30_000  # until work that left no trace is enqueued once more
THOUGHT_SECONDS: Final = 600  # how long a thought that was laid aside stays

_OPENER: Final = "gb:opener:{}"
_THOUGHT: Final = "gb:thought:{}"
_ID: Final = re.compile(rf"({'|'.join(get_args(JobName))})-(.+)-([0-9]+)-([0-9]+)")


class Work(NamedTuple):
    """What to do about an entry."""

    job: JobName
    match: str
    version: int


def job_id(work: Work, number: int = 0) -> str:
    """Return the id of a job: the same work has the same one, with another number if a job was lost."""
    return f"{work.job}-{work.match}-{work.version}-{number}"


def work_of(id_: str) -> Work | None:
    """Return the work that a job of this id is for; None if it has no id of ours."""
    found = _ID.fullmatch(id_)
    return Work(cast("JobName", found[1]), found[2], int(found[3])) if found else None


def number_of(id_: str) -> int:
    """Return how often, or when, the work was enqueued; 0 for the first time."""
    found = _ID.fullmatch(id_)
    return int(found[4]) if found else 0


def count_repeats(late: int, first: int) -> int:
    """Return how often work that is `late` milliseconds late should have been enqueued again.

    After `first`, doubled each time up to the longest pause, never given up. All dispatchers calculate alike.
    """
    times, moment = 0, first
    while moment <= late and moment < LONGEST_PAUSE_MS:
        times, moment = times + 1, 2 * moment
    return times if late < moment else times + 1 + (late - moment) // LONGEST_PAUSE_MS


def read_openers(connection: redis.Redis, matches: Collection[str]) -> dict[str, str]:
    """Return the account that opened each match; a match without an opener stands for itself."""
    found: Any = connection.mget([_OPENER.format(match) for match in matches])
    return {match: opener.decode() if opener else match for match, opener in zip(matches, found, strict=True)}


def queue_connection(url: str) -> redis.Redis:
    """Connect; a broken connection is tried once more: a job that got in before is then refused."""
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

    def name_opener(self, match: str, opener: str) -> None:
        """Store to whose account the bots of a match think: their jobs take turns by it."""
        self._connection.set(_OPENER.format(match), opener, ex=RECORD_SECONDS)

    def lay_aside(self, work: Work, thought: bytes) -> None:
        """Store a thought until its job runs again; without it the job would begin anew."""
        self._connection.set(_THOUGHT.format(job_id(work)), thought, ex=THOUGHT_SECONDS)

    def find_thought(self, work: Work) -> bytes | None:
        return cast("bytes | None", self._connection.get(_THOUGHT.format(job_id(work))))

    def put(self, work: Work, *, queue: str | None = None, number: int = 0, again: bool = False) -> bool:
        """Enqueue a job; return False if one of this id waits or runs.

        One that has run is forgotten, so its id is free again. Handlers tolerate that: they leave an answered
        question or a written sheet as it is. `again`: an earlier job has left no trace; that is counted.
        """
        try:
            self._queues[queue or QUEUE_OF[work.job]].enqueue_call(
                work.job,
                args=(work.match, work.version),
                job_id=job_id(work, number),
                unique=True,
                timeout=SECONDS_OF[work.job],
                ttl=RECORD_SECONDS,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
            )
        except DuplicateJobError:
            return False
        if again:
            tally_again(self._connection, work.job)
        return True

    def put_new(self, works: Sequence[Work], numbers: Sequence[int]) -> None:
        """Enqueue many of one kind, which nobody has put before, in two round trips."""
        ids = [job_id(work, number) for work, number in zip(works, numbers, strict=True)]
        with self._connection.pipeline(transaction=False) as together:
            for id_ in ids:
                together.exists(Job.key_for(id_))
            known = together.execute()
        jobs = [
            Queue.prepare_data(
                work.job,
                args=(work.match, work.version),
                job_id=id_,
                timeout=SECONDS_OF[work.job],
                ttl=RECORD_SECONDS,
                result_ttl=0,
                failure_ttl=FAILURE_SECONDS,
            )
            for work, id_, there in zip(works, ids, known, strict=True)
            if not there
        ]
        if jobs:
            self._queues[QUEUE_OF[works[0].job]].enqueue_many(jobs)

    def take_deliveries(self, most: int) -> list[str]:
        """Take out those that wait and return their ids. The records stay: work in hand is not put in again.

        What others have put there goes to the end, for a worker to refuse it.
        """
        queue = self._queues[DELIVERIES]
        taken: Any = self._connection.lpop(queue.key, most) or []
        ids = [id_.decode() for id_ in taken]
        if strange := [id_ for id_ in ids if work_of(id_) is None]:
            self._connection.rpush(queue.key, *strange)
        return [id_ for id_ in ids if work_of(id_) is not None]

    def settle(self, ids: Sequence[str], seconds: float, *, done: bool) -> None:
        """Forget work that was taken and is over: it may be put in again."""
        tally(self._connection, "deliver", done=done, seconds=seconds)
        if ids:
            self._connection.delete(*(Job.key_for(id_) for id_ in ids))

    def somebody_waits(self) -> bool:
        """Return whether somebody waits for a bot's answer."""
        return bool(self._queues[BOTS].count)

    def waiting(self) -> set[Work]:
        """Return the work that no worker has started yet."""
        return {work for name in self._queues for work in self.waiting_in(name)}

    def waiting_in(self, name: str) -> Iterator[Work]:
        """Yield the work in one queue; jobs that others put there are left to workers, which refuse them."""
        for id_ in self._queues[name].get_job_ids():
            if work := work_of(id_):
                yield work


class FairQueue(Queue):
    """A list of RQ's, of which the job that is to be taken next is moved to the front before."""

    @classmethod
    def dequeue_any(  # noqa: PLR0913, PLR0917  as RQ calls it
        cls,
        queues: Iterable[Queue],
        timeout: int | None,
        connection: redis.Redis,
        job_class: type[Job] | None = None,
        serializer: Any = None,
        death_penalty_class: Any = None,
    ) -> Any:
        for queue in queues:
            if queue.name in {BOTS, BOTS_ON} and move_fairest_to_front(connection, queue.key):
                break  # it is taken from here: the order of those behind it need not be known
        return super().dequeue_any(queues, timeout, connection, job_class, serializer, death_penalty_class)


def move_fairest_to_front(connection: redis.Redis, key: str) -> bool:
    """Move the job of the account with least thinking this minute; return False where nothing waits."""
    found: Any = connection.lrange(key, 0, MOST_LOOKED_AT - 1)
    ids = [id_.decode() for id_ in found]
    works = [work_of(id_) for id_ in ids]
    matches = {work.match for work in works if work}
    if len(matches) > 1:
        accounts = read_openers(connection, matches)
        spent = read_spending(connection, time.time(), {f"{THINKING}:{one}" for one in accounts.values()})
        costs = [spent[f"{THINKING}:{accounts[work.match]}"] if work else 0 for work in works]
        fairest = costs.index(min(costs))
        if fairest:
            connection.eval(TO_THE_FRONT, 1, key, ids[fairest])
    return bool(ids)
