"""The real thing: gunicorn over a real server, and a real client."""

import time

import httpx
import pytest

from support.servers.patience import PATIENCE
from support.servers.ports import free_port
from support.servers.servers import Server, any_binary
from support.servers.worker_processes import WorkerProcesses

OUR_WORKER = ("gunicorn", "--config", "python:service.host.gunicorn_conf", "service.api.app:create_app()")


class Instance:
    """Book, API and workers as separate processes."""

    def __init__(self, server, data, **environ):
        self.server = server
        self.workers = WorkerProcesses(server)
        self.port = free_port()
        self.workers.environ |= {"PORT": str(self.port), "DATA": str(data), "WEB_WORKERS": "2"} | environ
        self.api = None
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def open_api(self, words=OUR_WORKER):
        self.api = self.workers.start(*[word.format(port=self.port) for word in words])
        self.wait_for(200)

    def wait_for(self, status):
        end = time.monotonic() + PATIENCE
        while self.health() != status:
            assert time.monotonic() < end, self.workers.log.read_text()[-3000:]
            time.sleep(0.05)

    def health(self):
        try:
            return self.client.get("/health/ready").status_code
        except httpx.TransportError:
            return None

    def close(self):
        self.client.close()
        self.workers.close()


@pytest.fixture(scope="module")
def server():
    with Server(any_binary()) as running:
        yield running


@pytest.fixture
def open_api(server, tmp_path):
    """Opens one API, with settings of its own."""
    opened = []

    def open_with(words=OUR_WORKER, **settings):
        with server.client() as emptied:
            emptied.flushall()
        opened.append(Instance(server, tmp_path, **settings))
        opened[-1].open_api(words)
        return opened[-1]

    yield open_with
    for instance in opened:
        instance.close()


@pytest.fixture
def instance(open_api):
    return open_api()
