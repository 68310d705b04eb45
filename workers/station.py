"""What a job finds in its process: one station for each, because RQ hands a job only its arguments."""

from dataclasses import dataclass
from functools import cache

from service.config import Config
from service.matches.use_cases import Matches
from service.store import open_store
from service.webhooks.address import POLICIES, AddressPolicy
from workers.queues import Queues, queue_connection


@dataclass(frozen=True, slots=True)
class Station:
    matches: Matches
    queues: Queues
    secret: bytes
    webhooks: AddressPolicy = POLICIES["https"]  # which addresses may be called


@cache
def get_station() -> Station:
    config = Config.from_environment()
    store = open_store(config)
    queues = Queues(queue_connection(config.queue_url))
    policy = POLICIES[config.webhook_addresses]
    return Station(Matches(store, config.secret), queues, config.secret, policy)
