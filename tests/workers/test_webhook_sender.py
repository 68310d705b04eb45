"""A webhook sender as a process: receivers that keep it waiting keep nobody else waiting."""

import socket
import threading
import time
from contextlib import closing, contextmanager

import pytest

from service.matches.handler import Request
from service.matches.records.people import Person
from service.webhooks.address import POLICIES
from service.webhooks.records import Webhooks
from service.webhooks.registry import Registry, WebhookRequest
from support.api.webhook_instance import answers, receiver
from support.servers.worker_processes import SECRET, WorkerProcesses

SLOW = 100  # one call after the other would take a thousand seconds, more than the test has patience for


@contextmanager
def silent_receiver():
    """Takes connections and never says a word: plain HTTP waits for an answer, TLS for a handshake."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=512)) as listening:
        taken = []

        def take():
            try:
                while True:
                    taken.append(listening.accept()[0])
            except OSError:  # closed
                for connection in taken:
                    connection.close()

        threading.Thread(target=take, daemon=True).start()
        yield listening.getsockname()[1], taken
        listening.shutdown(socket.SHUT_RDWR)


class Instance:
    def __init__(self, server):
        self.workers = WorkerProcesses(server)
        self.workers.environ["WEBHOOK_ADDRESSES"] = "loopback"
        self.registry = Registry(self.workers.matches, SECRET.encode(), POLICIES["loopback"])
        self.hooks = Webhooks(self.workers.store)

    def lobby(self):
        return self.workers.open_match("random", people=1, start=False)

    def hook(self, lobby, url):
        wanted = WebhookRequest(lobby.match, "match", url, ("entry",))
        return self.registry.register(wanted, Request(token=lobby.host_token)).webhook

    def seats_somebody(self, lobby):
        """An entry that webhooks are told of."""
        self.workers.matches.sit_down(lobby.match, None, "", Person(), Request())

    def sender(self):
        return self.workers.start("workers.webhook_sender")


@pytest.fixture
def instance(server):
    opened = Instance(server)
    yield opened
    opened.workers.close()


def test_a_good_receiver_hears_of_it_while_a_hundred_are_slow(instance):
    instance.workers.dispatcher()
    with silent_receiver() as (port, taken), receiver(answers(204)) as good:
        lobbies = [instance.lobby() for _ in range(SLOW // 5)]
        for number, lobby in enumerate(lobbies):
            scheme = "https" if number % 2 else "http"
            for path in range(5):
                instance.hook(lobby, f"{scheme}://127.0.0.1:{port}/{path}")
        nice = instance.lobby()
        instance.hook(nice, f"http://127.0.0.1:{good.server_port}/")
        sender = instance.sender()
        for lobby in lobbies:
            instance.seats_somebody(lobby)
        instance.workers.until(lambda: len(taken) >= 10)
        instance.seats_somebody(nice)
        instance.workers.until(lambda: good.heard)
        assert sender.poll() is None


def test_a_sender_that_is_asked_to_stop_ends_its_calls_and_takes_no_more(instance):
    instance.workers.dispatcher()

    def slowly(handler):
        time.sleep(1.5)
        answers(204)(handler)

    with receiver(slowly) as server:
        lobby = instance.lobby()
        hook = instance.hook(lobby, f"http://127.0.0.1:{server.server_port}/")
        sender = instance.sender()
        instance.seats_somebody(lobby)
        instance.workers.until(lambda: server.heard)
        assert instance.workers.stop(sender) == 0
        [told] = [one for one in instance.hooks.deliveries(hook.id) if one.attempts]
        assert told.state == "delivered"


def test_an_idle_sender_stops_without_waiting_for_a_job(instance):
    sender = instance.sender()
    instance.workers.until(lambda: "begins" in instance.workers.said())
    time.sleep(0.3)  # until it waits for a job
    assert instance.workers.stop(sender) == 0
    assert "Traceback" not in instance.workers.said()
