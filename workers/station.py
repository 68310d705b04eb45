"""What a job finds in its process: one station for each, because RQ hands a job only its arguments."""

from dataclasses import dataclass, field
from functools import cache

from service.config import Config
from service.matches.handler import Matches
from service.store import open_store
from service.webhooks.address import POLICIES, AddressPolicy
from workers.queues import Queues, queue_connection
from workers.thinking import Thinking


@dataclass(frozen=True, slots=True)
class Station:
    matches: Matches
    queues: Queues
    secret: bytes
    webhooks: AddressPolicy = POLICIES["https"]  # which addresses may be called
    thinking: Thinking = field(default_factory=Thinking)
    editions_learned: set[tuple[str, str]] = field(default_factory=set)  # of which the bots know all there is


@cache
def get_station() -> Station:
    config = Config.from_environment()
    store = open_store(config)
    queue_server = queue_connection(config.queue_url)
    policy = POLICIES[config.webhook_addresses]
    matches, queues = Matches(store, config.secret), Queues(queue_server)
    return Station(
        matches, queues, config.secret, policy, Thinking(queue_server, config.thinking_limit * 1000)
    )
