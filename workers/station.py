"""What a job finds at its place of work: one for each process, since RQ hands a job its arguments only."""

from dataclasses import dataclass
from functools import cache

from events.redis_store import connect
from service.config import Config
from service.matches import Matches
from workers.queues import Queues, queue_connection


@dataclass(frozen=True, slots=True)
class Station:
    matches: Matches
    queues: Queues
    secret: bytes


@cache
def station() -> Station:
    config = Config.from_environment()
    store = connect(config.book_url, partitions=config.partitions)
    queues = Queues(queue_connection(config.queue_url))
    return Station(Matches(store, config.secret), queues, config.secret)
