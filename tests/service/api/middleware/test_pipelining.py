"""Requests sent without waiting for an answer: their sender gets a turn like everyone else."""

import socket
from contextlib import ExitStack, suppress

import pytest

from support.servers.patience import PATIENCE

REQUEST = b"HEAD /v1/errors HTTP/1.1\r\nHost: x\r\n\r\n"
PIPELINED = 200


class Client:
    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.read = b""

    @property
    def answered(self):
        return self.read.count(b"\r\n\r\n")

    def ask(self, times=1):
        self.connection.sendall(REQUEST * times)

    def wait_for(self, answers):
        while self.answered < answers:
            self.read += self.connection.recv(65536)

    def look(self):
        """Read what has arrived by now."""
        with suppress(BlockingIOError):
            self.read += self.connection.recv(1_000_000, socket.MSG_DONTWAIT)


@pytest.fixture
def connect(open_api):
    """Connections to an API with one process."""
    instance = open_api(WEB_WORKERS="1", ADDRESS_LIMIT="0")
    with ExitStack() as opened:

        def connect_client():
            client = Client(instance.client.base_url.port)
            opened.callback(client.connection.close)
            return client

        yield connect_client


def test_another_client_is_answered_between_requests_that_one_has_sent_in_a_row(connect):
    """Given many requests of one client, sent at once, when another asks, then it does not wait for all."""
    many, one = connect(), connect()
    one.ask()
    one.wait_for(1)  # its connection is accepted, and the page is made

    many.ask(PIPELINED)
    many.wait_for(1)
    one.ask()
    one.wait_for(2)
    many.look()

    assert many.answered < PIPELINED / 4
    many.wait_for(PIPELINED)


@pytest.mark.parametrize("size", [100, 2_000_000])
def test_a_large_body_that_is_refused_unread_is_not_read_before_a_next_request(connect, size):
    """Given a body refused for its encoding, then a small one is passed over, a large one ends all."""
    client = connect()
    head = (
        "POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
    )
    client.connection.sendall(f"{head}Content-Length: {size}\r\n\r\n".encode() + b"x" * size)
    client.wait_for(1)

    assert client.read.startswith(b"HTTP/1.1 415 ")
    assert (b"\r\nConnection: close\r\n" in client.read) == (size > 100)
    if size > 100:
        while client.connection.recv(65536):
            """The answer goes on; then the connection ends, and nothing is lost."""
