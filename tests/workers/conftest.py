"""A server, a workers on it, and the same in memory for what needs no process."""

import fakeredis
import pytest

from events.memory_store import MemoryStore
from games.match.commands import SeatedBot, StartMatch
from games.match.state import Bot
from service.matches.handler import Matches, Request
from service.matches.opening import Opening, open_new
from support.api.webhook_instance import WebhookInstance
from support.servers.servers import Server, any_binary
from support.servers.worker_processes import WorkerProcesses
from workers.context import WorkerContext
from workers.queues import Queues

SECRET = b"a secret of thirty-two characters"


@pytest.fixture
def server():
    with Server(any_binary()) as running:
        yield running


@pytest.fixture
def workers(server):
    opened = WorkerProcesses(server)
    yield opened
    opened.close()


@pytest.fixture
def queue_server():
    return fakeredis.FakeRedis()


@pytest.fixture
def context(queue_server):
    """As a worker process has it, but on a book in memory."""
    return WorkerContext(Matches(MemoryStore(), SECRET), Queues(queue_server), SECRET)


@pytest.fixture
def open_match(context):
    def opened(*minds, people=0):
        bots = tuple(SeatedBot(seat, Bot(mind)) for seat, mind in enumerate(minds))
        begun = open_new(
            context.matches, Opening(game="schiefer", seats=len(bots) + people, bots=bots), Request()
        )
        if not people:
            context.matches.handle(begun.match, StartMatch(), Request(token=begun.host_token))
        return begun.match

    return opened


@pytest.fixture
def instance(queue_server):
    """With webhooks."""
    return WebhookInstance(queue_server)
