"""Bots think in turn by who opened their match: whoever has had least of this minute's thinking comes first.

A queue stays a list of RQ's. Before a job is taken, the one whose turn it is moves to the front.
"""

import time
from collections.abc import Iterable
from typing import Any, Final

import redis
from rq import Queue
from rq.job import Job

from service.monitoring.spending import THINKING, read_spending
from workers.queues import BOTS, BOTS_ON, read_openers, work_of

MOST_LOOKED_AT: Final = 2_000  # jobs at the front of a queue
# Another worker may have taken it in the meantime.
TO_THE_FRONT: Final = """
if redis.call('lrem', KEYS[1], 1, ARGV[1]) == 1 then redis.call('lpush', KEYS[1], ARGV[1]) end
"""


class FairQueue(Queue):
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
            if queue.name in {BOTS, BOTS_ON} and let_the_fairest_go_first(connection, queue.key):
                break  # it is taken from here: the order of those behind it need not be known
        return super().dequeue_any(queues, timeout, connection, job_class, serializer, death_penalty_class)


def let_the_fairest_go_first(connection: redis.Redis, key: str) -> bool:
    """False where nothing waits."""
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
