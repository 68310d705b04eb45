"""A receiver of webhooks, and a match with its webhooks and its workers, all on one injected clock."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service.matches.handler import Request
from service.webhooks.address import POLICIES
from service.webhooks.records import Webhooks
from service.webhooks.registry import Registry, WebhookRequest
from support.api.room import SECRET, Room
from workers.dispatcher.follower import Follower
from workers.jobs.webhooks import WebhookSender
from workers.queues import Queues

LOOPBACK = POLICIES["loopback"]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers), body))
        self.server.behave(self)

    def log_message(self, *_):
        pass


@contextmanager
def receiver(behave):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.heard, server.behave = [], behave
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def answers(status, **headers):
    def behave(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    return behave


class WebhookInstance:
    """A room, its webhooks and its workers, all on one injected clock."""

    def __init__(self, queue_server, **room):
        self.room = Room(**room)
        self.store = self.room.store
        self.hooks = Webhooks(self.store)
        self.registry = Registry(self.room.matches, SECRET, LOOPBACK, lambda: self.room.now)
        self.sender = WebhookSender(self.store, SECRET, LOOPBACK)
        self.queues = Queues(queue_server)
        self.follower = Follower(self.store, self.queues, 0, clock=lambda: self.room.now)
        self.follower.step(0)

    def hook(self, server, *kinds, token=None, scope="match"):
        url = server if isinstance(server, str) else f"http://127.0.0.1:{server.server_port}/"
        wanted = WebhookRequest(self.room.id, scope, url, kinds)
        return self.registry.register(wanted, Request(token=token or self.room.host))

    def works(self):
        """The dispatcher looks, the webhook sender makes every delivery that is due."""
        self.follower.step(0)
        for place, number, due in self.hooks.pending():
            if due <= self.room.now:
                self.sender.deliver(place, number, self.room.now)

    def log(self, hook):
        return self.hooks.deliveries(hook.webhook.id)


def read_news(server):
    return [json.loads(body) for _, body in server.heard]
